//! Talks to the referee, so that a bot is a single function:
//!
//! ```no_run
//! use rollcall::{run, Options, Turn};
//!
//! fn choose(turn: &mut Turn) -> usize {
//!     turn.random.below(turn.legal.len())
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     run(choose, Options::default())
//! }
//! ```
#![warn(missing_docs)]

mod conversation;
mod dice;
mod moves;
mod random;
mod sha256;
mod standard;
mod turn;
mod views;

pub use conversation::{run, try_run, Options};
pub use moves::{Answer, Move};
pub use random::Random;
pub use turn::{turn_from, turn_of, DiceTerms, Game, Hello, Limits, Turn};
pub use views::{Blackpot, Bolo5, Bolo7, Pig, Rolit, Vollelotte};

pub use serde_json::{json, Value};

/// Why a match failed, or a line could not be read.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(String);

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Error {
        Error(message.into())
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// The message, because `main` and `unwrap` show this form.
impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// Makes `cargo test` compile the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
