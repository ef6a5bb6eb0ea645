package rollcall

import (
	"bytes"
	"encoding/json"
	"reflect"
	"sort"
)

// Move is a move written out. A game uses some of its fields and leaves the
// others at their zero value; an empty list that is not nil is sent as [].
// The functions Keep, Then, Cell, Cells, Pass and Indicate make moves.
type Move struct {
	Keep     []int    // the dice kept
	Then     string   // "roll", "bank" or "card"
	Cell     string   // such as "d6"
	Cells    []string // in the order in which they are placed on
	Pass     bool
	Indicate []int // the values that a challenger names

	// Other has the fields that are none of these, for games that this
	// package does not know.
	Other map[string]json.RawMessage
	// A move of such a game may not even be an object.
	whole json.RawMessage
}

func (Move) isAnswer() {}

// Keep keeps these dice, then goes on as the word says: "roll", "bank", "card".
func Keep(dice []int, then string) Move {
	return Move{Keep: append([]int{}, dice...), Then: then}
}

// Then is "roll" or "bank" in a game without anything to keep.
func Then(word string) Move { return Move{Then: word} }

// Cell places a ball on a cell.
func Cell(name string) Move { return Move{Cell: name} }

// Cells places pawns on cells, in this order; on none, it is the empty list.
func Cells(names ...string) Move {
	return Move{Cells: append([]string{}, names...)}
}

// Pass passes.
func Pass() Move { return Move{Pass: true} }

// Indicate challenges with these values, or lets the claim stand with none.
func Indicate(values ...int) Move {
	return Move{Indicate: append([]int{}, values...)}
}

// Equal is true for moves that are the same JSON, up to the order of keys.
func (m Move) Equal(other Move) bool {
	a, errA := m.MarshalJSON()
	b, errB := other.MarshalJSON()
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// String is the move as it is sent.
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

// UnmarshalJSON reads a move of any game. What the fields cannot hold exactly
// is kept as it is, in Other.
func (m *Move) UnmarshalJSON(text []byte) error {
	var whole bytes.Buffer
	if err := json.Compact(&whole, text); err != nil {
		return err
	}
	m.read(whole.Bytes())
	return nil
}

// read does the same with text that is JSON for certain, and stays.
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
