// Package rollcall talks to the referee of Rollcall, so that a bot is a single
// function:
//
//	package main
//
//	import "rollcall"
//
//	func choose(turn *rollcall.Turn) rollcall.Answer {
//		return rollcall.Place(turn.Random.Below(len(turn.Legal)))
//	}
//
//	func main() {
//		rollcall.Run(choose, rollcall.Options{})
//	}
package rollcall

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
)

// Options are the options of Run. The zero value suits most bots.
type Options struct {
	// Name is the full name of the bot, for spectators; "" sends none.
	Name string
	// NoLegal leaves the legal moves out of every turn, NoEvents the events.
	// This makes the lines shorter.
	NoLegal, NoEvents bool
	// Verify checks every roll as it comes and the seal at the end; see Dice.
	// It needs the events.
	Verify bool
	// Input and Output replace standard input and output, for tests.
	Input  io.Reader
	Output io.Writer
}

// Answer is what a bot answers: a Place or a Move.
type Answer interface{ isAnswer() }

// Place is a place in Turn.Legal, from 0.
type Place int

func (Place) isAnswer() {}

// Run plays the match and calls choose for every decision. It returns when the
// match or the input ends. After an error, such as a panic in choose, it prints
// the error to standard error and ends the program with status 1.
//
// Without Options.Output, standard output is kept for the answers from here on:
// what the program prints goes to standard error. Print nothing before the call.
func Run(choose func(*Turn) Answer, options Options) {
	if err := Play(choose, options); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Play does the same as Run, but returns the error. A panic in choose becomes an
// error, too; its text has the stack trace and the line that caused it.
func Play(choose func(*Turn) Answer, options Options) error {
	m := match{choose: choose, options: options,
		turn: &Turn{Hello: &Hello{}, Game: &Game{}, Random: NewRandom(0)}}
	if options.Verify && options.NoEvents {
		return errors.New("to verify the dice, a bot needs the events: " +
			"set Verify or NoEvents, not both")
	}
	input := options.Input
	if input == nil {
		input = os.Stdin
	}
	m.output = options.Output
	if m.output == nil {
		var err error
		if m.output, err = keepOutput(); err != nil {
			return fmt.Errorf("cannot redirect standard output: %w", err)
		}
	}
	lines := bufio.NewReaderSize(input, 65536)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return fmt.Errorf("cannot read from the referee: %w", err)
		}
		over := err == io.EOF
		if line = bytes.TrimSpace(line); len(line) > 0 {
			bye, err := m.read(line)
			if err != nil {
				return err
			}
			over = over || bye
		}
		if over {
			return nil
		}
	}
}

// A match is the state of a match between two lines.
type match struct {
	choose  func(*Turn) Answer
	options Options
	output  io.Writer
	dice    *Dice
	turn    *Turn    // the last one
	tried   []Answer // the answers to it
}

// read handles a line from the referee and returns true after the last one.
func (m *match) read(text []byte) (bool, error) {
	values, err := object(text)
	if err != nil {
		return false, fmt.Errorf("the referee sent a line that is not JSON "+
			"(%w): %s", err, beginning(text, 200))
	}
	var kind string
	// A type that is not a string is ignored, like an unknown one.
	_ = json.Unmarshal(values["type"], &kind)
	var hello Hello
	var game Game
	var line line
	switch kind {
	case "hello":
		err = decodeFields(values, &hello)
	case "game":
		err = decodeFields(values, &game)
	case "turn", "again", "over", "bye":
		err = decodeFields(values, &line)
	}
	if err != nil {
		return false, fmt.Errorf("the referee sent a line that is not of "+
			"the protocol (%w): %s", err, beginning(text, 200))
	}
	if m.dice != nil && (kind == "turn" || kind == "over") {
		if err := m.dice.Read(line.Events, line.Lost); err != nil {
			return false, err
		}
	}
	switch kind {
	case "hello":
		return false, m.begin(&hello)
	case "game":
		m.turn = &Turn{Hello: m.turn.Hello, Game: &game,
			Random: NewRandom(game.Seed)}
		if m.dice != nil {
			return false, m.dice.Begin(game.Anchors)
		}
	case "turn":
		m.turn = m.turn.next(line)
		move, err := m.decide(text)
		if err != nil {
			return false, err
		}
		m.tried = []Answer{move}
		return false, m.send(answer{move, harmless(m.turn.Say)})
	case "again":
		fmt.Fprintf(os.Stderr, "refused: %s\n", line.Why)
		place := m.another()
		m.tried = append(m.tried, place)
		return false, m.send(answer{place, ""})
	case "bye":
		if m.dice != nil {
			return true, m.dice.End(line.Secret)
		}
		return true, nil
	}
	return false, nil
}

