package dev.ralph.signal;

/// What stands between the tags, fed byte by byte.
///
/// It keeps no more characters than the longest promise has: a longer text is no promise whatever it says, and its
/// beginning is enough to show.
final class TagContent {
    private static final char MALFORMED = '\ufffd';

    private final boolean trim;
    private final StringBuilder text = new StringBuilder();
    /// White space that belongs to the text only if more text follows.
    private final StringBuilder blanks = new StringBuilder();
    private boolean tooLong;
    private boolean tooManyBlanks;

    private int codePoint;
    private int least;
    private int missing;

    TagContent(boolean trim) {
        this.trim = trim;
    }

    void clear() {
        text.setLength(0);
        blanks.setLength(0);
        tooLong = false;
        tooManyBlanks = false;
        missing = 0;
    }

    /// UTF-8; overlong forms, surrogates and broken sequences are no characters.
    void add(byte b) {
        if (tooLong) {
            return;
        }
        if (missing > 0) {
            if ((b & 0xc0) == 0x80) {
                codePoint = (codePoint << 6) | (b & 0x3f);
                if (--missing == 0) {
                    character(isValid() ? codePoint : MALFORMED);
                }
                return;
            }
            missing = 0;
            character(MALFORMED);
        }
        if (b >= 0) {
            character(b);
        } else if ((b & 0xe0) == 0xc0) {
            begin(b & 0x1f, 1, 0x80);
        } else if ((b & 0xf0) == 0xe0) {
            begin(b & 0x0f, 2, 0x800);
        } else if ((b & 0xf8) == 0xf0) {
            begin(b & 0x07, 3, 0x10000);
        } else {
            character(MALFORMED);
        }
    }

    /// Whether there was more than any promise has.
    boolean isTooLong() {
        return tooLong;
    }

    /// The text, or the beginning of one that is too long.
    String text() {
        if (missing > 0) {
            missing = 0;
            character(MALFORMED);
        }
        return text.toString();
    }

    private void begin(int bits, int following, int atLeast) {
        codePoint = bits;
        missing = following;
        least = atLeast;
    }

    private boolean isValid() {
        return codePoint >= least
                && codePoint <= Character.MAX_CODE_POINT
                && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE);
    }

    private void character(int c) {
        if (trim && WhiteSpace.is(c)) {
            blank(c);
            return;
        }
        if (tooManyBlanks || text.length() + blanks.length() + Character.charCount(c) > PromiseRule.LONGEST) {
            tooLong = true;
            return;
        }
        text.append(blanks).appendCodePoint(c);
        blanks.setLength(0);
    }

    private void blank(int c) {
        if (text.isEmpty()) {
            return;
        }
        if (blanks.length() < PromiseRule.LONGEST) {
            blanks.appendCodePoint(c);
        } else {
            tooManyBlanks = true;
        }
    }
}
