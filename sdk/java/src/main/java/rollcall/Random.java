package rollcall;

import java.util.List;

/**
 * Random numbers from a seed, the same in all SDKs of Rollcall (splitmix64).
 * The methods of java.util.Random draw from the same numbers.
 */
public final class Random extends java.util.Random {
    private static final long serialVersionUID = 1;
    private static final long ALL = 1L << 53;

    // Without a value here: the constructor of the base class calls setSeed.
    private long state;

    /** Starts from a seed. */
    public Random(long seed) {
        super(seed);
    }

    @Override
    public void setSeed(long seed) {
        state = seed;
    }

    /** The next number of 64 bits. */
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

    /** One of 0 to n-1, all equally likely; n from 1. */
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

    /** At least 0 and less than 1. */
    public double unit() {
        return (double) (next() >>> 11) / ALL;
    }

    /** One element of a list that is not empty. */
    public <T> T pick(List<T> list) {
        return list.get(below(list.size()));
    }

    /** Shuffles a list. */
    public <T> void shuffle(List<T> list) {
        for (int i = list.size() - 1; i > 0; i--) {
            int j = below(i + 1);
            list.set(i, list.set(j, list.get(i)));
        }
    }
}
