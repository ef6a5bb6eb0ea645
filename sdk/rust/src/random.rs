//! Steele, Lea and Flood's splitmix64.

/// A generator of random numbers, the same in the SDKs of all languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

const VALUES: u64 = 1 << 53;

impl Random {
    /// Returns a generator with this seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next number: 64 random bits.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e3779b97f4a7c15);
        let z = self.state;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^ (z >> 31)
    }

    /// A number in `0..n`, all equally likely.  Panics if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "below(0): there is nothing to choose from");
        let n = n as u64;
        // Values from the last multiple of n on would favour low results.
        let limit = VALUES - VALUES % n;
        loop {
            let value = self.next() >> 11;
            if value < limit {
                return (value % n) as usize;
            }
        }
    }

    /// A number x with 0 <= x < 1 and 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / VALUES as f64
    }

    /// A random element of `list`.  Panics if it is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// Shuffles `list`.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}
