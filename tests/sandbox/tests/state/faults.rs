//! What goes wrong on request: which request it befalls, and how often.

use one_comment_sandbox::state::{
    Deed, Effect, FalseAnswer, Fault, Identity, Matcher, Operation, Refusal, State, Transport,
};

use crate::{created, person};

#[test]
fn a_fault_befalls_the_nth_matching_request_and_then_no_more() {
    let mut state = State::seeded();
    let effect = Effect::Lose(FalseAnswer::Closed);
    state.add_fault(Fault {
        skip: 1,
        ..Fault::once(&[Operation::Create], effect.clone())
    });
    let job = Identity::job();
    let mut arrive = |operation| state.arrive(&job, Transport::Rest, &[operation]);
    assert_eq!(arrive(Operation::Create), []);
    assert_eq!(arrive(Operation::Read), []);
    assert_eq!(arrive(Operation::Create), [effect]);
    assert_eq!(arrive(Operation::Create), []);
    assert!(state.faults().is_empty());
}

#[test]
fn a_fault_can_be_for_one_identity_and_one_transport_until_it_is_withdrawn() {
    let mut state = State::seeded();
    let id = state.add_fault(Fault {
        when: Matcher {
            operations: vec![],
            transport: Some(Transport::Graphql),
            identity: Some("job".into()),
        },
        skip: 0,
        times: None,
        effect: Effect::HalfAnswer,
    });
    let befallen = |state: &mut State, who: &Identity, transport| {
        !state.arrive(who, transport, &[Operation::Read]).is_empty()
    };
    let job = Identity::job();
    assert!(!befallen(&mut state, &job, Transport::Rest));
    assert!(!befallen(
        &mut state,
        &Identity::person("octocat"),
        Transport::Graphql
    ));
    for _ in 0..3 {
        assert!(befallen(&mut state, &job, Transport::Graphql));
    }
    assert!(state.withdraw_fault(id));
    assert!(!befallen(&mut state, &job, Transport::Graphql));
    assert!(!state.withdraw_fault(id));
}

#[test]
fn somebody_can_delete_the_comment_just_before_the_write() {
    let mut state = State::seeded();
    let id = created(&mut state, "a");
    let delete = person("alice", Deed::Delete { comment: None });
    state.add_fault(Fault::once(
        &Operation::WRITES,
        Effect::Meanwhile(vec![delete]),
    ));
    let job = Identity::job();
    assert_eq!(
        state.arrive(&job, Transport::Rest, &[Operation::Update]),
        []
    );
    assert!(matches!(
        state.update_comment(&job, id, "b"),
        Err(Refusal::NotFound(_))
    ));
}

#[test]
fn a_fault_is_written_as_plain_json() {
    let text = r#"{"when":{"operations":["create"],"transport":"rest"},
        "effect":{"lose":{"status":502}}}"#;
    let fault: Fault = serde_json::from_str(text).unwrap();
    assert_eq!(fault.times, Some(1));
    assert_eq!(fault.effect, Effect::Lose(FalseAnswer::Status(502)));
    let meanwhile = r#"{"effect":{"meanwhile":[{"person":{"by":"alice",
        "on":{"repository":"octo-org/hello","number":7},"does":{"delete":{}}}}]}}"#;
    assert!(serde_json::from_str::<Fault>(meanwhile).is_ok());
    assert!(serde_json::from_str::<Fault>(r#"{"effect":"half_answer","time":2}"#).is_err());
}
