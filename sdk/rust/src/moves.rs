//! Moves of all games, and what `choose` may answer.

use serde_json::{Map, Value};

/// A move.  Each game uses some of the fields; the others are `None` or `false`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Move {
    /// The dice to keep.
    pub keep: Option<Vec<i64>>,
    /// `roll`, `bank` or `card`.
    pub then: Option<String>,
    /// A cell, such as `d6`.
    pub cell: Option<String>,
    /// Cells, in the order of placement.
    pub cells: Option<Vec<String>>,
    /// Whether it is a pass.
    pub pass: bool,
    /// The values of a combination; empty to decline.
    pub indicate: Option<Vec<i64>>,
    /// All other fields, and those of other types, unchanged.
    pub other: Map<String, Value>,
    /// The whole move, if it is not a JSON object (in an unknown game); else
    /// null.
    pub bare: Value,
}

impl Move {
    /// Keeps these dice; `then` is `roll`, `bank` or `card`.
    pub fn keep(dice: &[i64], then: &str) -> Move {
        Move {
            keep: Some(dice.to_vec()),
            ..Move::then(then)
        }
    }

    /// Makes the move `roll` or `bank`, in a game where no dice are kept.
    pub fn then(then: &str) -> Move {
        Move {
            then: Some(then.to_string()),
            ..Move::default()
        }
    }

    /// Places a ball on this cell.
    pub fn cell(cell: &str) -> Move {
        Move {
            cell: Some(cell.to_string()),
            ..Move::default()
        }
    }

    /// Places pawns on these cells, in this order.
    pub fn cells<S: AsRef<str>>(cells: &[S]) -> Move {
        let cells = cells.iter().map(|cell| cell.as_ref().to_string());
        Move {
            cells: Some(cells.collect()),
            ..Move::default()
        }
    }

    /// Passes, or claims a pass.
    pub fn pass() -> Move {
        Move {
            pass: true,
            ..Move::default()
        }
    }

    /// Challenges a claim with these values, or declines with none.
    pub fn indicate(values: &[i64]) -> Move {
        Move {
            indicate: Some(values.to_vec()),
            ..Move::default()
        }
    }
}

fn numbers(value: &Value) -> Option<Vec<i64>> {
    value.as_array()?.iter().map(Value::as_i64).collect()
}

fn texts(value: &Value) -> Option<Vec<String>> {
    let text = |value: &Value| Some(value.as_str()?.to_string());
    value.as_array()?.iter().map(text).collect()
}

impl From<Value> for Move {
    fn from(value: Value) -> Move {
        let mut found = Move::default();
        let parts = match value {
            Value::Object(parts) => parts,
            bare => return Move { bare, ..found },
        };
        for (key, part) in parts {
            let text = || part.as_str().map(str::to_string);
            match key.as_str() {
                "keep" => found.keep = numbers(&part),
                "then" => found.then = text(),
                "cell" => found.cell = text(),
                "cells" => found.cells = texts(&part),
                "pass" => found.pass = part == Value::Bool(true),
                "indicate" => found.indicate = numbers(&part),
                _ => (),
            }
            let known = match key.as_str() {
                "keep" => found.keep.is_some(),
                "then" => found.then.is_some(),
                "cell" => found.cell.is_some(),
                "cells" => found.cells.is_some(),
                "pass" => found.pass,
                "indicate" => found.indicate.is_some(),
                _ => false,
            };
            if !known {
                found.other.insert(key, part);
            }
        }
        found
    }
}

impl From<Move> for Value {
    fn from(from: Move) -> Value {
        if !from.bare.is_null() {
            return from.bare;
        }
        let mut parts = from.other;
        let mut add = |key: &str, part: Option<Value>| {
            if let Some(part) = part {
                parts.insert(key.to_string(), part);
            }
        };
        add("keep", from.keep.map(Value::from));
        add("then", from.then.map(Value::from));
        add("cell", from.cell.map(Value::from));
        add("cells", from.cells.map(Value::from));
        add(
            "pass",
            if from.pass {
                Some(Value::Bool(true))
            } else {
                None
            },
        );
        add("indicate", from.indicate.map(Value::from));
        Value::Object(parts)
    }
}

/// What `choose` returns, or what its result is converted to.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A place in `legal`, from 0.
    Place(i64),
    /// The move itself.
    Move(Move),
    /// The move itself, as JSON.
    Json(Value),
}

impl From<i32> for Answer {
    fn from(place: i32) -> Answer {
        Answer::Place(place.into())
    }
}

impl From<i64> for Answer {
    fn from(place: i64) -> Answer {
        Answer::Place(place)
    }
}

impl From<usize> for Answer {
    fn from(place: usize) -> Answer {
        Answer::Place(i64::try_from(place).unwrap_or(i64::MAX))
    }
}

impl From<Move> for Answer {
    fn from(answer: Move) -> Answer {
        Answer::Move(answer)
    }
}

impl From<&Move> for Answer {
    fn from(answer: &Move) -> Answer {
        Answer::Move(answer.clone())
    }
}

impl From<Value> for Answer {
    fn from(answer: Value) -> Answer {
        Answer::Json(answer)
    }
}
