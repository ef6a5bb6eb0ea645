//! Tests whole matches on streams in memory, and the functions that a bot calls.

use rollcall::{json, try_run, turn_from, turn_of, Answer, Error};
use rollcall::{Move, Options, Random, Turn, Value};

const FIRST: u64 = 0x63cbe1e459320dd7;

#[test]
fn the_random_numbers_are_those_of_every_language() {
    let mut random = Random::new(7);
    assert_eq!([random.next(), random.next()], [FIRST, 0x044c3cd7f43c661c]);
    let mut random = Random::new(7);
    assert_eq!([random.below(1000), random.below(1000)], [729, 380]);
    assert_eq!(random.below(1), 0);
    // The next value, 2^53 - 1, is in the last, incomplete thousand.
    assert_eq!(Random::new(0x31628af67b2131ab).below(1000), 122);
    assert_eq!(Random::new(7).unit(), (FIRST >> 11) as f64 / 2f64.powi(53));
    assert_eq!(*Random::new(7).pick(&[0, 1, 2]), (FIRST >> 11) % 3);
    let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
    Random::new(7).shuffle(&mut order);
    assert_eq!(order, [2, 4, 5, 6, 3, 7, 0, 1]);
}

#[test]
fn a_view_is_read_or_refused() {
    let mut turn = turn_of(
        "bolo7",
        json!({"phase": "final", "seat": 1, "scores": [10, -20],
               "turns": [1, 2], "total": 30, "roll": [1, 5], "need": 0,
               "open": [[2, 3], [4, 5]], "trigger": -1, "queue": [0],
               "contenders": [], "out": [3], "new": {"a": 1.5}}),
        vec![],
    );
    let view = turn.bolo7().unwrap();
    assert_eq!((view.phase.as_str(), view.trigger), ("final", -1));
    assert_eq!((view.scores, view.queue), (vec![10, -20], vec![0]));
    assert_eq!(view.open, [(2, 3), (4, 5)]);
    assert_eq!(view.out, [3]);
    assert_eq!(turn.bolo5(), None);
    turn.view["need"] = json!("much");
    assert_eq!(turn.bolo7(), None);
}

#[test]
fn a_move_has_the_fields_that_were_set() {
    let json = |given: Move| Value::from(given).to_string();
    assert_eq!(
        json(Move::keep(&[1, 5], "bank")),
        r#"{"keep":[1,5],"then":"bank"}"#
    );
    assert_eq!(json(Move::then("roll")), r#"{"then":"roll"}"#);
    assert_eq!(json(Move::cell("d6")), r#"{"cell":"d6"}"#);
    assert_eq!(json(Move::cells(&["d2", "g1"])), r#"{"cells":["d2","g1"]}"#);
    assert_eq!(json(Move::cells::<&str>(&[])), r#"{"cells":[]}"#);
    assert_eq!(json(Move::pass()), r#"{"pass":true}"#);
    assert_eq!(json(Move::indicate(&[])), r#"{"indicate":[]}"#);
    for kept in [
        json!({"take": 9007199254740991u64, "keep": "all", "pass": false}),
        json!([1, {"a": 2}]),
        json!(7),
    ] {
        assert_eq!(Value::from(Move::from(kept.clone())), kept);
    }
}

#[test]
fn a_recorded_line_is_a_turn() {
    let turn = turn_from(
        r#"{"type":"turn","ms":640,"lost":2,"view":{},"legal":[{"then":"on"}]}"#,
        Some(r#"{"game":"pig","names":["ann","bob"],"limits":{"move_ms":9}}"#),
        Some(r#"{"number":3,"seed":9007199254740991}"#),
    )
    .unwrap();
    assert_eq!((turn.ms, turn.lost, turn.legal.len()), (640, 2, 1));
    assert_eq!(turn.hello.names, ["ann", "bob"]);
    assert_eq!((turn.hello.limits.move_ms, turn.game.number), (9, 3));
    assert_eq!(turn.random, Random::new((1 << 53) - 1));
    assert!(turn_from("[]", None, None).is_err());
}

/// The answers to `input`, and how it ended.
fn play<A: Into<Answer>>(
    input: &str,
    choose: impl FnMut(&mut Turn) -> A,
    options: Options,
) -> (String, Result<(), Error>) {
    let mut output = Vec::new();
    let done = try_run(
        choose,
        Options {
            input: Some(Box::new(input.as_bytes())),
            output: Some(Box::new(&mut output)),
            ..options
        },
    );
    (String::from_utf8(output).unwrap(), done)
}

#[test]
fn a_match_on_streams() {
    let input = "\r\n{\"type\":\"hello\"}\r\n\
                 {\"type\":\"turn\",\"view\":{},\"legal\":[1,2]}\n{\"type\":\"bye\"}";
    let choose = |turn: &mut Turn| {
        turn.say = Some("\0".to_string() + &"\u{e9}".repeat(300));
        1
    };
    let (output, done) = play(input, choose, Options::default());
    done.unwrap();
    let says = "\u{fffd}".to_string() + &"\u{e9}".repeat(248);
    assert_eq!(
        output,
        format!(
            "{{\"events\":true,\"legal\":true,\"type\":\"ready\"}}\n\
             {{\"move\":1,\"say\":\"{says}\"}}\n"
        )
    );
}

#[test]
fn an_answer_that_is_no_move_is_described() {
    let turn = "{\"type\":\"turn\",\"view\":{},\"legal\":[1,2]}";
    let expected = "; expected a place in legal, 0 to 1, or a move";
    for (answer, told) in [
        (Answer::Place(2), "2"),
        (Answer::Place(-1), "-1"),
        (Answer::Json(Value::Null), "null"),
    ] {
        let (output, done) = play(turn, |_| answer.clone(), Options::default());
        assert_eq!(output, "");
        let message = done.unwrap_err().to_string();
        let line = format!("\nthe line: {turn}");
        assert_eq!(message, format!("choose returned {told}{expected}{line}"));
    }
}

#[test]
fn a_wrong_line_and_a_panic_end_the_match() {
    let (_, done) = play("{\"type\":", |_| 0, Options::default());
    assert!(done.unwrap_err().to_string().contains("not JSON"));
    let turn = "{\"type\":\"turn\",\"view\":{},\"legal\":[1,2]}";
    let choose = |_: &mut Turn| -> usize { panic!("on purpose") };
    let (_, done) = play(turn, choose, Options::default());
    assert_eq!(done.unwrap_err().to_string(), "choose panicked");
    let options = Options {
        verify: true,
        events: false,
        ..Options::default()
    };
    assert!(play("", |_| 0, options).1.is_err());
}
