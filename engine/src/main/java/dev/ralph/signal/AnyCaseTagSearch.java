package dev.ralph.signal;

import java.lang.foreign.MemorySegment;

/// Looks in a block for the opening tag in any case, by two of its letters: by `<p` and `<P` as long as they are rare;
/// in text that is full of them (`<p>`, `List<Path>`), by `e>` and `E>`. Where both come again and again it gives up,
/// because calling the C library for each costs more than looking in Java.
final class AnyCaseTagSearch {
    private static final int MOST_TRIES = 32;
    private static final int FEW = 8;

    /// Blocks until a way that was in vain is tried again: the text may have changed.
    private static final int STAMINA = 256;

    private static final int TO_THE_END = PromiseRule.OPEN.length() - 2;

    /// Blocks for which the end of the tag is looked for.
    private int byEnd;

    /// Whether a tag begins at an offset.
    interface Match {
        boolean at(int offset);
    }

    /// Where the first tag begins, [NativeBlock#NONE], or [NativeBlock#HIDDEN] where that cannot be said.
    int first(NativeBlock held, Match isTag) {
        if (byEnd == 0) {
            int found = earlier(byBeginning(held, isTag, false), () -> byBeginning(held, isTag, true));
            if (found != NativeBlock.HIDDEN) {
                return found;
            }
            byEnd = STAMINA;
        }
        byEnd--;
        return earlier(byEnd(held, isTag, NativeBlock.END_LOWER), () -> byEnd(held, isTag, NativeBlock.END_UPPER));
    }

    private interface Search {
        int run();
    }

    private static int earlier(int one, Search search) {
        if (one == NativeBlock.HIDDEN) {
            return one;
        }
        int other = search.run();
        return other == NativeBlock.HIDDEN || one < 0 || (other >= 0 && other < one) ? other : one;
    }

    private static int byBeginning(NativeBlock held, Match isTag, boolean capital) {
        int from = 0;
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            int at = capital ? nextCapital(held, from) : held.next(NativeBlock.LOWER, from);
            if (at < 0 || isTag.at(at)) {
                return at;
            }
            from = at + 1;
        }
        return NativeBlock.HIDDEN;
    }

    private static int byEnd(NativeBlock held, Match isTag, MemorySegment end) {
        int from = 0;
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            int at = held.next(end, from);
            if (at < 0 || isTag.at(at - TO_THE_END)) {
                return at < 0 ? at : at - TO_THE_END;
            }
            from = at + 1;
        }
        return NativeBlock.HIDDEN;
    }

    /// The next `<P`. Capitals are rare, so looking for the letter is quicker, as long as there are few.
    private static int nextCapital(NativeBlock held, int from) {
        int next = from;
        for (int tries = 0; tries < FEW; tries++) {
            int letter = held.nextCapital(next);
            if (letter < 0) {
                return letter;
            }
            if (letter > from && held.isBracket(letter - 1)) {
                return letter - 1;
            }
            next = letter + 1;
        }
        return held.next(NativeBlock.UPPER, next);
    }
}
