package rollcall;

import java.util.List;

/**
 * Random numbers from a seed, the same in all SDKs of Rollcall (splitmix64).
 * The methods of java.util.Random use the same generator.
 */
public final class Random extends java.util.Random {
    private static final long serialVersionUID = 1;
    private static final long ALL = 1L << 53;

    // Not initialised: the constructor of the base class has called setSeed.
    private long state;

    /** A generator with this seed. */
    public Random(long seed) {
        super(seed);
    }

    @Override
    public void setSeed(long seed) {
        state = seed;
    }

    /** The next 64 random bits. */
    public long next() {
        state += 0x9e3779b97f4a7c15L;
        long z = state;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    @Override
    protected int next(int bits) {
        return (int) (next() >>> 64 - bits);
    }

    /** A number from 0 to n-1, all equally likely; n is at least 1. */
    public int below(int n) {
        if (n < 1)
            throw new IllegalArgumentException(
                "below needs a number from 1, not " + n);
        for (;;) {
            long x = next() >>> 11;
            if (x < ALL - ALL % n)
                return (int) (x % n);
        }
    }

    /** A number from 0 up to, but not including, 1. */
    public double unit() {
        return (double) (next() >>> 11) / ALL;
    }

    /** A random element of a list, which must not be empty. */
    public <T> T pick(List<T> list) {
        return list.get(below(list.size()));
    }

    /** Shuffles a list in place. */
    public <T> void shuffle(List<T> list) {
        for (int i = list.size() - 1; i > 0; i--) {
            int j = below(i + 1);
            list.set(i, list.set(j, list.get(i)));
        }
    }
}
