package dev.ralph.ratchet;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/// What a test is called: the class, file or package it belongs to, and its own name.
///
/// Parts that differ from run to run although the test is the same (an object's identity, a random id, a time) are
/// blanked out, because otherwise the test would seem to vanish. Tests that are then called the same are counted.
public record TestId(String suite, String name) implements Comparable<TestId> {
    private static final int LONGEST = 400;
    private static final int SEARCHED = 4000;
    private static final Pattern BLANK = Pattern.compile("[\\s\\p{Cntrl}\\p{Cs}\\p{Cf}]+");
    private static final Pattern UUID =
            Pattern.compile("\\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\b");
    private static final Pattern IDENTITY = Pattern.compile("(?<=\\w)@[0-9a-f]{5,8}\\b|\\b0x[0-9a-f]{7,16}\\b");
    private static final Pattern TIME =
            Pattern.compile("\\b\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(:\\d\\d([.,]\\d{1,9})?)?(Z|[+-]\\d\\d:?\\d\\d)?");

    public TestId {
        suite = tidy(suite);
        name = tidy(name);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a test without a name in suite '" + suite + "'");
        }
    }

    /// As it is compared and shown, at most 400 characters. What is tidy already stays as it is.
    static String tidy(String text) {
        String tidy = isPlain(text)
                ? text.strip()
                : BLANK.matcher(text).replaceAll(" ").strip();
        if (tidy.length() <= SEARCHED) {
            if (tidy.indexOf('-') >= 0) {
                tidy = UUID.matcher(tidy).replaceAll("<id>");
            }
            if (tidy.indexOf('@') >= 0 || tidy.contains("0x")) {
                tidy = IDENTITY.matcher(tidy).replaceAll("@<object>");
            }
            if (tidy.indexOf(':') >= 0) {
                tidy = TIME.matcher(tidy).replaceAll("<time>");
            }
        }
        if (tidy.length() <= LONGEST) {
            return tidy;
        }
        CRC32C sum = new CRC32C();
        sum.update(tidy.getBytes(StandardCharsets.UTF_8));
        boolean pair = Character.isHighSurrogate(tidy.charAt(LONGEST - 11)); // half a character would not be stored
        String start = tidy.substring(0, LONGEST - (pair ? 11 : 10));
        return start + "…" + HexFormat.of().toHexDigits((int) sum.getValue());
    }

    /// Nearly all are, and there are hundreds of thousands of them: no pattern needs to be searched for then.
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || (c == ' ' && i > 0 && text.charAt(i - 1) == ' ')) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int compareTo(TestId other) {
        return Comparator.comparing(TestId::suite).thenComparing(TestId::name).compare(this, other);
    }

    @Override
    public String toString() {
        return suite.isEmpty() ? name : suite + " > " + name;
    }
}
