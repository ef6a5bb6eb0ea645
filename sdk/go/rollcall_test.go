package rollcall

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"strings"
	"testing"
)

const (
	hello = `{"type":"hello","protocol":1,"game":"pig","rules":{"target":100,` +
		`"ranking":"winner","swap":true},"seats":2,"names":["ann","bob"],` +
		`"seat":1,"limits":{"start_ms":1,"move_ms":2,"game_ms":3}}` + "\n"
	game = `{"type":"game","number":2,"of":3,"seed":7,"anchors":[]}` + "\n"
	turn = `{"type":"turn","ms":9,"events":[],"view":{"seat":1,"scores":` +
		`[32,53],"turns":[5,5],"total":23,"roll":[5]},` +
		`"legal":[{"then":"roll"},{"then":"bank"}]}` + "\n"
	again = `{"type":"again","ms":5,"fault":"illegal","why":"no"}` + "\n"
	bye   = `{"type":"bye","secret":"00"}` + "\n"
)

// play returns what the bot sent after ready.
func play(t *testing.T, choose func(*Turn) Answer, options Options,
	lines ...string) (string, error) {
	t.Helper()
	var said bytes.Buffer
	options.Input = strings.NewReader(strings.Join(lines, ""))
	options.Output = &said
	err := Play(choose, options)
	_, answers, _ := strings.Cut(said.String(), "\n")
	return answers, err
}

func expect(t *testing.T, what string, found, expected any) {
	t.Helper()
	a, _ := json.Marshal(found)
	b, _ := json.Marshal(expected)
	if !bytes.Equal(a, b) {
		t.Errorf("%s: found %s, expected %s", what, a, b)
	}
}

func TestTurn(t *testing.T) {
	said, err := play(t, func(turn *Turn) Answer {
		expect(t, "view", turn.Pig(), PigView{1, []int{32, 53},
			[]int{5, 5}, 23, []int{5}})
		expect(t, "rules", turn.Hello.Rules, map[string]any{
			"target": 100, "ranking": "winner", "swap": true})
		expect(t, "target", turn.Hello.Rules["target"].(int), 100)
		expect(t, "game", []int{turn.Game.Number, turn.Game.Of}, []int{2, 3})
		expect(t, "random", turn.Random.Next(), uint64(0x63cbe1e459320dd7))
		turn.Say = "a < b"
		return turn.Legal[1]
	}, Options{}, hello, `{"type":3}`+"\n", "\r\n", game, turn, bye, turn)
	expect(t, "error", err, nil)
	expect(t, "said", said, `{"move":{"then":"bank"},"say":"a < b"}`+"\n")
}

// Text for spectators is never a fault.
func TestSay(t *testing.T) {
	said, err := play(t, func(turn *Turn) Answer {
		turn.Say = "\x00" + strings.Repeat("\u00e9", 70000)
		return Place(0)
	}, Options{}, hello, game, turn)
	expect(t, "error", err, nil)
	expect(t, "said", said, `{"move":0,"say":"`+"\ufffd"+
		strings.Repeat("\u00e9", 248)+`"}`+"\n")
}

func TestAgain(t *testing.T) {
	for _, row := range []struct {
		first    Answer
		expected string
	}{
		{Place(0), `{"move":0}{"move":1}{"move":0}`},
		{Place(1), `{"move":1}{"move":0}{"move":0}`},
		{Then("roll"), `{"move":{"then":"roll"}}{"move":1}{"move":0}`},
	} {
		said, err := play(t, func(*Turn) Answer { return row.first },
			Options{}, hello, game, turn, again, again)
		expect(t, "error", err, nil)
		expect(t, "said", strings.ReplaceAll(said, "\n", ""), row.expected)
	}
}

func TestNoMove(t *testing.T) {
	var nothing *Move
	for _, row := range []struct {
		answer   Answer
		expected string
	}{
		{Place(-1), "choose returned -1; expected a place in legal, 0 to 1"},
		{Place(2), "choose returned 2; expected a place in legal, 0 to 1"},
		{Move{}, "choose returned {}; expected"},
		{nil, "choose returned nil; expected"},
		{nothing, "choose returned <nil> (*rollcall.Move); expected"},
	} {
		said, err := play(t, func(*Turn) Answer { return row.answer },
			Options{}, hello, game, turn)
		if err == nil || !strings.HasPrefix(err.Error(), row.expected) {
			t.Errorf("found %v, expected %s", err, row.expected)
		}
		expect(t, "said", said, "")
	}
}

