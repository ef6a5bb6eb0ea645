//! Reads the lines of the referee, asks the bot and writes its answers.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use serde_json::{json, Map, Value};

use crate::dice::Dice;
use crate::standard::{beginning, guarded, take_output};
use crate::turn::text;
use crate::{Answer, Error, Move, Turn};

/// The options of `run`.
pub struct Options<'a> {
    /// The bot's full name, for spectators.
    pub name: Option<String>,
    /// Turns come with the legal moves (default: true).
    pub legal: bool,
    /// Turns come with the events (default: true).
    pub events: bool,
    /// Check every roll, and the seal at the end (default: false); needs the
    /// events.
    pub verify: bool,
    /// The input to use instead of standard input.
    pub input: Option<Box<dyn BufRead + 'a>>,
    /// The output to use instead of standard output.
    pub output: Option<Box<dyn Write + 'a>>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            name: None,
            legal: true,
            events: true,
            verify: false,
            input: None,
            output: None,
        }
    }
}

/// Plays the match: calls `choose` for every decision.  Returns the exit code
/// for `main`: failure after an error, which it prints to standard error.
///
/// `choose` returns a place in `turn.legal` or a move.  If a move is refused but
/// may be replaced, the reason goes to standard error and the answer is the
/// first legal move that was not tried yet.  Unless `options.output` is given,
/// what the bot prints from here on goes to standard error.
///
/// Errors are: a panic in `choose`, printed with its stack trace and the line
/// that it was answering; an answer that is not a move; a line that is not JSON;
/// dice that do not follow from the seal (`dice: ..`); an output that cannot be
/// written.
pub fn run<A: Into<Answer>>(choose: impl FnMut(&mut Turn) -> A, options: Options) -> ExitCode {
    match try_run(choose, options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Does the same as `run`, but returns the error instead of printing it.
pub fn try_run<A: Into<Answer>>(
    mut choose: impl FnMut(&mut Turn) -> A,
    mut options: Options,
) -> Result<(), Error> {
    if options.verify && !options.events {
        return Err(Error::new("verify needs the events: leave them on"));
    }
    let mut input = match options.input.take() {
        Some(input) => input,
        None => Box::new(io::stdin().lock()),
    };
    let output = match options.output.take() {
        Some(output) => output,
        None => Box::new(take_output().map_err(no_output)?),
    };
    let mut conversation = Conversation {
        options,
        output,
        turn: Turn::new(),
        dice: None,
        answered: Answer::Place(-1),
        next: 0,
    };
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let size = input.read_until(b'\n', &mut bytes);
        if size.map_err(|error| Error::new(format!("cannot read: {error}")))? == 0
            || conversation.on_line(&mut bytes, &mut choose)?
        {
            return Ok(());
        }
    }
}

fn no_output(error: io::Error) -> Error {
    Error::new(format!("cannot answer: {error}"))
}

/// The state of the match between two lines.
struct Conversation<'a> {
    options: Options<'a>,
    output: Box<dyn Write + 'a>,
    turn: Turn,
    dice: Option<Dice>,
    /// The last decision.
    answered: Answer,
    /// The place to try if that is refused.
    next: usize,
}

