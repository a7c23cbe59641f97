//! What GitHub says where `doctor` asks. Writes nothing, and puts nothing into words.

use crate::cli::Options;
use crate::comment::{Name, Parsed};
use crate::converge::{Comment, Failure, Intent, Reply, Sight, Verdict};
use crate::github::{Allowance, Standing};
use crate::run::access::Access;
use crate::run::drive::Clock;
use crate::run::request;
use crate::workflow::{Environment, Target};

/// What GitHub said, or why it is not known.
pub(super) type Answer<T> = Result<T, String>;

/// What GitHub said of the conversation and of the token.
pub(super) struct Answers {
    pub(super) sight: Answer<Sight>,
    pub(super) allowance: Answer<Allowance>,
    pub(super) standing: Answer<Standing>,
    /// The token is not valid.
    pub(super) rejected: bool,
    pub(super) ours: Answer<Vec<Comment>>,
    pub(super) others: Answer<Vec<Comment>>,
}

impl Answers {
    /// Nothing, because of this.
    pub(super) fn none(why: &str) -> Self {
        Self {
            sight: Err(why.to_owned()),
            allowance: Err(why.to_owned()),
            standing: Err(why.to_owned()),
            rejected: false,
            ours: Err(why.to_owned()),
            others: Err(why.to_owned()),
        }
    }

    /// Asks, and writes nothing.
    pub(super) fn ask(
        access: &Access<'_>,
        target: &Target,
        options: &Options,
        environment: &Environment,
    ) -> Self {
        let (seen, allowance) = match access.look(target.number) {
            Ok(looked) => looked,
            Err(error) => return Self::none(&format!("{error:#}")),
        };
        let allowance = allowance.map_err(|failure| failure.to_string());
        let sight = match seen {
            Reply::Seen(sight) => *sight,
            Reply::Failed(failure) => {
                return Self {
                    allowance,
                    rejected: matches!(failure, Failure::BadCredentials(_)),
                    ..Self::none(&failure.to_string())
                };
            }
            _ => {
                return Self {
                    allowance,
                    ..Self::none("GitHub answered something else")
                };
            }
        };
        let standing = access.standing().map_err(|error| format!("{error:#}"));
        let standing = standing.and_then(|it| it.map_err(|failure| failure.to_string()));
        let ours = ours(access, target, options, environment);
        let others = ours.clone().map(|ours| others(&sight, &ours, &options.key));
        Self {
            sight: Ok(sight),
            allowance,
            standing,
            rejected: false,
            ours,
            others,
        }
    }
}

/// Our comments of this key, as `show` finds them.
fn ours(
    access: &Access<'_>,
    target: &Target,
    options: &Options,
    environment: &Environment,
) -> Answer<Vec<Comment>> {
    let clock = Clock::start();
    let show = request::settings(options, environment, target, Intent::Show, clock.started());
    let shown = access.converge(target.number, show, clock);
    let outcome = shown.map_err(|error| format!("{error:#}"))?.outcome;
    match outcome.verdict {
        Verdict::Shown(comments) => Ok(comments),
        _ => Err(outcome.reason),
    }
}

/// Those that begin with our marker and are not ours, among the comments whose text the look showed.
pub(super) fn others(sight: &Sight, ours: &[Comment], key: &Name) -> Vec<Comment> {
    let claims = |comment: &&Comment| match comment.body.as_deref().map(Parsed::read) {
        Some(Parsed::Ours { document, .. }) => document.key == *key,
        Some(Parsed::Newer { key: other, .. }) => other == *key,
        Some(Parsed::Foreign) | None => false,
    };
    let is_ours = |comment: &&Comment| ours.iter().any(|own| own.at == comment.at);
    let mut others: Vec<Comment> = sight
        .oldest
        .iter()
        .chain(&sight.recent)
        .filter(claims)
        .filter(|comment| !is_ours(comment))
        .cloned()
        .collect();
    others.sort_unstable_by_key(|comment| comment.at.id);
    others.dedup_by_key(|comment| comment.at.id);
    others
}
