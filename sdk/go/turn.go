package rollcall

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// Hello is the first line of the referee.
type Hello struct {
	Game   string         `json:"game"`   // its name
	Rules  map[string]any `json:"rules"`  // every option: int, string or bool
	Seats  int            `json:"seats"`  // how many there are
	Names  []string       `json:"names"`  // the entrants, by seat
	Seat   int            `json:"seat"`   // that of the bot, from 0
	Limits Limits         `json:"limits"` // of time
	Dice   DiceSeal       `json:"dice"`   // for NewDice
}

// Limits are in milliseconds. GameMS is 0 where there is no limit.
type Limits struct {
	StartMS int `json:"start_ms"`
	MoveMS  int `json:"move_ms"`
	GameMS  int `json:"game_ms"`
}

// DiceSeal is what the referee fixed before the match; Seal and Salt in hex.
type DiceSeal struct {
	Seal   string `json:"seal"`
	Salt   string `json:"salt"`
	Links  int    `json:"links"`
	Stride int    `json:"stride"`
}

// Game is the line that began a game.
type Game struct {
	Number  int      `json:"number"`  // of this game, from 1
	Of      int      `json:"of"`      // so many games
	Seed    uint64   `json:"seed"`    // below 2^53; Turn.Random starts from it
	Anchors []string `json:"anchors"` // of the dice, in hex, one a stream
}

// Turn is one decision. Its Hello, Game and Random are never nil.
type Turn struct {
	View   json.RawMessage // the position; Turn.Pig() and its like decode it
	Legal  []Move          // every legal move once; nil with NoLegal
	Events []Event         // what happened since the last; nil with NoEvents
	Lost   int             // events left out because the line was too long
	MS     int             // milliseconds left for the answer
	Hello  *Hello
	Game   *Game
	Random *Random // seeded anew for every game
	Say    string  // set it, and spectators are told it with the move
}

// Event is a line of the match log. T says which kind it is, and so which
// fields are used.
type Event struct {
	T string `json:"t"` // "chain", "draw", "move", "again" or "fault"

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
	Link   string `json:"link"`   // draw

	Raw json.RawMessage `json:"-"` // all of it
}

// UnmarshalJSON reads an event of any kind.
func (e *Event) UnmarshalJSON(text []byte) error {
	type plain Event
	event := plain{Raw: append([]byte(nil), text...)}
	err := decode(text, &event)
	*e = Event(event)
	return err
}

// A line has the keys of all lines but hello and game.
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

// next is the turn of a line that follows the turn t, or the line before it.
func (t *Turn) next(line line) *Turn {
	return &Turn{View: line.View, Legal: line.Legal, Events: line.Events,
		Lost: line.Lost, MS: line.MS, Hello: t.Hello, Game: t.Game,
		Random: t.Random}
}

// TurnFrom makes a turn of a recorded line, for tests. Of hello and game, nil
// is an empty one.
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

// TurnOf makes a turn of the named game, for tests. The view is of the game's
// type, such as Bolo7View, or any value that encodes as its JSON.
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

// object splits a JSON object into its keys and their values.
func object(text []byte) (map[string]json.RawMessage, error) {
	var values map[string]json.RawMessage
	err := json.Unmarshal(text, &values)
	if err == nil && values == nil {
		err = errors.New("it is null")
	}
	return values, err
}

// decode reads a JSON object into a struct by the names in its tags. Unlike
// json.Unmarshal it minds the case of the keys; an integer in a map is an int.
func decode(text []byte, target any) error {
	values, err := object(text)
	if err != nil {
		return err
	}
	return decodeFields(values, target)
}

func decodeFields(values map[string]json.RawMessage, target any) error {
	into := reflect.ValueOf(target).Elem()
	for i := 0; i < into.NumField(); i++ {
		key := into.Type().Field(i).Tag.Get("json")
		value, ok := values[key]
		if !ok {
			continue
		}
		field := into.Field(i)
		var err error
		switch target := field.Addr().Interface().(type) {
		case *map[string]any:
			*target, err = decodeMap(value)
		case *Limits, *DiceSeal:
			err = decode(value, target)
		default:
			err = json.Unmarshal(value, target)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

func decodeMap(text []byte) (map[string]any, error) {
	var values map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	err := decoder.Decode(&values)
	for key, value := range values {
		if number, ok := value.(json.Number); ok {
			if whole, err := number.Int64(); err == nil {
				values[key] = int(whole)
			}
		}
	}
	return values, err
}
