package rollcall

import "fmt"

// The views of the games, which the pages in docs/games explain. Lists of scores,
// turns and the like are by seat.

// PigView is what Turn.Pig returns.
type PigView struct {
	Seat   int   `json:"seat"`
	Scores []int `json:"scores"`
	Turns  []int `json:"turns"`
	Total  int   `json:"total"` // points of this turn, this roll included
	Roll   []int `json:"roll"`
}

// Bolo7View is what Turn.Bolo7 returns.
type Bolo7View struct {
	Phase      string   `json:"phase"` // "normal", "final" or "sudden"
	Seat       int      `json:"seat"`
	Scores     []int    `json:"scores"`
	Turns      []int    `json:"turns"`
	Total      int      `json:"total"` // points of this turn before this roll
	Roll       []int    `json:"roll"`  // ascending
	Need       int      `json:"need"`  // the least total that may be banked
	Open       [][2]int `json:"open"`  // open series: face, dice
	Trigger    int      `json:"trigger"`
	Queue      []int    `json:"queue"`
	Contenders []int    `json:"contenders"`
}

// Bolo5View is what Turn.Bolo5 returns.
type Bolo5View struct {
	Phase   string `json:"phase"` // "normal" or "final"
	Seat    int    `json:"seat"`
	Scores  []int  `json:"scores"`
	Turns   []int  `json:"turns"`
	Total   int    `json:"total"` // points of this turn before this roll
	Roll    []int  `json:"roll"`  // ascending
	Need    int    `json:"need"`  // the least total that may be banked
	Trigger int    `json:"trigger"`
	Queue   []int  `json:"queue"`
}

// VollelotteView is what Turn.Vollelotte returns.
type VollelotteView struct {
	Phase   string `json:"phase"` // "normal" or "extra"
	Seat    int    `json:"seat"`
	Scores  []int  `json:"scores"`
	Turns   []int  `json:"turns"`
	Total   int    `json:"total"` // points of this turn before this roll
	Roll    []int  `json:"roll"`  // ascending
	Trigger int    `json:"trigger"`
	Queue   []int  `json:"queue"`
	Card    string `json:"card"`
	Under   int    `json:"under"`  // points kept under this card
	Lottes  int    `json:"lottes"` // Volle Lottes under this card
	Faces   []int  `json:"faces"`  // collected for a suite, ascending
	Deck    []int  `json:"deck"`   // cards left of each kind
}

// RolitView is what Turn.Rolit returns.
type RolitView struct {
	Size    int      `json:"size"`  // rows and columns
	Board   string   `json:"board"` // row by row: '.', 'R', 'Y', 'G' or 'B'
	Seat    int      `json:"seat"`
	Colours []string `json:"colours"` // the letter of each seat
	Balls   []int    `json:"balls"`
	Turns   []int    `json:"turns"`
}

// BlackpotView is what Turn.Blackpot returns.
type BlackpotView struct {
	Asked     string `json:"asked"` // "place", "challenge" or "forced"
	Seat      int    `json:"seat"`  // whose turn it is
	Roll      []int  `json:"roll"`  // ascending
	Numbers   []int  `json:"numbers"`
	Own       string `json:"own"`  // by cell: '#', '.', '0' or '1'
	Used      string `json:"used"` // by cell: a hex digit of directions
	Pawns     []int  `json:"pawns"`
	Points    []int  `json:"points"`
	Turns     []int  `json:"turns"`
	Roller    int    `json:"roller"`
	Queue     []int  `json:"queue"`
	Idle      int    `json:"idle"` // consecutive turns without a pawn
	Indicated []int  `json:"indicated"`
	Closing   bool   `json:"closing"`
}

// Pig returns the view of a game of pig. This and the methods below panic when
// the match is of another game or the view cannot be decoded.
func (t *Turn) Pig() PigView { return viewOf[PigView](t, "pig") }

// Bolo7 returns the view of a game of bolo7.
func (t *Turn) Bolo7() Bolo7View { return viewOf[Bolo7View](t, "bolo7") }

// Bolo5 returns the view of a game of bolo5.
func (t *Turn) Bolo5() Bolo5View { return viewOf[Bolo5View](t, "bolo5") }

// Vollelotte returns the view of a game of vollelotte.
func (t *Turn) Vollelotte() VollelotteView {
	return viewOf[VollelotteView](t, "vollelotte")
}

// Rolit returns the view of a game of rolit.
func (t *Turn) Rolit() RolitView { return viewOf[RolitView](t, "rolit") }

// Blackpot returns the view of a game of blackpot.
func (t *Turn) Blackpot() BlackpotView {
	return viewOf[BlackpotView](t, "blackpot")
}

func viewOf[View any](turn *Turn, game string) View {
	var view View
	if name := turn.Hello.Game; name != "" && name != game {
		panic(fmt.Sprintf("rollcall: a view of %s was asked for, but the "+
			"game is %s", game, name))
	}
	if err := decode(turn.View, &view); err != nil {
		panic(fmt.Sprintf("rollcall: this is no view of %s (%v): %s",
			game, err, beginning(turn.View, 200)))
	}
	return view
}
