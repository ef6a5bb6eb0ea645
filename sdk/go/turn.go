package rollcall

import (
	"encoding/json"
	"fmt"
)

// Hello is the first line of the referee.
type Hello struct {
	Game   string         `json:"game"`   // the name of the game
	Rules  map[string]any `json:"rules"`  // every option: int, string or bool
	Seats  int            `json:"seats"`  // the number of seats
	Names  []string       `json:"names"`  // the entrants, by seat
	Seat   int            `json:"seat"`   // the bot's own seat, from 0
	Limits Limits         `json:"limits"` // the time limits
	Dice   DiceSeal       `json:"dice"`   // for NewDice
}

// Limits are in milliseconds: until ready, for each answer, and for all answers
// of a game together. GameMS 0 means no limit.
type Limits struct {
	StartMS int `json:"start_ms"`
	MoveMS  int `json:"move_ms"`
	GameMS  int `json:"game_ms"`
}

// DiceSeal is what fixed the dice before the match. Seal and Salt are in hex, a
// chain has Links links, and a turn reserves Stride of them.
type DiceSeal struct {
	Seal   string `json:"seal"`
	Salt   string `json:"salt"`
	Links  int    `json:"links"`
	Stride int    `json:"stride"`
}

// Game is the line that began a game.
type Game struct {
	Number  int      `json:"number"`  // the number of this game, from 1
	Of      int      `json:"of"`      // the number of games
	Seed    uint64   `json:"seed"`    // below 2^53; the seed of Turn.Random
	Anchors []string `json:"anchors"` // for the dice, in hex, one per stream
}

// Turn is one decision. Its Hello, Game and Random are never nil.
type Turn struct {
	View   json.RawMessage // the position; Turn.Pig() and the like decode it
	Legal  []Move          // every legal move once; nil with NoLegal
	Events []Event         // the new log lines; nil with NoEvents
	Lost   int             // oldest events, left out for length
	MS     int             // milliseconds left for the answer
	Hello  *Hello
	Game   *Game
	Random *Random // seeded anew for every game
	Say    string  // a text for spectators, which is cut after 500 bytes
}

// Event is a line of the match log. T is its kind, which decides what fields are
// used.
type Event struct {
	T string `json:"t"` // "chain", "draw", "move", "again", "fault" or "event"

	Seat   int    `json:"seat"`   // move, again, fault
	Move   Move   `json:"move"`   // move
	Fault  string `json:"fault"`  // fault
	Detail string `json:"detail"` // fault

	S      int    `json:"s"`      // chain, draw: the stream
	C      int    `json:"c"`      // chain: its number
	Anchor string `json:"anchor"` // chain
	K      int    `json:"k"`      // draw: its number in the stream
	Dice   string `json:"dice"`   // draw: such as "7d6"
	V      []int  `json:"v"`      // draw: the values
	Link   string `json:"link"`   // draw; "": only another seat sees the roll

	Raw json.RawMessage `json:"-"` // the whole line
}

// UnmarshalJSON reads an event of any kind.
func (e *Event) UnmarshalJSON(text []byte) error {
	if _, err := object(text); err != nil {
		return err
	}
	return e.read(append([]byte(nil), text...))
}

// hidden reports whether only one seat sees a roll.
func (e *Event) hidden() bool {
	values, err := members(e.Raw)
	return err == nil && values["to"] != nil
}

// read does the same; text has to be valid JSON, and the event refers to it.
func (e *Event) read(text []byte) error {
	values, err := members(text)
	if err != nil {
		return err
	}
	*e = Event{Raw: text}
	switch string(values["t"]) {
	case `"chain"`, `"draw"`, `"move"`, `"again"`, `"fault"`:
		return decodeFields(values, e)
	}
	// An event of a later version: its keys may have any type.
	_ = json.Unmarshal(values["t"], &e.T)
	return nil
}

// A line has the keys of all lines except hello and game.
type line struct {
	Type   string          `json:"type"`
	View   json.RawMessage `json:"view"`
	Legal  []Move          `json:"legal"`
	Events []Event         `json:"events"`
	Lost   int             `json:"lost"`
	MS     int             `json:"ms"`
	Why    string          `json:"why"`
	Secret string          `json:"secret"`
}

// next returns the turn of a line, in the same match and game as t.
func (t *Turn) next(line line) *Turn {
	return &Turn{View: line.View, Legal: line.Legal, Events: line.Events,
		Lost: line.Lost, MS: line.MS, Hello: t.Hello, Game: t.Game,
		Random: t.Random}
}

// TurnFrom makes a turn from a recorded turn line, for tests. A hello or game
// that is nil counts as empty.
func TurnFrom(text string, hello *Hello, game *Game) (*Turn, error) {
	var line line
	if err := decode([]byte(text), &line); err != nil {
		return nil, err
	}
	if line.Type != "turn" {
		return nil, fmt.Errorf("expected a line of the type turn, found %q",
			line.Type)
	}
	if hello == nil {
		hello = &Hello{}
	}
	if game == nil {
		game = &Game{}
	}
	before := Turn{Hello: hello, Game: game, Random: NewRandom(game.Seed)}
	return before.next(line), nil
}

// TurnOf makes a turn of the named game, for tests. The view has the game's type,
// such as Bolo7View, or is any value that encodes to the same JSON.
func TurnOf(game string, view any, legal ...Move) (*Turn, error) {
	text, err := encode(view)
	return &Turn{View: text, Legal: legal, MS: 1000, Random: NewRandom(0),
		Hello: &Hello{Game: game}, Game: &Game{}}, err
}

func (t *Turn) isLegal(move Move) bool {
	for _, legal := range t.Legal {
		if legal.Equal(move) {
			return true
		}
	}
	return false
}
