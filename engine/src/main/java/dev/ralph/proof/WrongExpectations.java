package dev.ralph.proof;

import dev.ralph.disk.Sha256;
import dev.ralph.git.RawName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Test files in which literals of lines that look like assertions are others than before: whatever reads them must
/// fail.
/// Nothing is understood of the language; what is changed in vain does no harm, as it is tried before the work first.
///
/// @param contents the files
/// @param changes  what is different in them
record WrongExpectations(SortedMap<RawName, byte[]> contents, List<Change> changes) {
    private static final int MOST_IN_FILE = 400;
    private static final int LONGEST_LINE = 2000;
    private static final Pattern ASSERTS = Pattern.compile(
            "(?i)assert|expect|should|must|verif|equal|same|tobe|toequal"
                    + "|\\bwant|\\bgot\\b|\\bok\\b|\\bis\\(|\\bcheck|\\bfail|==|!=|-eq\\b|-ne\\b|\\[ |\\bdiff\\b|\\bcmp\\b|\\bgrep\\b");
    private static final Pattern EQUALITY =
            Pattern.compile("(?i)===?|equals?\\b|equal\\(|eq!?\\(|tobe\\(|toequal\\(|\\bis\\(|-eq\\b|\"? = ");
    private static final Pattern UNSURE = Pattern.compile(
            "(?i)\\bnot\\b|not[A-Z(]|!=|!==|raises|throw|reject|[<>]=|[^-=]>\\s|<\\s|match|contain|\\bin\\b");
    private static final Pattern LEFT_ALONE =
            Pattern.compile("(?i)^\\s*(?:import|from|require|include|using|use|package"
                    + "|#|//|/?\\*|--|const .*require\\()|sleep|timeout|delay|millis|second|retr(?:y|ies)|\\bport\\b");
    /// What stands behind it is the name of a test.
    private static final Pattern NAMES =
            Pattern.compile("^\\s*(?:(?:async|export|public|static|pub)\\s+)*(?:def|func|fn|fun|class"
                    + "|describe|context|it|test|suite|[a-z]\\.Run|@\\w+|Scenario|Feature|Given|When|Then|And)\\b");
    /// Except for exit codes: how a script ends is no expectation.
    private static final Pattern LITERAL = Pattern.compile(
            "\"(?!\"\")(?:[^\"\\\\\\n]|\\\\.)*\"|'(?!'')(?:[^'\\\\\\n]|\\\\.)*'|(?<![\\w.$])(?<!\\bexit {1,3})(?<!exit\\()(?<!\\breturn {1,3})\\d+(?:\\.\\d+)?(?![\\w.])"
                    + "|\\b(?:[Tt]rue|[Ff]alse)\\b");
    private static final Pattern ONE_CHARACTER =
            Pattern.compile("(?i).*\\.(?:java|kts?|go|rs|c|cc|cpp|cs|swift|scala)");
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz";

    WrongExpectations {
        contents = new TreeMap<>(contents);
        changes = List.copyOf(changes);
    }

    /// Which of several literals of a line.
    enum Which {
        LAST,
        FIRST
    }

    /// @param line   from 1
    /// @param at     where in the line
    /// @param before the literal
    /// @param after  what stands there instead
    /// @param source the whole line
    record Change(RawName file, int line, int at, String before, String after, String source) {
        /// Whether a test that comes by must fail, as far as that can be said of any language.
        boolean isSure() {
            return EQUALITY.matcher(source).find() && !UNSURE.matcher(source).find();
        }

        @Override
        public String toString() {
            return file + ":" + line + " (" + before + " became " + after + ")";
        }
    }

    /// @param secret decides what the literals become
    static WrongExpectations of(Map<RawName, byte[]> files, String secret, Which which) {
        SortedMap<RawName, byte[]> contents = new TreeMap<>();
        List<Change> changes = new ArrayList<>();
        files.forEach((name, bytes) -> {
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            List<Change> found = changes(name, text, secret, which, true);
            if (found.isEmpty()) {
                found = changes(name, text, secret, which, false);
            }
            if (!found.isEmpty()) {
                contents.put(name, changed(text, found).getBytes(StandardCharsets.ISO_8859_1));
                changes.addAll(found);
            }
        });
        return new WrongExpectations(contents, changes);
    }

