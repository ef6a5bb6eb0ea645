//! Checks the dice of a match, with nothing but SHA-256.
//!
//! Every roll comes with a link.  Hashing a link gives the previous one on its
//! chain, and so on down to the anchor.  The anchor was public before the game,
//! so the roll was fixed by then.  The values are computed from the link and the
//! salt.  What only the whole log can show is left to `referee verify`.

use std::collections::HashMap;

use serde_json::Value;

use crate::sha256::{sha256, Hash};
use crate::turn::text;
use crate::Error;

pub struct Dice {
    seal: Hash,
    salt: Hash,
    links: u64,
    /// By stream and chain: the latest element shown, and its link.
    shown: HashMap<(u64, u64), (u64, Hash)>,
    /// By stream: the number of the last roll.
    last: HashMap<u64, u64>,
    /// Events were omitted, which may have shown the anchor of a chain.
    lost: bool,
}

fn wrong<T>(what: impl std::fmt::Display) -> Result<T, Error> {
    Err(Error::new(format!("dice: {what}")))
}

fn hash_of(text: &str) -> Option<Hash> {
    let digit = |at: usize| match text.as_bytes()[at] {
        digit @ b'0'..=b'9' => Some(digit - b'0'),
        digit @ b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let mut hash = [0; 32];
    if text.len() != 2 * hash.len() {
        return None;
    }
    for (i, byte) in hash.iter_mut().enumerate() {
        *byte = digit(2 * i)? << 4 | digit(2 * i + 1)?;
    }
    Some(hash)
}

fn number(event: &Value, key: &str) -> u64 {
    // Numbers of rolls and chains are below 2^32.
    event[key].as_u64().filter(|n| *n < 1 << 32).unwrap_or(0)
}

/// Does hashing `link`, element `element` of a chain, lead to the shown one?
fn leads_to(link: &Hash, element: u64, shown: &(u64, Hash)) -> bool {
    let mut at = *link;
    for _ in shown.0..element {
        at = sha256(&[b"rollcall link", &at]);
    }
    at == shown.1
}

/// Do `values` follow from `link`, for dice such as "7d6"?
fn values_follow(salt: &Hash, link: &Hash, dice: &str, values: &Value) -> bool {
    let terms = dice.split_once('d').and_then(|(count, sides)| {
        Some((count.parse::<usize>().ok()?, sides.parse::<u32>().ok()?))
    });
    let (count, sides, values) = match (terms, values.as_array()) {
        (Some((count, sides)), Some(values)) if sides > 0 => (count, sides, values),
        _ => return false,
    };
    // Smaller words would make the low values likelier.
    let least = ((1u64 << 32) % u64::from(sides)) as u32;
    let mut words = (0u32..).flat_map(|block| {
        let hash = sha256(&[b"rollcall draw", salt, link, &block.to_be_bytes()]);
        let word =
            |at: usize| u32::from_be_bytes([hash[at], hash[at + 1], hash[at + 2], hash[at + 3]]);
        (0..8).map(|i| word(4 * i)).collect::<Vec<_>>()
    });
    count == values.len()
        && values.iter().all(|value| {
            let word = words.find(|word| *word >= least);
            word.map(|word| u64::from(word % sides) + 1) == value.as_u64()
        })
}

impl Dice {
    pub fn new(terms: &Value) -> Result<Dice, Error> {
        let seal = hash_of(&text(terms, "seal"));
        let salt = hash_of(&text(terms, "salt"));
        match (seal, salt, number(terms, "links")) {
            (Some(seal), Some(salt), links @ 1..) => Ok(Dice {
                seal,
                salt,
                links,
                shown: HashMap::new(),
                last: HashMap::new(),
                lost: false,
            }),
            _ => wrong("the hello line has no seal, salt and links"),
        }
    }

    /// Begins a game; the anchors are those of chain 0 of each stream.
    pub fn begin(&mut self, anchors: &Value) -> Result<(), Error> {
        self.shown.clear();
        self.last.clear();
        self.lost = false;
        let anchors = anchors.as_array().into_iter().flatten();
        for (stream, anchor) in (0..).zip(anchors) {
            match hash_of(anchor.as_str().unwrap_or("")) {
                Some(hash) => self.shown.insert((stream, 0), (0, hash)),
                None => return wrong(format!("the anchor of stream {stream} is none")),
            };
        }
        Ok(())
    }

    /// Checks the events of a turn or over line.
    pub fn read(&mut self, line: &Value) -> Result<(), Error> {
        self.lost |= number(line, "lost") > 0;
        for event in line["events"].as_array().into_iter().flatten() {
            match event["t"].as_str() {
                Some("chain") => self.on_chain(event)?,
                // A roll that another seat sees comes whole with `over`.
                Some("draw") if event["link"].is_null() && !event["to"].is_null() => (),
                Some("draw") => self.on_draw(event)?,
                _ => (),
            }
        }
        Ok(())
    }

    /// Checks that the secret of the match, in hex, is the sealed one.
    pub fn end(&self, secret: &str) -> Result<(), Error> {
        match hash_of(secret) {
            Some(secret) if sha256(&[b"rollcall seal", &secret]) == self.seal => Ok(()),
            _ => wrong("the secret is not the sealed one"),
        }
    }

    fn on_chain(&mut self, event: &Value) -> Result<(), Error> {
        let (stream, chain) = (number(event, "s"), number(event, "c"));
        let name = format!("chain {chain} of stream {stream}");
        if self.shown.contains_key(&(stream, chain)) {
            return wrong(format!("a second anchor of {name}"));
        }
        match hash_of(&text(event, "anchor")) {
            Some(hash) => self.shown.insert((stream, chain), (0, hash)),
            None => return wrong(format!("the anchor of {name} is none")),
        };
        Ok(())
    }

    fn on_draw(&mut self, event: &Value) -> Result<(), Error> {
        let (stream, k) = (number(event, "s"), number(event, "k"));
        let roll = format!("roll {k} of stream {stream}");
        if k <= self.last.get(&stream).copied().unwrap_or(0) {
            return wrong(format!("{roll} comes after a later one"));
        }
        let chain = (stream, (k - 1) / self.links);
        let element = (k - 1) % self.links + 1;
        let link = match hash_of(&text(event, "link")) {
            Some(link) => link,
            None => return wrong(format!("{roll}: the link is none")),
        };
        match self.shown.get(&chain) {
            None if !self.lost => return wrong(format!("{roll}: its chain has no anchor")),
            Some(shown) if !leads_to(&link, element, shown) => {
                return wrong(format!("{roll}: the link does not lead to its anchor"))
            }
            _ => (),
        }
        if !values_follow(&self.salt, &link, &text(event, "dice"), &event["v"]) {
            return wrong(format!("{roll}: the values are not those of the link"));
        }
        self.shown.insert(chain, (element, link));
        self.last.insert(stream, k);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn hex(hash: &Hash) -> String {
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn rolls_that_follow_and_others() {
        // Chains of two links; links[0] is the anchor.
        let mut links = vec![sha256(&[b"a secret"])];
        for _ in 0..2 {
            links.insert(0, sha256(&[b"rollcall link", &links[0]]));
        }
        let seal = hex(&sha256(&[b"rollcall seal", &[0; 32]]));
        let mut dice = Dice::new(&json!({"seal": seal, "salt": seal, "links": 2})).unwrap();
        let anchors = json!([hex(&links[0])]);
        let takes = |dice: &mut Dice, lost: u64, k: u64, link: usize, roll: &str, v: Value| {
            let link = hex(&links[link]);
            let draw = json!({"t": "draw", "s": 0, "k": k, "dice": roll, "v": v, "link": link});
            let done = dice.read(&json!({"lost": lost, "events": [draw]}));
            assert!(done.clone().err().map_or(true, |e| e.to_string().starts_with("dice: ")));
            done.is_ok()
        };
        dice.begin(&anchors).unwrap();
        assert!(takes(&mut dice, 0, 1, 1, "1d1", json!([1])));
        assert!(!takes(&mut dice, 0, 1, 1, "1d1", json!([1])), "twice");
        assert!(!takes(&mut dice, 0, 2, 1, "1d1", json!([1])), "another link");
        assert!(!takes(&mut dice, 0, 2, 2, "1d1", json!([2])));
        assert!(!takes(&mut dice, 0, 2, 2, "2d1", json!([1])));
        assert!(!takes(&mut dice, 0, 2, 2, "1d1", json!([1, 1])));
        assert!(!takes(&mut dice, 0, 2, 2, "1d0", json!([1])));
        assert!(!takes(&mut dice, 0, 3, 2, "1d1", json!([1])), "no anchor");
        assert!(takes(&mut dice, 0, 2, 2, "9d1", json!([1, 1, 1, 1, 1, 1, 1, 1, 1])));
        dice.begin(&anchors).unwrap();
        assert!(takes(&mut dice, 1, 3, 1, "1d1", json!([1])), "it may be lost");
        assert!(!takes(&mut dice, 0, 1, 1, "1d1", json!([1])), "a later one was");
        dice.begin(&anchors).unwrap();
        assert!(!takes(&mut dice, 0, 3, 1, "1d1", json!([1])), "not in this game");
        assert!(dice.end(&seal).is_err());
        assert!(dice.end(&"00".repeat(32)).is_ok());
    }
}
