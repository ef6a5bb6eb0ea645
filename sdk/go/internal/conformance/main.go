// The conformance bot of this SDK, which sdk/transcripts/README.md specifies.
// Its arguments are modes, such as "no-legal" or "throw".
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"rollcall"
)

type bot struct {
	modes     map[string]bool
	decisions int
}

func main() {
	b := bot{modes: map[string]bool{}}
	for _, word := range os.Args[1:] {
		b.modes[word] = true
	}
	options := rollcall.Options{NoLegal: b.modes["no-legal"],
		NoEvents: b.modes["no-events"], Verify: b.modes["verify"]}
	if b.modes["name"] {
		options.Name = "conform 1"
	}
	rollcall.Run(b.choose, options)
}

func (b *bot) choose(turn *rollcall.Turn) rollcall.Answer {
	number := b.decisions
	b.decisions++
	if b.modes["print"] {
		fmt.Println("hello from choose")
	}
	if number == 1 {
		switch {
		case b.modes["throw"]:
			panic("thrown on purpose")
		case b.modes["nothing"]:
			return rollcall.Place(-1)
		case b.modes["beyond"]:
			return rollcall.Place(len(turn.Legal))
		}
	}
	turn.Say = say(turn)
	if turn.Legal == nil {
		return rollcall.Place(0)
	}
	place := turn.Random.Below(len(turn.Legal))
	if number%2 == 0 {
		return rollcall.Place(place)
	}
	return anew(turn.Legal[place])
}

// anew builds a move again from its fields.
func anew(move rollcall.Move) rollcall.Move {
	switch {
	case move.Other != nil:
		return move
	case move.Keep != nil:
		return rollcall.Keep(move.Keep, move.Then)
	case move.Cell != "":
		return rollcall.Cell(move.Cell)
	case move.Cells != nil:
		return rollcall.Cells(move.Cells...)
	case move.Pass:
		return rollcall.Pass()
	case move.Indicate != nil:
		return rollcall.Indicate(move.Indicate...)
	}
	return rollcall.Then(move.Then)
}

func say(turn *rollcall.Turn) string {
	count := func(wished bool, n int) string {
		if wished {
			return strconv.Itoa(n)
		}
		return "-"
	}
	text := fmt.Sprintf("%s %d/%d seat %d of %d legal %s events %s lost %d ms %d",
		turn.Hello.Game, turn.Game.Number, turn.Game.Of, turn.Hello.Seat,
		turn.Hello.Seats, count(turn.Legal != nil, len(turn.Legal)),
		count(turn.Events != nil, len(turn.Events)), turn.Lost, turn.MS)
	switch turn.Hello.Game {
	case "pig":
		v := turn.Pig()
		text += fmt.Sprintf(" scores %s total %d roll %s", list(v.Scores),
			v.Total, list(v.Roll))
	case "bolo7":
		v := turn.Bolo7()
		text += phase(v.Phase, v.Scores, v.Total, v.Roll)
	case "bolo5":
		v := turn.Bolo5()
		text += phase(v.Phase, v.Scores, v.Total, v.Roll)
	case "vollelotte":
		v := turn.Vollelotte()
		text += fmt.Sprintf(" scores %s total %d roll %s", list(v.Scores),
			v.Total, list(v.Roll))
	case "rolit":
		v := turn.Rolit()
		text += fmt.Sprintf(" size %d balls %s board %s", v.Size,
			list(v.Balls), v.Board[:v.Size])
	case "blackpot":
		v := turn.Blackpot()
		text += fmt.Sprintf(" asked %s roll %s pawns %s points %s", v.Asked,
			list(v.Roll), list(v.Pawns), list(v.Points))
	}
	return text
}

func phase(phase string, scores []int, total int, roll []int) string {
	return fmt.Sprintf(" phase %s scores %s total %d roll %s", phase,
		list(scores), total, list(roll))
}

func list(numbers []int) string {
	text, _ := json.Marshal(numbers)
	return strings.Trim(string(text), "[]")
}
