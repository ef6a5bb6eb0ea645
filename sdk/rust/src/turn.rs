//! Makes a turn from the lines of the referee.

use serde_json::{Map, Value};

use crate::{Error, Move, Random};

/// The first line of the match.  Absent fields are empty or 0.
#[derive(Clone, Debug, Default)]
pub struct Hello {
    /// The game, such as `pig`.
    pub game: String,
    /// Every rule and its value.
    pub rules: Value,
    /// The number of seats.
    pub seats: usize,
    /// The entrants, by seat.
    pub names: Vec<String>,
    /// The bot's own seat, from 0.
    pub seat: usize,
    /// The time limits.
    pub limits: Limits,
    /// What fixed the dice before the match.
    pub dice: DiceTerms,
    /// The whole line.
    pub line: Value,
}

/// The time limits, in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Until the bot is ready.
    pub start_ms: i64,
    /// For each answer.
    pub move_ms: i64,
    /// For all answers of a game; 0: no limit.
    pub game_ms: i64,
}

/// What fixed the dice before the match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiceTerms {
    /// The hash of the secret, in hex.
    pub seal: String,
    /// The salt of the rolls, in hex.
    pub salt: String,
    /// The number of links of a chain.
    pub links: i64,
    /// The number of links reserved for a turn.
    pub stride: i64,
}

/// The line that began the game.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The number of this game, from 1.
    pub number: i64,
    /// The number of games.
    pub of: i64,
    /// The seed of `Turn::random`; below 2^53.
    pub seed: u64,
    /// The anchors of chain 0 of each stream, in hex.
    pub anchors: Vec<String>,
    /// The whole line.
    pub line: Value,
}

/// A decision.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The first line of the match.
    pub hello: Hello,
    /// The line that began the game.
    pub game: Game,
    /// All that this seat may know; `pig()`, `bolo7()` and so on give it a type.
    pub view: Value,
    /// Every legal move once; empty if `Options::legal` is false.
    pub legal: Vec<Move>,
    /// The new log lines; empty if `Options::events` is false.
    pub events: Vec<Value>,
    /// How many of the oldest events were left out, for length.
    pub lost: i64,
    /// Milliseconds left for the answer.
    pub ms: i64,
    /// Random numbers, seeded anew for each game.
    pub random: Random,
    /// A text for spectators, set by the bot; cut after 500 bytes.
    pub say: Option<String>,
    /// Whether the line had `legal`.
    pub(crate) has_legal: bool,
}

pub(crate) fn text(object: &Value, key: &str) -> String {
    object[key].as_str().unwrap_or("").to_string()
}

fn number(object: &Value, key: &str) -> i64 {
    object[key].as_i64().unwrap_or(0)
}

fn count(object: &Value, key: &str) -> usize {
    usize::try_from(number(object, key)).unwrap_or(0)
}

fn texts(object: &Value, key: &str) -> Vec<String> {
    let texts = object[key].as_array().into_iter().flatten();
    texts
        .map(|text| text.as_str().unwrap_or("").to_string())
        .collect()
}

fn take_list(object: &mut Value, key: &str) -> Option<Vec<Value>> {
    match object.get_mut(key)?.take() {
        Value::Array(list) => Some(list),
        _ => None,
    }
}

impl Turn {
    pub(crate) fn new() -> Turn {
        Turn {
            hello: Hello::default(),
            game: Game::default(),
            view: Value::Null,
            legal: Vec::new(),
            events: Vec::new(),
            lost: 0,
            ms: 0,
            random: Random::new(0),
            say: None,
            has_legal: false,
        }
    }

    pub(crate) fn hello(&mut self, line: Value) {
        let (limits, dice) = (&line["limits"], &line["dice"]);
        self.hello = Hello {
            game: text(&line, "game"),
            rules: line["rules"].clone(),
            seats: count(&line, "seats"),
            names: texts(&line, "names"),
            seat: count(&line, "seat"),
            limits: Limits {
                start_ms: number(limits, "start_ms"),
                move_ms: number(limits, "move_ms"),
                game_ms: number(limits, "game_ms"),
            },
            dice: DiceTerms {
                seal: text(dice, "seal"),
                salt: text(dice, "salt"),
                links: number(dice, "links"),
                stride: number(dice, "stride"),
            },
            line,
        };
    }

    pub(crate) fn game(&mut self, line: Value) {
        self.game = Game {
            number: number(&line, "number"),
            of: number(&line, "of"),
            seed: line["seed"].as_u64().unwrap_or(0),
            anchors: texts(&line, "anchors"),
            line,
        };
        self.random = Random::new(self.game.seed);
    }

    pub(crate) fn next(&mut self, mut line: Value) {
        let legal = take_list(&mut line, "legal");
        self.has_legal = legal.is_some();
        let legal = legal.into_iter().flatten();
        self.legal = legal.map(Move::from).collect();
        self.events = take_list(&mut line, "events").unwrap_or_default();
        self.lost = number(&line, "lost");
        self.ms = number(&line, "ms");
        self.view = line["view"].take();
    }
}

fn object(text: &str) -> Result<Value, Error> {
    match serde_json::from_str::<Map<String, Value>>(text) {
        Ok(object) => Ok(Value::Object(object)),
        Err(error) => Err(Error::new(format!("not a JSON object: {error}"))),
    }
}

/// Makes a turn from a recorded `turn` line, and from the `hello` and `game`
/// lines before it, if given.  Returns an error if one is not a JSON object.
pub fn turn_from(line: &str, hello: Option<&str>, game: Option<&str>) -> Result<Turn, Error> {
    let mut turn = Turn::new();
    if let Some(hello) = hello {
        turn.hello(object(hello)?);
    }
    if let Some(game) = game {
        turn.game(object(game)?);
    }
    turn.next(object(line)?);
    Ok(turn)
}

/// Makes a turn of a game from a view and the legal moves.
pub fn turn_of(game: &str, view: Value, legal: Vec<Move>) -> Turn {
    let mut turn = Turn::new();
    turn.hello.game = game.to_string();
    turn.view = view;
    turn.legal = legal;
    turn.has_legal = true;
    turn
}