func TestPanic(t *testing.T) {
	_, err := play(t, func(*Turn) Answer { panic("on purpose") }, Options{},
		hello, game, strings.Replace(turn, "\n", "\r\n", 1))
	for _, text := range []string{"panic: on purpose", "TestPanic",
		"\nthe line: " + strings.TrimSpace(turn) + "$"} {
		if err == nil || !strings.Contains(err.Error()+"$", text) {
			t.Errorf("the error does not have %q: %v", text, err)
		}
	}
}

func TestPanicOfNil(t *testing.T) {
	said, err := play(t, func(*Turn) Answer { panic(nil) }, Options{},
		hello, game, turn)
	if err == nil || !strings.HasPrefix(err.Error(), "panic: ") {
		t.Errorf("found %v", err)
	}
	expect(t, "said", said, "")
}

func TestWrongLines(t *testing.T) {
	for _, line := range []string{"hello\n", "[1,2]\n", "null\n", `{"type":"game","seed":-1}`,
		`{"type":"turn","legal":{}}`} {
		_, err := play(t, nil, Options{}, hello, line)
		if err == nil || !strings.Contains(err.Error(), strings.TrimSpace(line)) {
			t.Errorf("%s: found %v", line, err)
		}
	}
	_, err := play(t, nil, Options{NoEvents: true, Verify: true})
	if err == nil || !strings.Contains(err.Error(), "needs the events") {
		t.Errorf("verify without events: found %v", err)
	}
}

func TestMove(t *testing.T) {
	for _, text := range []string{`{"keep":[1,5],"then":"roll"}`,
		`{"cell":"d6"}`, `{"cells":[]}`, `{"cells":["a1","b2"]}`,
		`{"pass":true}`, `{"indicate":[]}`, `{"indicate":[3,14]}`,
		`{"from":[0,1],"take":3}`, `{"cell":"","pass":false}`,
		`{"keep":null,"then":2}`, `{"then":"x","keep":[1,"a"]}`,
		`{"Keep":[1]}`, `"up"`, `[1,2]`} {
		var move Move
		expect(t, "error", json.Unmarshal([]byte(text), &move), nil)
		var a, b any
		json.Unmarshal([]byte(text), &a)
		json.Unmarshal([]byte(move.String()), &b)
		expect(t, "move", b, a)
	}
	expect(t, "keep", Keep(nil, "roll").String(), `{"keep":[],"then":"roll"}`)
	expect(t, "cells", Cells().String(), `{"cells":[]}`)
	expect(t, "indicate", Indicate().String(), `{"indicate":[]}`)
}

func TestOffline(t *testing.T) {
	turned, err := TurnFrom(strings.Replace(turn, "{", `{"MS":1,`, 1), nil,
		&Game{Seed: 7})
	expect(t, "ms", turned.MS, 9)
	expect(t, "error", err, nil)
	expect(t, "total", turned.Pig().Total, 23)
	expect(t, "seed", turned.Random.Next(), uint64(0x63cbe1e459320dd7))
	if _, err = TurnFrom(again, nil, nil); err == nil {
		t.Error("a turn was made of another line")
	}
	turned, err = TurnOf("rolit", RolitView{Size: 4}, Cell("d2"))
	expect(t, "error", err, nil)
	expect(t, "size", turned.Rolit().Size, 4)
	expect(t, "legal", turned.Legal[0].Cell, "d2")
	defer func() {
		if reason := recover(); reason == nil {
			t.Error("a view of another game was decoded")
		}
	}()
	turned.Pig()
}

func TestRandom(t *testing.T) {
	random := NewRandom(7)
	expect(t, "first", random.Next(), uint64(0x63cbe1e459320dd7))
	expect(t, "second", random.Next(), uint64(0x044c3cd7f43c661c))
	expect(t, "unit", NewRandom(7).Unit(), 0.3898297483912715)
	expect(t, "below 2^31", NewRandom(7).Below(1<<31), 1015752257)
	expect(t, "a number is passed over", NewRandom(2866022).Below(2147000000),
		2027890142)
	expect(t, "pick", Pick(NewRandom(7), []string{"a", "b"}), "b")
	expect(t, "math/rand", rand.New(NewRandom(7)).Uint64(),
		uint64(0x63cbe1e459320dd7))

	random.Seed(7)
	var below []int
	for i := 0; i < 10; i++ {
		below = append(below, random.Below(6))
	}
	expect(t, "below 6", below, []int{1, 4, 1, 3, 2, 1, 2, 5, 0, 4})

	list := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	NewRandom(7).Shuffle(len(list), func(i, j int) {
		list[i], list[j] = list[j], list[i]
	})
	expect(t, "shuffle", list, []int{1, 0, 3, 4, 6, 2, 8, 5, 7, 9})
}

