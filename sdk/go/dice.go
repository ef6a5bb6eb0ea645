package rollcall

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// Dice checks the dice of one match.
//
// Every roll comes with a link. Hashing a link gives the previous one on its
// chain, and so on down to the anchor. The anchor was public before the game, so
// the roll was fixed by then. The values are computed from the link and the salt.
//
// What only the whole log can show is left to "referee verify": that the anchors
// are the sealed ones, and that each roll was due by the rules.
//
// Options.Verify uses it; call its methods yourself only for lines that do not
// come through Run. The text of an error begins with "dice: ".
type Dice struct {
	seal, salt []byte
	links      int
	shown      map[chainName]chainLink
	last       map[int]int // by stream, the number of the last roll
	lost       bool
}

type chainName struct{ stream, number int }

// The latest element of a chain that is public.
type chainLink struct {
	element int
	link    []byte
}

// NewDice begins a match with the dice key of its hello line. It returns an
// error unless Seal and Salt are 64 hex digits each and Links is at least 1.
func NewDice(told DiceSeal) (*Dice, error) {
	seal, err := unhex("the seal", told.Seal)
	if err != nil {
		return nil, err
	}
	salt, err := unhex("the salt", told.Salt)
	if err != nil {
		return nil, err
	}
	if told.Links < 1 {
		return nil, fmt.Errorf("dice: a chain has at least 1 link, not %d",
			told.Links)
	}
	d := &Dice{seal: seal, salt: salt, links: told.Links}
	return d, d.Begin(nil)
}

// Begin begins a game. The anchors are those of chain 0 of each stream, in hex.
func (d *Dice) Begin(anchors []string) error {
	d.shown = map[chainName]chainLink{}
	d.last = map[int]int{}
	d.lost = false
	for stream, anchor := range anchors {
		link, err := unhex("an anchor", anchor)
		if err != nil {
			return err
		}
		d.shown[chainName{stream, 0}] = chainLink{0, link}
	}
	return nil
}

// Read checks the events of a turn or an over line; lost is the number of events
// that were left out before them.
func (d *Dice) Read(events []Event, lost int) error {
	// The omitted events may have shown the anchor of a chain.
	d.lost = d.lost || lost > 0
	for _, event := range events {
		var err error
		switch event.T {
		case "chain":
			err = d.chain(event)
		case "draw":
			// A roll that another seat sees comes whole with over.
			if event.Link != "" || !event.hidden() {
				err = d.draw(event)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// End checks that the secret of the match, in hex, is the sealed one.
func (d *Dice) End(secret string) error {
	value, err := unhex("the secret", secret)
	if err != nil {
		return err
	}
	if !bytes.Equal(hash("rollcall seal", value), d.seal) {
		return fmt.Errorf("dice: the secret is not the sealed one")
	}
	return nil
}

func (d *Dice) chain(event Event) error {
	name := chainName{event.S, event.C}
	if _, ok := d.shown[name]; ok {
		return fmt.Errorf("dice: a second anchor of chain %d of stream %d",
			event.C, event.S)
	}
	link, err := unhex("an anchor", event.Anchor)
	d.shown[name] = chainLink{0, link}
	return err
}

func (d *Dice) draw(event Event) error {
	wrong := func(what string) error {
		return fmt.Errorf("dice: roll %d of stream %d: %s", event.K,
			event.S, what)
	}
	link, err := unhex("a link", event.Link)
	if err != nil {
		return err
	}
	if event.K <= d.last[event.S] {
		return wrong("it comes after a later one")
	}
	chain := chainName{event.S, (event.K - 1) / d.links}
	element := (event.K-1)%d.links + 1
	if shown, ok := d.shown[chain]; ok {
		if !leadsTo(link, element, shown) {
			return wrong("the link does not lead to its anchor")
		}
	} else if !d.lost {
		return wrong("its chain has no anchor")
	}
	rolled, ok := values(d.salt, link, event.Dice)
	if !ok {
		return wrong(fmt.Sprintf("%q are no dice", event.Dice))
	}
	if fmt.Sprint(rolled) != fmt.Sprint(event.V) {
		return wrong("the values are not those of the link")
	}
	d.shown[chain] = chainLink{element, link}
	d.last[event.S] = event.K
	return nil
}

// leadsTo reports whether hashing a link leads to the shown one on its chain.
func leadsTo(link []byte, element int, shown chainLink) bool {
	if element <= shown.element {
		return false
	}
	for ; element > shown.element; element-- {
		link = hash("rollcall link", link)
	}
	return bytes.Equal(link, shown.link)
}

// values returns the values that a link gives to dice such as "7d6".
func values(salt, link []byte, dice string) ([]int, bool) {
	countText, sidesText, _ := strings.Cut(dice, "d")
	count, _ := strconv.Atoi(countText)
	sides, _ := strconv.Atoi(sidesText)
	if count < 1 || count > 1000 || sides < 1 || sides > 65536 ||
		fmt.Sprintf("%dd%d", count, sides) != dice {
		return nil, false
	}
	rolled := make([]int, 0, count)
	for block := uint32(0); ; block++ {
		var number [4]byte
		binary.BigEndian.PutUint32(number[:], block)
		words := hash("rollcall draw", salt, link, number[:])
		for at := 0; at < len(words); at += 4 {
			word := int64(binary.BigEndian.Uint32(words[at:]))
			// Smaller words would make the low values likelier.
			if word >= (1<<32)%int64(sides) {
				rolled = append(rolled, int(1+word%int64(sides)))
			}
			if len(rolled) == count {
				return rolled, true
			}
		}
	}
}

func hash(label string, parts ...[]byte) []byte {
	sum := sha256.New()
	sum.Write([]byte(label))
	for _, part := range parts {
		sum.Write(part)
	}
	return sum.Sum(nil)
}

func unhex(what, text string) ([]byte, error) {
	value, err := hex.DecodeString(text)
	if err != nil || len(value) != sha256.Size {
		return nil, fmt.Errorf("dice: %s is not 64 hex digits: %q", what, text)
	}
	return value, nil
}
