//! Whose comment is it? Two conditions, always both: who wrote it (here), and the root marker at its beginning
//! (`comment::Parsed`). The marker is public; the author alone does not tell one bot's comments apart.

use super::call::{Account, AccountKind, Comment};

/// The accounts whose comments are ours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Owner {
    viewer: Option<Account>,
    former: Option<Account>,
}

impl Owner {
    /// `former` is a further identity that the user vouches for, after a change of token on purpose (case 27).
    pub(super) fn new(former: Option<Account>) -> Self {
        Self {
            viewer: None,
            former,
        }
    }

    /// Who the token writes as. What an answer said once stays: a later one by REST may not know.
    pub(super) fn learn(&mut self, viewer: Option<Account>) {
        self.viewer = self.viewer.take().or(viewer);
    }

    pub(super) fn is_known(&self) -> bool {
        self.viewer.is_some() || self.former.is_some()
    }

    /// Whether the user vouches for a further identity.
    pub(super) fn has_former(&self) -> bool {
        self.former.is_some()
    }

    /// Login *and* kind must match: a user may call itself like a bot (case 21). GraphQL's own word counts as well.
    pub(super) fn wrote(&self, comment: &Comment) -> bool {
        let known = comment.author.as_ref().is_some_and(|author| {
            [&self.viewer, &self.former]
                .into_iter()
                .flatten()
                .any(|account| same(account, author))
        });
        known || comment.viewer_did_author == Some(true)
    }
}

/// Logins have no case on GitHub.
fn same(a: &Account, b: &Account) -> bool {
    a.kind == b.kind && a.login.eq_ignore_ascii_case(&b.login)
}

impl Account {
    /// The account of a login as REST spells it, with `[bot]` for bots.
    pub fn from_login(login: impl Into<String>) -> Self {
        let login = login.into();
        let kind = if login.ends_with("[bot]") {
            AccountKind::Bot
        } else {
            AccountKind::User
        };
        Self { login, kind }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::converge::CommentRef;

    fn comment(login: &str, kind: AccountKind) -> Comment {
        Comment {
            at: CommentRef {
                id: 1,
                node: "IC_1".to_owned(),
            },
            author: Some(Account {
                login: login.to_owned(),
                kind,
            }),
            viewer_did_author: None,
            updated_at: 0,
            body: None,
            hidden: None,
            url: String::new(),
        }
    }

    fn job_token() -> Owner {
        let mut owner = Owner::new(None);
        owner.learn(Some(Account::from_login("github-actions[bot]")));
        owner
    }

    #[test]
    fn a_user_named_like_the_bot_is_not_the_bot() {
        assert!(job_token().wrote(&comment("github-actions[bot]", AccountKind::Bot)));
        assert!(!job_token().wrote(&comment("github-actions[bot]", AccountKind::User)));
        assert!(!job_token().wrote(&comment("github-actions", AccountKind::User)));
        assert!(!job_token().wrote(&comment("other[bot]", AccountKind::Bot)));
    }

    #[test]
    fn a_deleted_account_wrote_nothing_of_ours() {
        assert!(!job_token().wrote(&Comment {
            author: None,
            ..comment("", AccountKind::Other)
        }));
    }

    #[test]
    fn a_former_identity_counts_where_the_user_names_it() {
        let mut owner = Owner::new(Some(Account::from_login("my-app[bot]")));
        owner.learn(Some(Account::from_login("github-actions[bot]")));
        assert!(owner.wrote(&comment("My-App[bot]", AccountKind::Bot)));
        assert!(owner.wrote(&comment("github-actions[bot]", AccountKind::Bot)));
    }

    #[test]
    fn who_the_token_is_stays_for_the_session() {
        let mut owner = job_token();
        owner.learn(None);
        owner.learn(Some(Account::from_login("somebody")));
        assert!(owner.wrote(&comment("github-actions[bot]", AccountKind::Bot)));
        assert!(!owner.wrote(&comment("somebody", AccountKind::User)));
    }
}
