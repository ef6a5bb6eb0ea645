package rollcall

// Random generates random numbers from a seed, the same in all SDKs of Rollcall
// (splitmix64). It is also a rand.Source64: rand.New(turn.Random) has the other
// distributions of math/rand.
type Random struct{ state uint64 }

// NewRandom returns a generator with this seed.
func NewRandom(seed uint64) *Random { return &Random{seed} }

// Next returns 64 random bits.
func (r *Random) Next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number from 0 to n-1, all equally likely. It panics unless n
// is from 1 to 2^31.
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

// Unit returns a number from 0 up to, but not including, 1.
func (r *Random) Unit() float64 { return float64(r.Next()>>11) / (1 << 53) }

// Shuffle shuffles n elements; swap exchanges two of them.
func (r *Random) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Below(i+1))
	}
}

// Pick returns a random element of a list, which must not be empty.
func Pick[Element any](r *Random, list []Element) Element {
	return list[r.Below(len(list))]
}

// Uint64 is Next, for math/rand, like Int63 and Seed.
func (r *Random) Uint64() uint64 { return r.Next() }

// Int63 returns the upper 63 bits of Next.
func (r *Random) Int63() int64 { return int64(r.Next() >> 1) }

// Seed restarts the generator with a seed.
func (r *Random) Seed(seed int64) { r.state = uint64(seed) }
