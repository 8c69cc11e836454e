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
    /// Over how many lines an assertion may go.
    private static final int MOST_LINES = 50;
    private static final Pattern ASSERTS = Pattern.compile(
            "(?i)assert|expect|should|must|verif|equal|\\beq|same|tobe|toequal|\\bwant|\\bgot\\b|\\bok\\b|\\bis\\(|\\bcheck|\\bfail|==|!=|-eq\\b|-ne\\b|\\["
                    + " |\\bdiff\\b|\\bcmp\\b|\\bgrep\\b");
    /// Where a changed literal may leave a comparison as it was.
    private static final Pattern UNSURE = Pattern.compile("(?i)\\bnot\\b|\\.not|not[A-Z(]|raises|throws|reject|[<>]="
            + "|[^-=]>\\s|<\\s|match|contain|\\bin\\b|\\bor\\b|\\bskip|=>[^{]*=>"
            + "|almost|isclose|close_?to|approx|delta|places|toleran|greater|less|least|most|between");
    private static final Pattern EQUAL = Pattern.compile("(?<![!=<>])===?$|\\bis$");
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
    /// Files in which a comment begins so.
    private static final Pattern HASHES = Pattern.compile("(?i).*\\.(?:py|rb|pl|t|sh|bash|bats|exs?)|[^.]*");

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
        String masked = masked(name.toString(), text);
        String[] lines = text.split("\n", -1);
        int begin = 0;
        int last = -MOST_LINES;
        for (int i = 0; i < lines.length && changes.size() < MOST_IN_FILE; i++) {
            String line = lines[i];
            boolean isShort = line.length() < LONGEST_LINE;
            boolean asserts = isShort && ASSERTS.matcher(line).find();
            last = asserts ? i : last;
            boolean isWanted = !asserting || i - last < MOST_LINES;
            if (isShort && isWanted && !LEFT_ALONE.matcher(line).find()) {
                List<MatchResult> literals = literals(line);
                String next = i + 1 < lines.length ? lines[i + 1] : "";
                int from = begin;
                List<MatchResult> wanted = literals.stream()
                        .filter(literal -> isSure(name.toString(), line, next, text, masked, from, literal))
                        .toList();
                boolean isSure = !wanted.isEmpty();
                if (!isSure && !literals.isEmpty() && (!asserting || asserts)) {
                    wanted = List.of(literals.getLast());
                }
                changes.addAll(changes(name, i + 1, line, wanted, isSure, secret, round));
            }
            begin += line.length() + 1;
        }
        return changes;
    }

    private static List<Change> changes(
            RawName name,
            int number,
            String line,
            List<MatchResult> literals,
            boolean isSure,
            String secret,
            Round round) {
        List<Change> changes = new ArrayList<>();
        for (MatchResult found : literals) {
            String literal = found.group();
            String seed = Sha256.of(secret + "\n" + name.bytes() + "\n" + number + "\n" + found.start());
            String after = other(
                    literal, seed, round, ONE_CHARACTER.matcher(name.toString()).matches());
            if (!after.equals(literal)) {
                changes.add(new Change(name, number, found.start(), literal, after, line, isSure));
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

    /// Whether the literal is by itself one side of a comparison that a test stands or falls with, or an element of
    /// what is, over however many lines that is written. What is given to the code under test is not: another
    /// number may well have the same sign.
    ///
    /// @param from where the line begins in the text
    private static boolean isSure(
            String file, String line, String next, String text, String masked, int from, MatchResult literal) {
        if (SHELL.matcher(file).matches()) {
            String others = line.substring(0, literal.start()) + line.substring(literal.end());
            return !UNSURE.matcher(others).find()
                    && isSureInShell(line, literal, Around.of(masked(file, line), literal.start(), literal.end()));
        }
        int start = from + literal.start();
        Around around = Around.of(masked, start, from + literal.end());
        boolean isElement = false;
        while (around.isInDisplay()) {
            if (!around.isElement()) {
                return false;
            }
            isElement = true;
            around = Around.of(masked, around.open(), Math.min(around.close() + 1, masked.length()));
        }
        String others = text.substring(around.begin(), start) + text.substring(from + literal.end(), around.end());
        if (UNSURE.matcher(others).find() || others.contains("||")) {
            return false;
        }
        String left = around.left().strip();
        boolean isAlone = left.matches("-?") && around.right().isBlank();
        if (around.bracket() == '('
                && isAlone
                && COMPARES.matcher(around.callee()).matches()) {
            boolean isHelper = !around.callee().contains(".")
                    && !around.callee().toLowerCase(Locale.ROOT).contains("eq");
            String before = masked.substring(
                    around.begin(), around.open() - around.callee().length());
            return around.index() < 2
                    && (!isHelper || (around.arguments() == 2 && around.index() == 1 && before.isBlank()))
                    && (around.arguments() <= 2
                            || ((isElement || !isText(literal.group()))
                                    && !around.last().matches("-?\\d\\S*"))); // how far from each other they may be
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
                && !isElement
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

    /// Without what texts and comments say: a bracket in one is none. A text that does not end in its line is none,
    /// unless it may have several.
    private static String masked(String file, String text) {
        String comment = HASHES.matcher(file).matches() ? "#" : "//";
        StringBuilder masked = new StringBuilder(text);
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean isComment = text.startsWith(comment, at) && (at == 0 || " \t\n(".indexOf(text.charAt(at - 1)) >= 0);
            int end = isComment ? lineEnd(text, at) : "\"'`".indexOf(c) >= 0 ? textEnd(text, at) : at;
            for (int masking = at; masking < end; masking++) {
                if (text.charAt(masking) != '\n') {
                    masked.setCharAt(masking, isComment ? ' ' : 'x');
                }
            }
            at = Math.max(end, at + 1);
        }
        return masked.toString();
    }

    private static int lineEnd(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    /// Behind the end of a text that begins there; where it begins when none does.
    private static int textEnd(String text, int begin) {
        char quote = text.charAt(begin);
        String three = String.valueOf(quote).repeat(3);
        if (quote != '`' && text.startsWith(three, begin)) {
            int end = text.indexOf(three, begin + 3);
            return end < 0 ? begin : end + 3;
        }
        for (int at = begin + 1; at < text.length() && (quote == '`' || text.charAt(at) != '\n'); at++) {
            if (text.charAt(at) == quote) {
                return at + 1;
            }
            at += text.charAt(at) == '\\' ? 1 : 0;
        }
        return begin;
    }

    /// What stands around a literal, or around a list of some, in a text without texts and comments.
    ///
    /// @param bracket   the one it stands in, a blank for none
    /// @param callee    what is called there
    /// @param index     which of the arguments it is part of, from 0
    /// @param arguments how many there are
    /// @param last      the last of them, where it stands behind it
    /// @param left      of that argument what stands before it
    /// @param right     of that argument what stands behind it
    /// @param before    what stands before the bracket, a blank for nothing
    /// @param open      where the bracket is
    /// @param close     where it ends
    /// @param begin     where the lines of all that begin
    /// @param end       where they end
    private record Around(
            char bracket,
            String callee,
            int index,
            int arguments,
            String last,
            String left,
            String right,
            char before,
            int open,
            int close,
            int begin,
            int end) {
        private static final int FARTHEST = 4000;
        private static final Pattern CALLEE = Pattern.compile("[\\w.!?$)\\]]*$");
        private static final Pattern KEY = Pattern.compile("(?!lambda\\b)\\w+\\s*:\\s*-?|-?");

        static Around of(String text, int start, int end) {
            int open = enclosing(text, start);
            boolean isBlock = open >= 0 && text.charAt(open) == '{' && "=(,[:{".indexOf(before(text, open)) < 0;
            boolean isIn = open >= 0 && !isBlock;
            int from = start;
            int index = 0;
            int depth = 0;
            for (int at = start - 1; at > (isIn ? open : -1); at--) {
                char c = text.charAt(at);
                depth += ")]}".indexOf(c) >= 0 ? 1 : "([{".indexOf(c) >= 0 ? -1 : 0;
                if (depth < 0 || (depth == 0 && (c == ';' || (c == '\n' && !isIn)))) {
                    break;
                }
                index += depth == 0 && c == ',' ? 1 : 0;
                from = index == 0 ? at : from;
            }
            int to = end;
            int ends = -1;
            int commas = index;
            boolean isTrailing = false;
            String last = "";
            int comma = end;
            depth = 0;
            for (; to < text.length() && to < end + FARTHEST; to++) {
                char c = text.charAt(to);
                depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
                boolean isOver = depth < 0 || (depth == 0 && (c == ';' || (c == '\n' && !isIn)));
                if (isOver || (depth == 0 && c == ',')) {
                    String argument = text.substring(comma, to).strip();
                    last = argument.isEmpty() ? last : argument;
                    comma = to + 1;
                }
                ends = ends < 0 && (isOver || (depth == 0 && c == ',')) ? to : ends;
                if (isOver) {
                    break;
                }
                commas += depth == 0 && c == ',' ? 1 : 0;
                isTrailing = (isTrailing && Character.isWhitespace(c)) || (depth == 0 && c == ',');
            }
            Matcher callee = CALLEE.matcher(text.substring(Math.max(0, open - FARTHEST), Math.max(open, 0)));
            int behind = text.indexOf('\n', to);
            return new Around(
                    isIn ? text.charAt(open) : ' ',
                    isIn && callee.find() ? callee.group() : "",
                    index,
                    commas + (isTrailing ? 0 : 1),
                    last,
                    text.substring(from, start).replace('\n', ' '),
                    text.substring(end, ends < 0 ? to : ends).replace('\n', ' '),
                    isIn ? before(text, open) : ' ',
                    open,
                    to,
                    text.lastIndexOf('\n', Math.max(0, (isIn ? open : from) - 1)) + 1,
                    behind < 0 ? text.length() : behind);
        }

        /// The bracket that is open there; -1 for none.
        private static int enclosing(String text, int start) {
            int depth = 0;
            for (int at = start - 1; at >= Math.max(0, start - FARTHEST); at--) {
                char c = text.charAt(at);
                depth += ")]}".indexOf(c) >= 0 ? 1 : "([{".indexOf(c) >= 0 ? -1 : 0;
                if (depth < 0) {
                    return at;
                }
            }
            return -1;
        }

        private static char before(String text, int open) {
            String line = text.substring(Math.max(0, open - FARTHEST), open).stripTrailing();
            return line.isEmpty() ? ' ' : line.charAt(line.length() - 1);
        }

        /// Whether it stands in a list, a table, or brackets that only hold together.
        boolean isInDisplay() {
            return bracket != ' ' && callee.isEmpty() && "=([{,:".indexOf(before) >= 0;
        }

        boolean isElement() {
            return (KEY.matcher(left.strip()).matches() && right.isBlank())
                    || (bracket == '{' && left.isBlank() && right.strip().startsWith(":"));
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

    /// Of two rounds, one takes the next number and the other makes it longer: no rule about numbers knows both.
    private static String number(String literal, String seed, Round round) {
        boolean isMarked = round == Round.MARKED;
        boolean isNear = !isMarked && (digit(seed, 0) % 2 == 0) == (round == Round.FIRST);
        int more = 1 + digit(seed, 1) % 8;
        int last = Character.digit(literal.charAt(literal.length() - 1), 10);
        if (literal.matches("\\d{6,}")) { // a longer one may be more than a number can be
            return literal.substring(0, literal.length() - 1) + (last + more + (isNear ? 0 : 1)) % 10;
        }
        if (isNear) {
            long next = more % 2 == 0 ? 1 : -1;
            return literal.matches("\\d+")
                    ? String.valueOf(
                            Math.abs(Long.parseLong(literal) + next)) // never below 0: nobody knows a sign there
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
