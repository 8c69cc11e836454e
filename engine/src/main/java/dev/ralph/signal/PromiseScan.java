package dev.ralph.signal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

/// Looks for the promise in the messages of an agent, which come in pieces that may be split at any byte.
///
/// A scan promises:
/// 1. The finding depends on the text of each message only, never on how it was cut into pieces.
/// 2. Time is linear in the text, whatever the text is; memory is a few kilobytes (and one block of 16 KiB outside the
///    heap for long texts), whatever its length.
/// 3. No text makes it fail: what is no UTF-8 is no promise.
/// 4. A tag never reaches from one message into the next, and one that is not closed counts for nothing.
///
/// It can only be as right as its input: feed it what the agent itself wrote, since the start of the attempt or loop,
/// and never the prompt, an echo of it or the output of tools. Not for several threads at once.
public final class PromiseScan {
    private static final byte[] OPEN = PromiseRule.OPEN.getBytes(US_ASCII);
    private static final byte[] CLOSE = PromiseRule.CLOSE.getBytes(US_ASCII);
    private static final int SLICE = 64 * 1024;

    private enum Place {
        OUTSIDE,
        /// Behind an opening tag.
        INSIDE,
        /// Behind a closing tag, in the same line; only where a promise needs a line of its own.
        BEHIND
    }

    private final PromiseRule rule;
    private final TagSearch search;
    private final TagContent inside;

    private Place place = Place.OUTSIDE;
    /// The bytes of a tag that may be complete with the next piece.
    private final byte[] tag = new byte[CLOSE.length];
    private int tagLength;
    /// Whether only blanks stand in the current line so far.
    private boolean blankLine = true;
    /// Whether the tag in hand stands alone in its line as far as it is known.
    private boolean alone;
    /// The same of a tag that begins inside another.
    private boolean tagAlone;
    /// The first half of a character that the next text piece completes; 0 for none.
    private char highSurrogate;

    private PromiseFinding finding = PromiseFinding.NONE;

    public PromiseScan(PromiseRule rule) {
        this.rule = rule;
        this.search = new TagSearch(rule.caseSensitive());
        this.inside = new TagContent(rule.trim());
    }

    /// What one whole message says.
    public static PromiseFinding of(PromiseRule rule, String message) {
        PromiseScan scan = new PromiseScan(rule);
        scan.read(message);
        scan.endMessage();
        return scan.finding();
    }

    /// What is known so far. A promise that needs a line of its own is found when the line or the message ends.
    public PromiseFinding finding() {
        return finding;
    }

    /// The next piece of the current message, in UTF-8.
    public void read(byte[] bytes, int from, int to) {
        flushSurrogate();
        readBytes(bytes, from, to);
    }

    /// The next piece of the current message.
    public void read(CharSequence text) {
        int length = text.length();
        int from = 0;
        if (highSurrogate != 0 && length > 0 && Character.isLowSurrogate(text.charAt(0))) {
            String whole = String.valueOf(new char[] {highSurrogate, text.charAt(0)});
            highSurrogate = 0;
            readWhole(whole);
            from = 1;
        } else if (length > 0) {
            flushSurrogate();
        }
        if (from < length && Character.isHighSurrogate(text.charAt(length - 1))) {
            highSurrogate = text.charAt(--length);
        }
        while (from < length) {
            int to = Math.min(length, from + SLICE);
            if (to < length && Character.isHighSurrogate(text.charAt(to - 1))) {
                to--;
            }
            readWhole(text.subSequence(from, to).toString());
            from = to;
        }
    }

    /// The current message is complete; what follows belongs to the next one.
    public void endMessage() {
        flushSurrogate();
        if (place == Place.BEHIND) {
            settle();
        }
        place = Place.OUTSIDE;
        tagLength = 0;
        blankLine = true;
    }

    private void flushSurrogate() {
        if (highSurrogate != 0) {
            highSurrogate = 0;
            readWhole("?");
        }
    }

    private void readWhole(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        readBytes(bytes, 0, bytes.length);
    }

    private void readBytes(byte[] bytes, int from, int to) {
        int next = from;
        while (next < to) {
            next = switch (place) {
                case OUTSIDE -> outside(bytes, from, next, to);
                case INSIDE -> inside(bytes, from, next, to);
                case BEHIND -> behind(bytes, next, to);
            };
        }
        blankLine = isBlankBefore(bytes, from, to);
    }

