"""ed25519.py - Ed25519 (RFC 8032), plain, as strict as libsodium."""

import functools
import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)
NEUTRAL = (0, 1, 1, 0)          # X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z


def add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


@functools.lru_cache(maxsize=16)
def doubled(p):
    """p, 2p, 4p, ..; most points are the base and one key, used repeatedly."""
    points = [p]
    for _ in range(255):
        points.append(add(points[-1], points[-1]))
    return points


def times(n, p):
    """n times p, for n below 2^256."""
    q = NEUTRAL
    for bit, point in enumerate(doubled(p)[:n.bit_length()]):
        if n >> bit & 1:
            q = add(q, point)
    return q


def same(p, q):
    return ((p[0] * q[2] - q[0] * p[2]) % P == 0 and
            (p[1] * q[2] - q[1] * p[2]) % P == 0)


def x_of(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or x == 0 and sign:
        return None
    return P - x if x & 1 != sign else x


def pack(p):
    inverse = pow(p[2], P - 2, P)
    x, y = p[0] * inverse % P, p[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def unpack(raw):
    """The point, or None; a non-canonical encoding is None, too."""
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    x = x_of(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (x_of(BASE_Y, 0), BASE_Y, 1, x_of(BASE_Y, 0) * BASE_Y % P)


def number(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def halves(seed):
    digest = hashlib.sha512(seed).digest()
    a = int.from_bytes(digest[:32], "little")
    return a & (1 << 254) - 8 | 1 << 254, digest[32:]


def public_key(seed):
    return pack(times(halves(seed)[0], BASE))


def sign(seed, message):
    a, prefix = halves(seed)
    key = pack(times(a, BASE))
    r = number(prefix, message) % L
    start = pack(times(r, BASE))
    s = (r + number(start, key, message) * a) % L
    return start + s.to_bytes(32, "little")


def verify(key, message, sig):
    """True for a good signature; refuses small orders and non-canonical
    points."""
    if len(key) != 32 or len(sig) != 64:
        return False
    s = int.from_bytes(sig[32:], "little")
    a, r = unpack(key), unpack(sig[:32])
    if s >= L or a is None or r is None:
        return False
    for point in a, r:
        twice = add(point, point)
        fourfold = add(twice, twice)
        if same(add(fourfold, fourfold), NEUTRAL):
            return False
    h = number(sig[:32], key, message) % L
    return same(times(s, BASE), add(r, times(h, a)))
