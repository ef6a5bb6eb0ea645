//! A bot that reports everything that the library gives it.
//!
//! Its command line, its answers and what it says are the same as those of the
//! conformance bots of the other SDKs; sdk/transcripts/README.md specifies them.

use std::process::ExitCode;

use rollcall::{run, Answer, Move, Options, Turn};

fn joined(numbers: &[i64]) -> String {
    let texts: Vec<_> = numbers.iter().map(i64::to_string).collect();
    texts.join(",")
}

fn rolled(scores: &[i64], total: i64, roll: &[i64]) -> String {
    let (scores, roll) = (joined(scores), joined(roll));
    format!(" scores {scores} total {total} roll {roll}")
}

/// The values of the typed view; nothing for an unknown game.
fn seen(turn: &Turn) -> Option<String> {
    Some(match turn.hello.game.as_str() {
        "pig" => {
            let view = turn.pig()?;
            rolled(&view.scores, view.total, &view.roll)
        }
        "bolo7" => {
            let view = turn.bolo7()?;
            let rest = rolled(&view.scores, view.total, &view.roll);
            format!(" phase {}{rest}", view.phase)
        }
        "bolo5" => {
            let view = turn.bolo5()?;
            let rest = rolled(&view.scores, view.total, &view.roll);
            format!(" phase {}{rest}", view.phase)
        }
        "vollelotte" => {
            let view = turn.vollelotte()?;
            rolled(&view.scores, view.total, &view.roll)
        }
        "rolit" => {
            let view = turn.rolit()?;
            let row: String = view.board.chars().take(view.size).collect();
            let balls = joined(&view.balls);
            format!(" size {} balls {balls} board {row}", view.size)
        }
        "blackpot" => {
            let view = turn.blackpot()?;
            let roll = joined(&view.roll);
            let (pawns, points) = (joined(&view.pawns), joined(&view.points));
            let asked = view.asked;
            format!(" asked {asked} roll {roll} pawns {pawns} points {points}")
        }
        _ => return None,
    })
}

/// Builds the move again from its fields.
fn anew(from: &Move) -> Move {
    match from {
        Move {
            keep: Some(keep),
            then: Some(then),
            ..
        } => Move::keep(keep, then),
        Move {
            then: Some(then), ..
        } => Move::then(then),
        Move {
            cell: Some(cell), ..
        } => Move::cell(cell),
        Move {
            cells: Some(cells), ..
        } => Move::cells(cells),
        Move {
            indicate: Some(values),
            ..
        } => Move::indicate(values),
        _ => Move::pass(),
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|given| given == word);
    let (legal, events) = (!has("no-legal"), !has("no-events"));
    let mut decisions = 0;

    let choose = |turn: &mut Turn| -> Answer {
        let number = decisions;
        decisions += 1;
        if has("print") {
            println!("hello from choose");
        }
        if number == 1 && has("throw") {
            panic!("thrown on purpose");
        }
        if number == 1 && has("nothing") {
            return (-1).into();
        }
        if number == 1 && has("beyond") {
            return turn.legal.len().into();
        }
        let count = |wished: bool, count: usize| match wished {
            true => count.to_string(),
            false => "-".to_string(),
        };
        turn.say = Some(format!(
            "{} {}/{} seat {} of {} legal {} events {} lost {} ms {}{}",
            turn.hello.game,
            turn.game.number,
            turn.game.of,
            turn.hello.seat,
            turn.hello.seats,
            count(legal, turn.legal.len()),
            count(events, turn.events.len()),
            turn.lost,
            turn.ms,
            seen(turn).unwrap_or_default()
        ));
        if !legal {
            return 0.into();
        }
        let place = turn.random.below(turn.legal.len());
        if number % 2 == 0 {
            place.into()
        } else if seen(turn).is_some() {
            anew(&turn.legal[place]).into()
        } else {
            turn.legal[place].clone().into()
        }
    };
    run(
        choose,
        Options {
            name: if has("name") {
                Some("conform 1".to_string())
            } else {
                None
            },
            legal,
            events,
            verify: has("verify"),
            ..Options::default()
        },
    )
}