func (m *match) begin(hello *Hello) (err error) {
	if m.options.Verify {
		if m.dice, err = NewDice(hello.Dice); err != nil {
			return err
		}
	}
	m.turn = &Turn{Hello: hello, Game: &Game{}, Random: NewRandom(0)}
	return m.send(ready{"ready", m.options.Name, !m.options.NoLegal,
		!m.options.NoEvents})
}

// decide asks the bot for an answer and checks that it is a place or a move.
func (m *match) decide(text []byte) (result Answer, err error) {
	returned := false
	defer func() {
		// After panic(nil) the reason may be nil.
		if reason := recover(); !returned {
			err = fmt.Errorf("panic: %v\n\n%s\nthe line: %s",
				reason, debug.Stack(), beginning(text, 2000))
		}
	}()
	result = m.choose(m.turn)
	returned = true
	expected := "a place, from 0, or a move"
	if legal := m.turn.Legal; len(legal) > 0 {
		expected = fmt.Sprintf("a place in legal, 0 to %d, or a move",
			len(legal)-1)
	}
	switch answer := result.(type) {
	case Place:
		if answer >= 0 && (m.turn.Legal == nil ||
			int(answer) < len(m.turn.Legal)) {
			return answer, nil
		}
	case Move:
		// A move without fields is a mistake, unless it is legal.
		if !answer.Equal(Move{}) || m.turn.isLegal(answer) {
			return answer, nil
		}
	case nil:
		return nil, fmt.Errorf("choose returned nil; expected %s", expected)
	default:
		return nil, fmt.Errorf("choose returned %v (%T); expected %s",
			result, result, expected)
	}
	return nil, fmt.Errorf("choose returned %v; expected %s", result, expected)
}

// another returns the first place in Turn.Legal that has not been tried, either
// as a place or as the move itself; 0 if all have.
func (m *match) another() Place {
	for place := 0; ; place++ {
		if m.turn.Legal != nil && place >= len(m.turn.Legal) {
			return 0
		}
		tried := false
		for _, answer := range m.tried {
			move, ok := answer.(Move)
			tried = tried || answer == Answer(Place(place)) ||
				ok && m.turn.Legal != nil &&
					move.Equal(m.turn.Legal[place])
		}
		if !tried {
			return Place(place)
		}
	}
}

type ready struct {
	Type   string `json:"type"`
	Name   string `json:"name,omitempty"`
	Legal  bool   `json:"legal"`
	Events bool   `json:"events"`
}

type answer struct {
	Move Answer `json:"move"`
	Say  string `json:"say,omitempty"`
}

// harmless makes a text for spectators safe to send: it is cut after 500 bytes,
// which is all that the referee records, and a NUL, which would make the answer
// a fault, is replaced.
func harmless(say string) string {
	say = strings.ToValidUTF8(say, "\ufffd")
	say = strings.ReplaceAll(say, "\x00", "\ufffd")
	if len(say) > 500 {
		say = strings.ToValidUTF8(say[:500], "")
	}
	return say
}

// send writes a line immediately, without a buffer.
func (m *match) send(value any) error {
	text, err := encode(value)
	if err != nil {
		return fmt.Errorf("cannot send an answer: %w", err)
	}
	if _, err = m.output.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("cannot write to the referee: %w", err)
	}
	return nil
}

// beginning returns at most so many characters of a line.
func beginning(text []byte, most int) string {
	for at := range string(text) {
		if most == 0 {
			return string(text[:at])
		}
		most--
	}
	return string(text)
}

// encode is json.Marshal without the escapes for HTML.
func encode(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimRight(text.Bytes(), "\n"), err
}
