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
    use rollcall::{turn_of, Move};

    #[test]
    fn a_legal_move() {
        let legal = vec![Move::then("roll"), Move::then("bank")];
        let mut turn = turn_of("@GAME@", Default::default(), legal);

        assert!(super::choose(&mut turn) < 2);
    }
}
