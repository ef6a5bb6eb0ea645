//! The view of each game; docs/games/GAME.md explains the fields.

use serde::Deserialize;
use serde_json::Value;

use crate::Turn;

/// Defines a struct whose fields are the keys of a view, and the method of `Turn`
/// that reads it.  A field with a default may be absent in recorded views.
macro_rules! view {
    ($(#[$doc:meta])* $name:ident, $game:ident {
        $($field:ident: $type:ty $(= $absent:expr)?),* $(,)?
    }) => {
        $(#[$doc])*
        #[allow(missing_docs)]
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(pub $field: $type,)*
        }

        impl Turn {
            /// The view, or `None` if the match or the view is of another game.
            pub fn $game(&self) -> Option<$name> {
                let game = &self.hello.game;
                if !game.is_empty() && game != stringify!($game) {
                    return None;
                }
                Some($name {
                    $($field: {
                        let absent = [$($absent)?].into_iter().next();
                        field(&self.view, stringify!($field), absent)?
                    },)*
                })
            }
        }
    };
}

fn field<'a, T: Deserialize<'a>>(view: &'a Value, key: &str, absent: Option<T>) -> Option<T> {
    match view.get(key) {
        Some(value) => T::deserialize(value).ok(),
        None => absent,
    }
}

view!(
    /// The view of Pig.
    Pig, pig {
        seat: usize,
        scores: Vec<i64>,
        turns: Vec<i64>,
        out: Vec<usize> = vec![],
        total: i64,
        roll: Vec<i64>,
    }
);

view!(
    /// The view of Bolo with seven dice.
    Bolo7, bolo7 {
        phase: String,
        seat: usize,
        scores: Vec<i64>,
        turns: Vec<i64>,
        out: Vec<usize> = vec![],
        total: i64,
        roll: Vec<i64>,
        need: i64,
        open: Vec<(i64, i64)>,
        trigger: i64,
        queue: Vec<usize>,
        contenders: Vec<usize>,
    }
);

view!(
    /// The view of Bolo with five dice.
    Bolo5, bolo5 {
        phase: String,
        seat: usize,
        scores: Vec<i64>,
        turns: Vec<i64>,
        out: Vec<usize> = vec![],
        total: i64,
        roll: Vec<i64>,
        need: i64,
        trigger: i64,
        queue: Vec<usize>,
    }
);

view!(
    /// The view of Volle Lotte.
    Vollelotte, vollelotte {
        phase: String,
        seat: usize,
        scores: Vec<i64>,
        turns: Vec<i64>,
        out: Vec<usize> = vec![],
        total: i64,
        roll: Vec<i64>,
        trigger: i64,
        queue: Vec<usize>,
        card: String,
        under: i64,
        lottes: i64,
        faces: Vec<i64>,
        deck: Vec<i64>,
    }
);

view!(
    /// The view of Rolit.
    Rolit, rolit {
        size: usize,
        board: String,
        seat: usize,
        colours: Vec<String>,
        balls: Vec<i64>,
        turns: Vec<i64>,
        out: Vec<usize> = vec![],
    }
);

view!(
    /// The view of Black-Pot.
    Blackpot, blackpot {
        asked: String,
        seat: usize,
        roll: Vec<i64>,
        numbers: Vec<i64>,
        own: String,
        used: String,
        pawns: Vec<i64>,
        points: Vec<i64>,
        turns: Vec<i64>,
        roller: usize,
        queue: Vec<usize>,
        idle: i64,
        indicated: Vec<i64>,
        closing: bool,
        starter: i64 = -1,
        challenger: i64 = -1,
    }
);
