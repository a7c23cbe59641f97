//! Tests of `patience.rs`.

use super::*;

fn patience() -> Patience {
    let pace = Pace {
        settle: 2_000,
        timeout: 3_600_000,
        seed: 1,
    };
    Patience::new(pace, 0)
}

fn limited(patience: &mut Patience) -> Millis {
    let failure = Failure::RateLimited {
        wait: None,
        message: String::new(),
    };
    patience.judge(failure, 0).continue_value().unwrap()
}

#[test]
fn an_answer_begins_the_waits_anew() {
    let mut patience = patience();
    let first = limited(&mut patience);
    assert!(limited(&mut patience) > first);
    patience.rest();
    assert_eq!(limited(&mut patience), first);
}