// The conversation of docs/protocol.md.
func TestDice(t *testing.T) {
	told := DiceSeal{Links: 128,
		Seal: "d2d12f21e74d9560bcc9b47ebf83829f3d9808c5eac9a4fa98ebe1eeb7a86a0e",
		Salt: "b2d986394d8ed90a5f84d85c78fb4a250a18abf6a9d63770d8a71398fa7fb4b5"}
	anchors := []string{
		"ca37ae62a0675353d791afb766d6b53785e337c5c1f7df699d3fcbfafe183965",
		"0486f7914b2344823bff520951cbad5a2cf7f48d0f1c2bda1d894e0f36a1d04a",
		"6851bcb4cabaacc80dc38af650e41e78d1502bc2910f9ee8b3ddcbc0b5317df9"}
	secret := "b57b07cb29d6f1f4d49b623ecc3fccc55ace7966094ea772f04612444554cbc2"
	rolls := []Event{
		{T: "draw", S: 1, K: 1, Dice: "7d6", V: []int{6, 5, 4, 4, 4, 6, 3},
			Link: "0760b528cdf3c9c1139cbc43116f0e3286841460e883bc03d3de8e080b84dea4"},
		{T: "draw", S: 2, K: 1, Dice: "7d6", V: []int{5, 3, 5, 4, 6, 5, 3},
			Link: "34914607f2bc3902d208024d04a31758324954f4dfbfb62bcda298aa48397f00"},
		{T: "draw", S: 1, K: 9, Dice: "7d6", V: []int{3, 5, 4, 1, 6, 2, 4},
			Link: "72669130e52af79baf6a63404e9ece688d76b82dbd024464206087c99f6c53c0"}}
	dice, err := NewDice(told)
	expect(t, "error", err, nil)
	expect(t, "anchors", dice.Begin(anchors), nil)
	expect(t, "rolls", dice.Read(rolls, 0), nil)
	expect(t, "secret", dice.End(secret), nil)

	wrong := func(what string, err error, expected string) {
		t.Helper()
		if err == nil || err.Error() != "dice: "+expected {
			t.Errorf("%s: found %v", what, err)
		}
	}
	wrong("secret", dice.End(told.Seal), "the secret is not the sealed one")
	wrong("order", dice.Read(rolls[:1], 0),
		"roll 1 of stream 1: it comes after a later one")
	dice.Begin(anchors)
	wrong("anchor", dice.Read([]Event{{T: "chain", S: 1, Anchor: anchors[1]}},
		0), "a second anchor of chain 0 of stream 1")
	for _, row := range []struct {
		change   func(*Event)
		expected string
	}{
		{func(e *Event) { e.V = []int{6, 5, 4, 4, 4, 6, 4} },
			"roll 1 of stream 1: the values are not those of the link"},
		{func(e *Event) { e.K = 2 },
			"roll 2 of stream 1: the link does not lead to its anchor"},
		{func(e *Event) { e.K = 129 },
			"roll 129 of stream 1: its chain has no anchor"},
		{func(e *Event) { e.Dice = "07d6" },
			`roll 1 of stream 1: "07d6" are no dice`},
		{func(e *Event) { e.Link = "zz" },
			`a link is not 64 hex digits: "zz"`},
	} {
		roll := rolls[0]
		row.change(&roll)
		wrong(roll.Link, dice.Read([]Event{roll}, 0), row.expected)
	}
	roll := rolls[0]
	roll.K = 129
	expect(t, "after lost events", dice.Read([]Event{roll}, 1), nil)
}

// The decoder splits a line as encoding/json does.
func FuzzMembers(f *testing.F) {
	for _, text := range []string{hello, turn, `{}`, ` { } `, `[]`, `3`,
		`{"a":1,"b" : [ 1 , {"c":"]}\"\\"} ] , "d":-1.5e3 ,"":null}`,
		`{"\u0061":true,"a":false}`, `{"a":{"b":{}},"c":[[],[[]]]}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var expected map[string]json.RawMessage
		err := json.Unmarshal([]byte(text), &expected)
		found, foundErr := object([]byte(text))
		if (err == nil && expected != nil) != (foundErr == nil) {
			t.Fatalf("%q: found %v, expected %v", text, foundErr, err)
		}
		if foundErr == nil {
			expect(t, text, found, expected)
		}
		var plain, ours []int
		err = json.Unmarshal([]byte(text), &plain)
		if err == nil && plain != nil {
			expect(t, text, set(&ours, bytes.TrimSpace([]byte(text))), nil)
			expect(t, text, ours, plain)
		}
	})
}
