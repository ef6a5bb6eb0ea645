//! SHA-256 (FIPS 180-4), so that a bot needs no second library to check its
//! dice.

pub type Hash = [u8; 32];

#[rustfmt::skip]
const START: [u32; 8] = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

#[rustfmt::skip]
const CONSTANTS: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

fn mix(state: &mut [u32; 8], block: &[u8]) {
    let mut w = [0u32; 64];
    for (word, bytes) in w.iter_mut().zip(block.chunks(4)) {
        *word = bytes
            .iter()
            .fold(0, |word, byte| word << 8 | u32::from(*byte));
    }
    for i in 16..64 {
        let (a, b) = (w[i - 15], w[i - 2]);
        w[i] = w[i - 16]
            .wrapping_add(w[i - 7])
            .wrapping_add(a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3)
            .wrapping_add(b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10);
    }
    let mut v = *state;
    for i in 0..64 {
        let (a, e) = (v[0], v[4]);
        let one = v[7]
            .wrapping_add(CONSTANTS[i])
            .wrapping_add(w[i])
            .wrapping_add(e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
            .wrapping_add((e & v[5]) ^ (!e & v[6]));
        let two = (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22))
            .wrapping_add((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        v.rotate_right(1);
        v[4] = v[4].wrapping_add(one);
        v[0] = one.wrapping_add(two);
    }
    for (word, mixed) in state.iter_mut().zip(v) {
        *word = word.wrapping_add(mixed);
    }
}

/// The hash of the concatenated parts.
pub fn sha256(parts: &[&[u8]]) -> Hash {
    let mut bytes = parts.concat();
    let bits = bytes.len() as u64 * 8;
    bytes.push(0x80);
    while bytes.len() % 64 != 56 {
        bytes.push(0);
    }
    bytes.extend(bits.to_be_bytes());
    let mut state = START;
    for block in bytes.chunks(64) {
        mix(&mut state, block);
    }
    let mut hash = [0; 32];
    for (bytes, word) in hash.chunks_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    hash
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts_with_known_hashes() {
        let long = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        for (text, first) in [
            (&b""[..], [0xe3, 0xb0, 0xc4, 0x42]),
            (b"abc", [0xba, 0x78, 0x16, 0xbf]),
            (long, [0x24, 0x8d, 0x6a, 0x61]),
        ] {
            assert_eq!(super::sha256(&[text])[..4], first);
        }
    }
}
