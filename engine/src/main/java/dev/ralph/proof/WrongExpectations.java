package dev.ralph.proof;

import dev.ralph.disk.Sha256;
import dev.ralph.git.RawName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
            "(?i)assert|expect|should|must|verif|equal|\\beq|same|tobe|toequal|\\bwant|\\bgot\\b|\\bok\\b|\\bis\\(|\\bcheck|\\bfail|==|!=|-eq\\b|-ne\\b|\\["
                    + " |\\bdiff\\b|\\bcmp\\b|\\bgrep\\b");
    /// Where a changed literal may leave a comparison as it was.
    private static final Pattern UNSURE = Pattern.compile("(?i)\\bnot\\b|\\.not|not[A-Z(]|raises|throws|reject|[<>]="
            + "|[^-=]>\\s|<\\s|match|contain|\\bin\\b|\\bor\\b|\\bskip|=>[^{]*=>");
    private static final Pattern EQUAL = Pattern.compile("===?$|\\bis$");
    private static final Pattern UNEQUAL = Pattern.compile("!==?$");
    private static final Pattern SHELL_EQUAL = Pattern.compile("(?:^|\\s)(?:==?|-eq)$");
    private static final Pattern SHELL = Pattern.compile("(?i).*\\.(?:sh|bash|bats|t)|[^.]*");
    private static final Pattern SHELL_ASSERTS =
            Pattern.compile("(?i)(?:eq|is|same|equals?|assert|expect|check|should|want)\\w*");
    private static final Pattern FAILS =
            Pattern.compile("(?i)\\bthrow\\b|\\braise\\b|\\bfail|\\berror|fatal|panic|\\bexit\\b|assert");
    /// Calls that compare two of what they are given.
    private static final Pattern COMPARES = Pattern.compile("(?i)(?:.*\\.)?assert_?\\w*(?:equals?|eq|same|is)\\w*!?"
            + "|(?:assert|t|chai\\.assert)\\.(?:\\w*equals?|is|same)"
            + "|.*\\.(?:to_?be|to_?equal|tostrictequal|to_?eq|isequalto|issameas|eql?|must_equal|shouldbe|equalto)"
            + "|(?:eq|is|same|equals?|equalto|check|expect|want|assert|\\w+_eq)\\w*!?");
    /// Calls that want one thing to be true.
    private static final Pattern WANTS = Pattern.compile(
            "(?i)(?:.*\\.)?(?:assert(?:_?true|that)?|ok|expect|expect_true|check|require|istrue|true|must|should)!?");
    private static final Pattern LEFT_ALONE =
            Pattern.compile("(?i)^\\s*(?:import|from|require|include|using|use|package"
                    + "|#|//|/?\\*|--|const .*require\\()|sleep|timeout|delay|millis|second|retr(?:y|ies)|\\bport\\b");
    /// What stands behind it is the name of a test.
    private static final Pattern NAMES =
            Pattern.compile("^\\s*(?:(?:async|export|public|static|pub)\\s+)*(?:def|func|fn|fun|class"
                    + "|describe|context|it|test|suite|[a-z]\\.Run|@\\w+|Scenario|Feature|Given|When|Then|And)\\b");
    /// Except for exit codes: how a script ends is no expectation.
    private static final Pattern LITERAL = Pattern.compile("\"(?!\"\")(?:[^\"\\\\\\n"
            + "]|\\\\.)*\"|'(?!'')(?:[^'\\\\\\n"
            + "]|\\\\.)*'|(?<![\\w.$])(?<!\\bexit {1,3})(?<!exit\\()(?<!\\breturn {1,3})\\d+(?:\\.\\d+)?(?![\\w.])"
            + "|\\b(?:[Tt]rue|[Ff]alse)\\b");
    private static final Pattern ONE_CHARACTER =
            Pattern.compile("(?i).*\\.(?:java|kts?|go|rs|c|cc|cpp|cs|swift|scala)");
    /// One that no escape or format is made of.
    private static final Pattern PLAIN_LETTER =
            Pattern.compile("(?<=[A-Za-z\"' ])(?<![\\\\%{$])[A-Za-z](?=[A-Za-z\"' ])");
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz";

    WrongExpectations {
        contents = new TreeMap<>(contents);
        changes = List.copyOf(changes);
    }

    /// What becomes of literals: in the second round another kind of value than in the first.
    enum Round {
        FIRST(0),
        SECOND(1),
        /// Known again wherever they are printed; for what no agent could prepare for.
        MARKED(2);

        /// Tells what one round chooses from what another does.
        private final int number;

        Round(int number) {
            this.number = number;
        }
    }

    /// @param line   from 1
    /// @param at     where in the line
    /// @param before the literal
    /// @param after  what stands there instead
    /// @param source the whole line
    /// @param isSure whether a test that comes by must fail, as far as that can be said of any language
    record Change(RawName file, int line, int at, String before, String after, String source, boolean isSure) {
        /// What it became, without quotes.
        String value() {
            return after.replaceAll("^[\"']|[\"']$", "");
        }

        @Override
        public String toString() {
            return file + ":" + line + " (" + before + " became " + after + ")";
        }
    }

    /// In each line that looks like an assertion what is compared, or else the last literal.
    ///
    /// @param secret decides what the literals become
    static WrongExpectations of(Map<RawName, byte[]> files, String secret) {
        SortedMap<RawName, byte[]> contents = new TreeMap<>();
        List<Change> changes = new ArrayList<>();
        files.forEach((name, bytes) -> {
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            List<Change> found = changes(name, text, secret, Round.FIRST, true);
            if (found.isEmpty()) {
                found = changes(name, text, secret, Round.FIRST, false);
            }
            put(contents, changes, name, text, found);
        });
        return new WrongExpectations(contents, changes);
    }

    /// Only where a test that comes by must fail.
    static WrongExpectations sure(Map<RawName, byte[]> files, String secret, Round round) {
        SortedMap<RawName, byte[]> contents = new TreeMap<>();
        List<Change> changes = new ArrayList<>();
        files.forEach((name, bytes) -> {
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            List<Change> found = changes(name, text, secret, round, true).stream()
                    .filter(Change::isSure)
                    .toList();
            put(contents, changes, name, text, found);
        });
        return new WrongExpectations(contents, changes);
    }

    /// Some of these changes.
    ///
    /// @param files   that they are changes of
    /// @param numbers of the changes, from 0
    WrongExpectations only(Map<RawName, byte[]> files, Set<Integer> numbers) {
        Set<Change> wanted = numbers.stream().map(changes::get).collect(Collectors.toSet());
        return where(files, wanted::contains);
    }

    /// The same with fewer changes.
    ///
    /// @param files that they are changes of
    WrongExpectations where(Map<RawName, byte[]> files, Predicate<Change> wanted) {
        SortedMap<RawName, byte[]> less = new TreeMap<>();
        List<Change> fewer = changes.stream().filter(wanted).toList();
        for (RawName name : contents.keySet()) {
            byte[] bytes = files.get(name);
            List<Change> found =
                    fewer.stream().filter(change -> change.file().equals(name)).toList();
            if (bytes != null && !found.isEmpty()) {
                String text = new String(bytes, StandardCharsets.ISO_8859_1);
                less.put(name, changed(text, found).getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        return new WrongExpectations(less, fewer);
    }

    /// Of each test one change, so that no other hides that it is overlooked: one of those that are surely come by.
    /// Where none is, all of the test.
    ///
    /// @param secret chooses
    /// @param number 0 or 1: another one where there are several
    WrongExpectations single(Map<RawName, byte[]> files, String secret, int number) {
        Map<String, List<Change>> tests = new LinkedHashMap<>();
        Set<Change> outer = new HashSet<>();
        contents.keySet().forEach(name -> {
            TestBlocks blocks = new TestBlocks(files.getOrDefault(name, new byte[0]));
            changes.stream().filter(change -> change.file().equals(name)).forEach(change -> {
                int begin = blocks.begin(change.line());
                tests.computeIfAbsent(name.bytes() + ":" + begin, _ -> new ArrayList<>())
                        .add(change);
                if (begin > 0 && change.isSure() && blocks.isReached(change.line())) {
                    outer.add(change);
                }
            });
        });
        Set<Change> chosen = new HashSet<>();
        tests.forEach((test, all) -> {
            List<Change> some = all.stream().filter(outer::contains).toList();
            if (some.isEmpty()) {
                chosen.addAll(all);
            } else {
                String drawn = Sha256.of(secret + "\n" + test);
                int first = Integer.parseInt(drawn.substring(0, 4), 16) % some.size();
                int next = 1 + Integer.parseInt(drawn.substring(4, 8), 16) % Math.max(1, some.size() - 1);
                chosen.add(some.get((first + number * next) % some.size()));
            }
        });
        return where(files, chosen::contains);
    }

    private static void put(
            Map<RawName, byte[]> contents, List<Change> changes, RawName name, String text, List<Change> found) {
        if (!found.isEmpty()) {
            contents.put(name, changed(text, found).getBytes(StandardCharsets.ISO_8859_1));
            changes.addAll(found);
        }
    }

    private static List<Change> changes(RawName name, String text, String secret, Round round, boolean asserting) {
        List<Change> changes = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length && changes.size() < MOST_IN_FILE; i++) {
            String line = lines[i];
            if (line.length() < LONGEST_LINE
                    && !LEFT_ALONE.matcher(line).find()
                    && (!asserting || ASSERTS.matcher(line).find())) {
                String next = i + 1 < lines.length ? lines[i + 1] : "";
                changes.addAll(changes(name, i + 1, line, next, secret, round));
            }
        }
        return changes;
    }

    private static List<Change> changes(
            RawName name, int number, String line, String next, String secret, Round round) {
        List<MatchResult> literals = literals(line);
        List<MatchResult> sure = literals.stream()
                .filter(literal -> isSure(name.toString(), line, next, literal))
                .toList();
        List<MatchResult> last = literals.isEmpty() ? List.of() : List.of(literals.getLast());
        List<Change> changes = new ArrayList<>();
        for (MatchResult found : sure.isEmpty() ? last : sure) {
            String literal = found.group();
            String seed = Sha256.of(secret + "\n" + name.bytes() + "\n" + number + "\n" + found.start());
            String after = other(
                    literal, seed, round, ONE_CHARACTER.matcher(name.toString()).matches());
            if (!after.equals(literal)) {
                changes.add(new Change(name, number, found.start(), literal, after, line, !sure.isEmpty()));
            }
        }
        return changes;
    }

    /// Those that may be what is expected: not the name of a test, and not what is said when it fails.
    private static List<MatchResult> literals(String line) {
        boolean names = NAMES.matcher(line).find();
        List<MatchResult> found = new ArrayList<>();
        Matcher matcher = LITERAL.matcher(line);
        while (matcher.find()) {
            String literal = matcher.group();
            boolean isText = isText(literal);
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

    private static boolean isText(String literal) {
        return literal.startsWith("\"") || literal.startsWith("'");
    }

    /// Whether the literal is by itself one side of a comparison that a test stands or falls with. What is given to the
    /// code under test is not: another number may well have the same sign.
    private static boolean isSure(String file, String line, String next, MatchResult literal) {
        boolean isShell = SHELL.matcher(file).matches();
        String others = line.substring(0, literal.start()) + line.substring(literal.end());
        if (UNSURE.matcher(others).find() || (!isShell && others.contains("||"))) {
            return false;
        }
        Around around = Around.of(line, literal);
        if (isShell) {
            return isSureInShell(line, literal, around);
        }
        String left = around.left().strip();
        boolean isAlone = left.matches("-?") && around.right().isBlank();
        if (around.bracket() == '('
                && isAlone
                && COMPARES.matcher(around.callee()).matches()) {
            boolean isHelper = !around.callee().contains(".")
                    && !around.callee().toLowerCase(Locale.ROOT).contains("eq");
            return around.index() < 2
                    && (!isHelper || (around.arguments() == 2 && around.index() == 1))
                    && (around.arguments() <= 2 || !isText(literal.group()));
        }
        boolean isEnd = around.right().isBlank() || around.right().strip().matches("[:{].*");
        boolean isRight = isEnd && EQUAL.matcher(left.replaceAll("\\s*-$", "")).find();
        boolean isLeft =
                left.matches("(?:assert\\b)?\\s*-?") && around.right().strip().matches("===?[^=].*");
        if (isRight || isLeft) {
            return around.bracket() == '('
                    ? WANTS.matcher(around.callee()).matches()
                    : left.matches("assert\\b.*") && around.bracket() == ' ';
        }
        return isEnd
                && UNEQUAL.matcher(left).find()
                && line.strip().matches("if\\b.*")
                && FAILS.matcher(line + "\n" + next).find();
    }

    private static boolean isSureInShell(String line, MatchResult literal, Around around) {
        String before = line.substring(0, literal.start());
        String after = line.substring(literal.end());
        boolean isWord = (before.isEmpty() || before.matches(".*\\s")) && after.matches("(?:[\\s;].*)?");
        boolean isInside = before.lastIndexOf("$(") > before.lastIndexOf(')') || around.bracket() == '(';
        if (!isWord || isInside || literal.group().matches(".*[$`].*") || line.contains("! ")) {
            return false;
        }
        String command = line.strip().split("\\s+", 2)[0];
        boolean isCompared =
                SHELL_EQUAL.matcher(before.strip()).find() || after.strip().matches("(?:==?|-eq)\\s.*");
        return (SHELL_ASSERTS.matcher(command).matches() && !before.isBlank())
                ? !literal.group().contains(" ")
                : isCompared && line.matches(".*(?:\\[|\\btest)\\s.*");
    }

    /// What stands around a literal.
    ///
    /// @param bracket   the one it stands in, a blank for none
    /// @param callee    what is called there
    /// @param index     which of the arguments it is part of, from 0
    /// @param arguments how many there are
    /// @param left      of that argument what stands before it
    /// @param right     of that argument what stands behind it
    private record Around(char bracket, String callee, int index, int arguments, String left, String right) {
        private static final Pattern CALLEE = Pattern.compile("[\\w.!?$)\\]]*$");

        static Around of(String line, MatchResult literal) {
            String text = masked(line);
            int depth = 0;
            int open = literal.start() - 1;
            int index = 0;
            int from = -1;
            for (; open >= 0; open--) {
                char c = text.charAt(open);
                depth += ")]}".indexOf(c) >= 0 ? 1 : "([{".indexOf(c) >= 0 ? -1 : 0;
                if (depth < 0) {
                    break;
                }
                boolean separates = depth == 0 && (c == ',' || c == ';');
                from = separates && from < 0 ? open + 1 : from;
                index += depth == 0 && c == ',' ? 1 : 0;
                if (depth == 0 && c == ';') {
                    break;
                }
            }
            boolean isIn = open >= 0 && text.charAt(open) != ';';
            int to = literal.end();
            int ends = -1;
            int commas = index;
            depth = 0;
            for (; to < text.length() && depth >= 0; to++) {
                char c = text.charAt(to);
                depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
                boolean separates = (depth == 0 && (c == ',' || c == ';')) || depth < 0;
                ends = separates && ends < 0 ? to : ends;
                commas += depth == 0 && c == ',' ? 1 : 0;
            }
            Matcher callee = CALLEE.matcher(text.substring(0, Math.max(open, 0)));
            String called = isIn && callee.find() ? callee.group() : "";
            return new Around(
                    isIn ? text.charAt(open) : ' ',
                    called,
                    index,
                    commas + 1,
                    line.substring(from < 0 ? open + 1 : from, literal.start()),
                    line.substring(literal.end(), ends < 0 ? line.length() : ends)
                            .replaceAll("\\s*(?:#|//).*", ""));
        }

        /// Without what texts say: a bracket in one is none.
        private static String masked(String line) {
            return LITERAL.matcher(line)
                    .replaceAll(found -> "x".repeat(found.group().length()));
        }
    }

    private static String other(String literal, String seed, Round round, boolean hasCharacters) {
        return switch (literal.toLowerCase(Locale.ROOT)) {
            case "true" -> literal.startsWith("T") ? "False" : "false";
            case "false" -> literal.startsWith("F") ? "True" : "true";
            default -> {
                boolean isCharacter = hasCharacters && literal.startsWith("'") && literal.length() == 3;
                if (isCharacter) {
                    yield "'" + letter(seed, round.number, literal.charAt(1)) + "'";
                }
                yield isText(literal) ? text(literal, seed, round) : number(literal, seed, round);
            }
        };
    }

    /// Of two rounds, one adds a little and the other makes it longer: no rule about numbers knows both.
    private static String number(String literal, String seed, Round round) {
        boolean isMarked = round == Round.MARKED;
        boolean isNear = !isMarked && (digit(seed, 0) % 2 == 0) == (round == Round.FIRST);
        int more = 1 + digit(seed, 1) % 8;
        int last = Character.digit(literal.charAt(literal.length() - 1), 10);
        if (literal.matches("\\d{6,}")) { // a longer one may be more than a number can be
            return literal.substring(0, literal.length() - 1) + (last + more + (isNear ? 0 : 1)) % 10;
        }
        if (isNear) {
            return literal.matches("\\d+")
                    ? String.valueOf(Long.parseLong(literal) + more)
                    : literal.substring(0, literal.length() - 1) + (last + more) % 10;
        }
        StringBuilder digits = new StringBuilder();
        int length = isMarked ? 4 : 1 + digit(seed, 2) % 4;
        for (int i = 0; i < length; i++) {
            digits.append(1 + digit(seed, 3 + i) % 9);
        }
        return digits + literal;
    }

    /// Longer at its beginning or its end, or of the same length.
    private static String text(String literal, String seed, Round round) {
        StringBuilder letters = new StringBuilder();
        boolean isMarked = round == Round.MARKED;
        for (int i = 0; i < (isMarked ? 5 : 1 + digit(seed, 0) % 5); i++) {
            letters.append(letter(seed, i + 8 * round.number, ' '));
        }
        int form = isMarked ? 2 : (digit(seed, 1) + round.number) % 3;
        Matcher plain = PLAIN_LETTER.matcher(literal);
        if (form == 0 && plain.find()) {
            int at = plain.start();
            return literal.substring(0, at) + letter(seed, at % 8, literal.charAt(at)) + literal.substring(at + 1);
        }
        int end = literal.length() - 1;
        return form == 1 && literal.indexOf('$') < 0
                ? literal.substring(0, end) + letters + literal.substring(end)
                : literal.charAt(0) + letters.toString() + literal.substring(1);
    }

    private static int digit(String seed, int at) {
        return Character.digit(seed.charAt(at), 16);
    }

    private static char letter(String seed, int at, char except) {
        int chosen = Integer.parseInt(seed.substring(2 * at, 2 * at + 2), 16) % LETTERS.length();
        char letter = LETTERS.charAt(chosen);
        return Character.toLowerCase(except) == letter ? LETTERS.charAt((chosen + 1) % LETTERS.length()) : letter;
    }

    private static String changed(String text, List<Change> changes) {
        String[] lines = text.split("\n", -1);
        for (Change change : changes.reversed()) { // those of one line from its end
            String line = lines[change.line() - 1];
            lines[change.line() - 1] = line.substring(0, change.at())
                    + change.after()
                    + line.substring(change.at() + change.before().length());
        }
        return String.join("\n", lines);
    }
}
