package dev.ralph.signal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Finds the opening tag in a piece of text.
///
/// Nearly all text has no tag, so this is where the time goes. Short pieces are searched in Java, looking at every
/// ninth byte first; in long ones the C library is asked, block by block, once a scan has seen so much that linking to
/// it pays.
final class TagSearch {
    private static final byte[] OPEN = PromiseRule.OPEN.getBytes(US_ASCII);
    private static final int LAST = OPEN.length - 1;

    /// Linking to the C library takes as long as searching about this much.
    private static final long PATIENCE = 1 << 20;

    private static final int SMALLEST_BLOCK = 2 * 1024;

    /// Whether some scan has had the patience; then linking costs nothing more.
    private static volatile boolean linked;

    private final boolean caseSensitive;
    /// How far to go when this byte stands where the tag would end.
    private final byte[] skip = new byte[256];

    /// How much was searched since the last tag.
    private long calm;
    private @Nullable NativeBlock block;
    private final AnyCaseTagSearch anyCase = new AnyCaseTagSearch();

    TagSearch(boolean caseSensitive) {
        this.caseSensitive = caseSensitive;
        Arrays.fill(skip, (byte) OPEN.length);
        for (int i = 0; i < OPEN.length; i++) {
            skip[OPEN[i]] = (byte) (LAST - i);
            if (!caseSensitive) {
                skip[Character.toUpperCase(OPEN[i])] = (byte) (LAST - i);
            }
        }
    }

    static boolean same(byte b, byte wanted, boolean caseSensitive) {
        return b == wanted || (!caseSensitive && wanted >= 'a' && b == wanted - ('a' - 'A'));
    }

    /// The index where the first whole tag begins, or -1.
    int next(byte[] text, int from, int to) {
        int found = search(text, from, to);
        calm = found < 0 ? calm + (to - from) : 0;
        return found;
    }

    /// Blocks are no longer than what was searched without a tag before them: copying one never costs more than that,
    /// however many tags there are.
    private int search(byte[] text, int from, int to) {
        boolean worthIt = linked || calm >= PATIENCE;
        if (!worthIt || to - from < SMALLEST_BLOCK || !NativeBlock.isPossible()) {
            return plain(text, from, to);
        }
        linked = true;
        int start = from;
        int size = Math.clamp(calm, SMALLEST_BLOCK / 2, NativeBlock.SIZE);
        while (true) {
            int end = Math.min(to, start + size);
            int found = size < SMALLEST_BLOCK ? plain(text, start, end) : inBlock(text, start, end);
            if (found >= 0 || end == to) {
                return found;
            }
            start = end - LAST;
            size = Math.min(2 * size, NativeBlock.SIZE);
        }
    }

    /// How many bytes at the end are the beginning of a tag.
    int beginningAtEnd(byte[] text, int from, int to) {
        for (int at = Math.max(from, to - LAST); at < to; at++) {
            if (isTag(text, at, to - at)) {
                return to - at;
            }
        }
        return 0;
    }

    private int plain(byte[] text, int from, int to) {
        int end = from + LAST;
        while (end < to) {
            int step = skip[text[end] & 0xff];
            if (step > 0) {
                end += step;
            } else if (isTag(text, end - LAST, OPEN.length)) {
                return end - LAST;
            } else {
                end++;
            }
        }
        return -1;
    }

    private boolean isTag(byte[] text, int at, int length) {
        for (int i = 0; i < length; i++) {
            if (!same(text[at + i], OPEN[i], caseSensitive)) {
                return false;
            }
        }
        return true;
    }

    private int inBlock(byte[] text, int from, int to) {
        if (block == null) {
            block = new NativeBlock();
        }
        block.hold(text, from, to);
        int found = caseSensitive
                ? block.next(NativeBlock.TAG, 0)
                : anyCase.first(
                        block, at -> at >= 0 && to - from - at >= OPEN.length && isTag(text, from + at, OPEN.length));
        return found == NativeBlock.HIDDEN ? plain(text, from, to) : found < 0 ? -1 : from + found;
    }
}