impl Conversation<'_> {
    /// Handles a line; returns whether the match is over.
    fn on_line<A: Into<Answer>>(
        &mut self,
        bytes: &mut Vec<u8>,
        choose: &mut impl FnMut(&mut Turn) -> A,
    ) -> Result<bool, Error> {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(false);
        }
        let line = match serde_json::from_slice::<Map<String, Value>>(bytes) {
            Ok(line) => Value::Object(line),
            Err(error) => {
                let line = beginning(bytes);
                return Err(Error::new(format!(
                    "a line that is not JSON ({error}): {line}"
                )));
            }
        };
        let kind = text(&line, "type");
        self.check_dice(&kind, &line)?;
        match kind.as_str() {
            "hello" => {
                self.turn.hello(line);
                self.send_ready()?;
            }
            "game" => self.turn.game(line),
            "turn" => {
                self.turn.next(line);
                self.on_turn(bytes, choose)?;
            }
            "again" => self.on_again(&text(&line, "why"))?,
            "bye" => return Ok(true),
            _ => (), // of a newer protocol
        }
        Ok(false)
    }

    fn check_dice(&mut self, kind: &str, line: &Value) -> Result<(), Error> {
        if kind == "hello" && self.options.verify {
            self.dice = Some(Dice::new(&line["dice"])?);
        }
        match (&mut self.dice, kind) {
            (Some(dice), "game") => dice.begin(&line["anchors"]),
            (Some(dice), "turn" | "over") => dice.read(line),
            (Some(dice), "bye") => dice.end(&text(line, "secret")),
            _ => Ok(()),
        }
    }

    fn on_turn<A: Into<Answer>>(
        &mut self,
        bytes: &mut Vec<u8>,
        choose: &mut impl FnMut(&mut Turn) -> A,
    ) -> Result<(), Error> {
        let turn = &mut self.turn;
        let answer = guarded(bytes, || choose(turn).into());
        // Text printed without a line end is still in the buffer.
        let _ = io::stdout().flush();
        let answer = answer.ok_or_else(|| Error::new("choose panicked"))?;
        let says = self.turn.say.take();
        self.next = 0;
        let told = self
            .checked(&answer)
            .map_err(|error| Error::new(format!("{error}\nthe line: {}", beginning(bytes))))?;
        self.answered = answer;
        self.send_move(told, says)
    }

    /// The answer as it is sent.
    fn checked(&self, answer: &Answer) -> Result<Value, Error> {
        let count = self.turn.legal.len();
        let told = match answer {
            Answer::Place(place) => {
                let at = usize::try_from(*place);
                if at.map_or(false, |at| !self.turn.has_legal || at < count) {
                    return Ok(json!(place));
                }
                place.to_string()
            }
            Answer::Move(answer) => return Ok(answer.clone().into()),
            Answer::Json(Value::Null) => "null".to_string(),
            Answer::Json(answer) => return Ok(answer.clone()),
        };
        let expected = if self.turn.has_legal {
            format!(" in legal, 0 to {}", count as i64 - 1)
        } else {
            ", from 0".to_string()
        };
        Err(Error::new(format!(
            "choose returned {told}; expected a place{expected}, or a move"
        )))
    }

    /// Is the move at `place` of `legal` the one that was refused first?
    fn was_answered(&self, place: usize) -> bool {
        let known = self.turn.legal.get(place);
        match &self.answered {
            Answer::Place(answered) => *answered == place as i64,
            Answer::Move(answered) => known == Some(answered),
            Answer::Json(answered) => known == Some(&Move::from(answered.clone())),
        }
    }

    fn on_again(&mut self, why: &str) -> Result<(), Error> {
        eprintln!("refused: {why}");
        if self.was_answered(self.next) {
            self.next += 1;
        }
        let mut place = self.next;
        self.next += 1;
        if self.turn.has_legal && place >= self.turn.legal.len() {
            place = 0;
        }
        self.send_move(json!(place), None)
    }

    fn send_ready(&mut self) -> Result<(), Error> {
        let mut ready = json!({
            "type": "ready",
            "legal": self.options.legal,
            "events": self.options.events,
        });
        if let Some(name) = &self.options.name {
            ready["name"] = json!(name);
        }
        self.send(&ready)
    }

    fn send_move(&mut self, told: Value, says: Option<String>) -> Result<(), Error> {
        let mut answer = json!({ "move": told });
        if let Some(says) = says {
            answer["say"] = json!(cut(says));
        }
        self.send(&answer)
    }

    fn send(&mut self, answer: &Value) -> Result<(), Error> {
        let line = format!("{answer}\n");
        self.output.write_all(line.as_bytes()).map_err(no_output)?;
        self.output.flush().map_err(no_output)
    }
}

/// Cuts a text for spectators after 500 bytes: the referee records no more, and
/// the length of a line is limited.
fn cut(says: String) -> String {
    let mut says = says.replace('\0', "\u{fffd}"); // the referee refuses it
    let mut size = says.len().min(500);
    while !says.is_char_boundary(size) {
        size -= 1;
    }
    says.truncate(size);
    says
}
