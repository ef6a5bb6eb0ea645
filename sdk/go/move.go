package rollcall

import (
	"bytes"
	"encoding/json"
	"reflect"
	"sort"
)

// Move is a move written out. A game uses some of its fields; the others keep
// their zero value. An empty list that is not nil is sent as []. The functions
// Keep, Then, Cell, Cells, Pass and Indicate make moves.
type Move struct {
	Keep     []int    // the dice kept
	Then     string   // "roll", "bank" or "card"
	Cell     string   // such as "d6"
	Cells    []string // in the order of placement
	Pass     bool
	Indicate []int // the values that a challenger names

	// Other has all other fields, for games that this package does not know.
	Other map[string]json.RawMessage
	// The whole move, if it is not an object, in such a game.
	whole json.RawMessage
}

func (Move) isAnswer() {}

// Keep keeps these dice; then is "roll", "bank" or "card".
func Keep(dice []int, then string) Move {
	return Move{Keep: append([]int{}, dice...), Then: then}
}

// Then makes the move "roll" or "bank" in a game where no dice are kept.
func Then(word string) Move { return Move{Then: word} }

// Cell places a ball on a cell such as "d6".
func Cell(name string) Move { return Move{Cell: name} }

// Cells places pawns on cells, in this order. Without names the list is empty.
func Cells(names ...string) Move {
	return Move{Cells: append([]string{}, names...)}
}

// Pass passes, or claims a pass.
func Pass() Move { return Move{Pass: true} }

// Indicate challenges a claim with these values, or accepts it with none.
func Indicate(values ...int) Move {
	return Move{Indicate: append([]int{}, values...)}
}

// Equal reports whether two moves are the same JSON, up to the order of keys.
func (m Move) Equal(other Move) bool {
	a, errA := m.MarshalJSON()
	b, errB := other.MarshalJSON()
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// String returns the move as it is sent.
func (m Move) String() string {
	text, err := m.MarshalJSON()
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// MarshalJSON writes exactly the fields that the move has.
func (m Move) MarshalJSON() ([]byte, error) {
	if m.whole != nil {
		return m.whole, nil
	}
	var text bytes.Buffer
	add := func(key string, value any) error {
		name, err := encode(key)
		if err != nil {
			return err
		}
		words, err := encode(value)
		if err != nil {
			return err
		}
		if text.Len() > 0 {
			text.WriteByte(',')
		}
		text.Write(name)
		text.WriteByte(':')
		text.Write(words)
		return nil
	}
	for _, field := range m.fields() {
		if reflect.ValueOf(field.target).Elem().IsZero() {
			continue
		}
		if err := add(field.key, field.target); err != nil {
			return nil, err
		}
	}
	keys := make([]string, 0, len(m.Other))
	for key := range m.Other {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	for _, key := range keys {
		if err := add(key, m.Other[key]); err != nil {
			return nil, err
		}
	}
	return []byte("{" + text.String() + "}"), nil
}

// UnmarshalJSON reads a move of any game. Values that do not fit the fields
// exactly are kept unchanged in Other.
func (m *Move) UnmarshalJSON(text []byte) error {
	var whole bytes.Buffer
	if err := json.Compact(&whole, text); err != nil {
		return err
	}
	m.read(whole.Bytes())
	return nil
}

// read does the same; text has to be valid JSON, and the move refers to it.
func (m *Move) read(text []byte) {
	*m = Move{}
	values, err := members(text)
	if err != nil {
		m.whole = text
		return
	}
	for _, field := range m.fields() {
		value, ok := values[field.key]
		if !ok {
			continue
		}
		target := reflect.ValueOf(field.target).Elem()
		if set(field.target, value) != nil {
			target.Set(reflect.Zero(target.Type()))
		}
		if !target.IsZero() {
			delete(values, field.key)
		}
	}
	if len(values) > 0 {
		m.Other = values
	}
}

type moveField struct {
	key    string
	target any
}

func (m *Move) fields() []moveField {
	return []moveField{{"keep", &m.Keep}, {"then", &m.Then},
		{"cell", &m.Cell}, {"cells", &m.Cells}, {"pass", &m.Pass},
		{"indicate", &m.Indicate}}
}