    private static List<Change> changes(RawName name, String text, String secret, Which which, boolean asserting) {
        List<Change> changes = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (changes.size() < MOST_IN_FILE
                    && line.length() < LONGEST_LINE
                    && !LEFT_ALONE.matcher(line).find()
                    && (!asserting || ASSERTS.matcher(line).find())) {
                Change change = change(name, number, line, secret, which);
                if (change != null) {
                    changes.add(change);
                }
            }
        }
        return changes;
    }

    private static @Nullable Change change(RawName name, int number, String line, String secret, Which which) {
        List<MatchResult> literals = literals(line);
        if (literals.isEmpty()) {
            return null;
        }
        MatchResult found = which == Which.LAST ? literals.getLast() : literals.getFirst();
        String literal = found.group();
        String seed = Sha256.of(secret + "\n" + name.bytes() + "\n" + number + "\n" + which);
        String after =
                other(literal, seed, ONE_CHARACTER.matcher(name.toString()).matches());
        return after.equals(literal) ? null : new Change(name, number, found.start(), literal, after, line);
    }

    /// Those that may be what is expected: not the name of a test, and not what is said when it fails.
    private static List<MatchResult> literals(String line) {
        boolean names = NAMES.matcher(line).find();
        List<MatchResult> found = new ArrayList<>();
        Matcher matcher = LITERAL.matcher(line);
        while (matcher.find()) {
            String literal = matcher.group();
            boolean isText = literal.startsWith("\"") || literal.startsWith("'");
            boolean isName = names && found.isEmpty() && isText;
            boolean isMessage = isText
                    && literal.contains(" ")
                    && !found.isEmpty()
                    && line.substring(0, matcher.start()).stripTrailing().endsWith(",")
                    && line.substring(matcher.end()).strip().matches("\\)*;?");
            if (isName) {
                names = false;
            } else if (!isMessage) {
                found.add(matcher.toMatchResult());
            }
        }
        return found;
    }

    private static String other(String literal, String seed, boolean hasCharacters) {
        return switch (literal.toLowerCase(Locale.ROOT)) {
            case "true" -> literal.startsWith("T") ? "False" : "false";
            case "false" -> literal.startsWith("F") ? "True" : "true";
            default -> {
                char first = literal.charAt(0);
                if (first != '"' && first != '\'') {
                    yield number(literal, seed);
                }
                boolean isCharacter = hasCharacters && first == '\'' && literal.length() == 3;
                String letters = letters(seed);
                yield isCharacter
                        ? "'" + (letters.charAt(0) == literal.charAt(1) ? letters.charAt(1) : letters.charAt(0)) + "'"
                        : first + letters + literal.substring(1);
            }
        };
    }

    private static String number(String literal, String seed) {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            digits.append(1 + Character.digit(seed.charAt(i), 16) % 9);
        }
        if (literal.matches("\\d{6,}")) { // a longer one may be more than a number can be
            int last = Character.digit(literal.charAt(literal.length() - 1), 10);
            return literal.substring(0, literal.length() - 1) + (last + 1 + digits.charAt(0) % 8) % 10;
        }
        return digits + literal;
    }

    private static String letters(String seed) {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            letters.append(LETTERS.charAt(Integer.parseInt(seed.substring(2 * i, 2 * i + 2), 16) % LETTERS.length()));
        }
        return letters.toString();
    }

    private static String changed(String text, List<Change> changes) {
        String[] lines = text.split("\n", -1);
        for (Change change : changes) {
            String line = lines[change.line() - 1];
            lines[change.line() - 1] = line.substring(0, change.at())
                    + change.after()
                    + line.substring(change.at() + change.before().length());
        }
        return String.join("\n", lines);
    }
}
