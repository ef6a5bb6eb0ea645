package rollcall

// Random makes random numbers from a seed, the same in all SDKs of Rollcall
// (splitmix64). It is a rand.Source64, too: rand.New(turn.Random) has the
// other distributions of math/rand.
type Random struct{ state uint64 }

// NewRandom starts from a seed.
func NewRandom(seed uint64) *Random { return &Random{seed} }

// Next is the next number of 64 bits.
func (r *Random) Next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below is one of 0 to n-1, all equally likely; n is from 1 to 2^31.
func (r *Random) Below(n int) int {
	const all = uint64(1) << 53
	if n < 1 || n > 1<<31 {
		panic("rollcall: Below needs a number from 1 to 2^31")
	}
	for {
		if x := r.Next() >> 11; x < all-all%uint64(n) {
			return int(x % uint64(n))
		}
	}
}

// Unit is at least 0 and less than 1.
func (r *Random) Unit() float64 { return float64(r.Next()>>11) / (1 << 53) }

// Shuffle shuffles n elements; swap exchanges two of them.
func (r *Random) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Below(i+1))
	}
}

// Pick is one element of a list that is not empty.
func Pick[Element any](r *Random, list []Element) Element {
	return list[r.Below(len(list))]
}

// Uint64, Int63 and Seed make this a source for math/rand.
func (r *Random) Uint64() uint64 { return r.Next() }

// Int63 is Next without its lowest bit.
func (r *Random) Int63() int64 { return int64(r.Next() >> 1) }

// Seed starts anew.
func (r *Random) Seed(seed int64) { r.state = uint64(seed) }
