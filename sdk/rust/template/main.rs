//! Plays @GAME@: makes a random legal move.
use rollcall::{run, Options, Turn};
use std::process::ExitCode;

/// `turn.view` is the position, `turn.legal` the list of legal moves.
fn choose(turn: &mut Turn) -> usize {
    turn.random.below(turn.legal.len())
}

fn main() -> ExitCode {
    run(choose, Options::default())
}

#[cfg(test)]
mod tests {
    use rollcall::turn_from;

    #[test]
    fn a_legal_move() {
        let mut turn = turn_from(
            "@TURN_STRING@",
            Some("@HELLO_STRING@"),
            None,
        )
        .expect("a line of the referee");

        assert!(super::choose(&mut turn) < @MOVES@);
    }
}