    /// Looks for the opening tag; the index where to go on.
    private int outside(byte[] bytes, int start, int from, int to) {
        int next = from;
        while (tagLength > 0 && next < to) {
            if (!isTagByte(OPEN, bytes[next])) {
                tagLength = 0;
            } else {
                next++;
                if (++tagLength == OPEN.length) {
                    return opened(next);
                }
            }
        }
        if (next == to) {
            return to;
        }
        int found = search.next(bytes, next, to);
        if (found >= 0) {
            alone = isBlankBefore(bytes, start, found);
            return opened(found + OPEN.length);
        }
        tagLength = search.beginningAtEnd(bytes, next, to);
        if (tagLength > 0) {
            alone = isBlankBefore(bytes, start, to - tagLength);
        }
        return to;
    }

    private int opened(int next) {
        place = Place.INSIDE;
        tagLength = 0;
        inside.clear();
        return next;
    }

    /// Collects until a closing tag; another opening tag begins anew.
    private int inside(byte[] bytes, int start, int from, int to) {
        for (int i = from; i < to; i++) {
            byte b = bytes[i];
            if (tagLength > 0 && continuesTag(b)) {
                tag[tagLength++] = b;
                boolean closing = tag[1] == CLOSE[1];
                if (closing && tagLength == CLOSE.length) {
                    return closed(i + 1);
                }
                if (!closing && tagLength == OPEN.length) {
                    alone = tagAlone;
                    return opened(i + 1);
                }
                continue;
            }
            flushTag();
            if (b == '<') {
                tag[0] = b;
                tagLength = 1;
                tagAlone = isBlankBefore(bytes, start, i);
            } else {
                alone &= !isLineEnd(b);
                inside.add(b);
            }
        }
        return to;
    }

    private boolean continuesTag(byte b) {
        return tagLength == 1
                ? b == CLOSE[1] || TagSearch.same(b, OPEN[1], rule.caseSensitive())
                : isTagByte(tag[1] == CLOSE[1] ? CLOSE : OPEN, b);
    }

    private boolean isTagByte(byte[] wanted, byte b) {
        return TagSearch.same(b, wanted[tagLength], rule.caseSensitive());
    }

    /// What looked like a tag was text.
    private void flushTag() {
        for (int i = 0; i < tagLength; i++) {
            inside.add(tag[i]);
        }
        tagLength = 0;
    }

    private int closed(int next) {
        tagLength = 0;
        if (rule.ownLine()) {
            place = Place.BEHIND;
        } else {
            alone = true;
            settle();
        }
        return next;
    }

    /// Looks whether the rest of the line is blank.
    private int behind(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!isLineBlank(bytes[i])) {
                alone &= isLineEnd(bytes[i]);
                settle();
                return i;
            }
        }
        return to;
    }

    private void settle() {
        place = Place.OUTSIDE;
        String text = inside.text();
        boolean promise = !inside.isTooLong() && rule.isPromise(text);
        boolean blocked = !inside.isTooLong() && rule.isBlocked(text);
        if (promise && alone) {
            finding = PromiseFinding.KEPT;
        } else if (blocked && alone) {
            finding = PromiseFinding.BLOCKED;
        } else if (finding instanceof PromiseFinding.None || finding instanceof PromiseFinding.Wrong) {
            PromiseFinding.Why why = promise || blocked ? PromiseFinding.Why.NOT_ALONE : PromiseFinding.Why.OTHER_TEXT;
            finding = new PromiseFinding.Wrong(PromiseExcerpt.of(inside.isTooLong() ? text + '…' : text), why);
        }
    }

    /// Whether only blanks stand between the last line end and this index.
    private boolean isBlankBefore(byte[] bytes, int start, int index) {
        if (!rule.ownLine()) {
            return true;
        }
        for (int i = index - 1; i >= start; i--) {
            if (isLineEnd(bytes[i])) {
                return true;
            }
            if (!isLineBlank(bytes[i])) {
                return false;
            }
        }
        return blankLine;
    }

    private static boolean isLineEnd(byte b) {
        return b == '\n' || b == '\r';
    }

    private static boolean isLineBlank(byte b) {
        return b == ' ' || b == '\t' || b == 0x0b || b == '\f';
    }
}
