//! A sandbox, a client for it, and short ways to act and to look. Asserts nothing but that a reply is of its kind.

use one_comment::converge::{
    Call, Comment, CommentRef, Failure, Glance, Head, History, Reply, Sight,
};
use one_comment::github::{Api, Client, Settings, Target, Timeouts, Token};
use one_comment_sandbox::face::{Clock, Sandbox};
use one_comment_sandbox::state::{Change, Deed, State, Subject};

pub(crate) const BOTH: [Api; 2] = [Api::Graphql, Api::Rest];
pub(crate) const HEAD: &str = "1111111111111111111111111111111111111111";
pub(crate) const LOOK: Call = Call::Observe { comment: None };

pub(crate) async fn sandbox() -> Sandbox {
    Sandbox::start(State::seeded(), Clock::Manual)
        .await
        .unwrap()
}

/// On pull request 7, with the job's own token.
pub(crate) fn client(sandbox: &Sandbox, api: Api) -> Client {
    client_of(sandbox, api, "job-token", 7)
}

pub(crate) fn client_of(sandbox: &Sandbox, api: Api, token: &str, number: u64) -> Client {
    let target = Target {
        owner: "octo-org".into(),
        repository: "hello".into(),
        number,
    };
    let settings = Settings {
        api_url: sandbox.api_url(),
        graphql_url: sandbox.graphql_url(),
        api,
        job_token: token == "job-token",
        timeouts: Timeouts::default(),
        trace: false,
    };
    Client::new(target, Token::new(token).unwrap(), settings).unwrap()
}

pub(crate) fn on(number: u64) -> Subject {
    Subject::new("octo-org", "hello", number)
}

pub(crate) fn change(sandbox: &Sandbox, change: Change) -> u64 {
    let changed = sandbox.hub().with(|state| state.change(change));
    changed.unwrap().map_or(0, |comment| comment.0)
}

pub(crate) fn comment_by(sandbox: &Sandbox, by: &str, number: u64, body: &str) -> u64 {
    let does = Deed::Comment { body: body.into() };
    change(
        sandbox,
        Change::Person {
            by: by.into(),
            on: on(number),
            does,
        },
    )
}

pub(crate) fn seen(reply: Reply) -> Sight {
    match reply {
        Reply::Seen(sight) => *sight,
        other => panic!("{other:?}"),
    }
}

pub(crate) type Written = (Comment, Option<Glance>, Option<History>);

pub(crate) fn written(reply: Reply) -> Written {
    match reply {
        Reply::Written {
            comment,
            glance,
            history,
        } => (*comment, glance.map(|glance| *glance), history),
        other => panic!("{other:?}"),
    }
}

pub(crate) fn failure(reply: Reply) -> Failure {
    match reply {
        Reply::Failed(failure) => failure,
        other => panic!("{other:?}"),
    }
}

pub(crate) async fn look(client: &mut Client) -> Sight {
    seen(client.execute(&LOOK).await)
}

pub(crate) async fn create(client: &mut Client, body: &str) -> Comment {
    let subject = look(client).await.subject.node;
    let call = Call::Create {
        subject,
        body: body.into(),
    };
    written(client.execute(&call).await).0
}

pub(crate) fn update(comment: &CommentRef, body: &str) -> Call {
    Call::Update {
        comment: comment.clone(),
        body: body.into(),
    }
}

pub(crate) fn bodies(comments: &[Comment]) -> Vec<&str> {
    comments
        .iter()
        .map(|comment| comment.body.as_deref().unwrap_or("-"))
        .collect()
}

pub(crate) fn texts(history: &Option<History>) -> Vec<Option<&str>> {
    let revisions = &history.as_ref().unwrap().revisions;
    revisions.iter().map(Option::as_deref).collect()
}

pub(crate) fn confirmed(head: &Head) -> &str {
    match head {
        Head::Confirmed(sha) => sha.as_str(),
        other => panic!("{other:?}"),
    }
}
