package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Assertions of tests that were there and stand inside something new: a condition, a loop, a function, or what must
/// fail.
final class Enclosures {
    private static final Set<String> CONDITIONS = Set.of("if", "elif", "unless", "while", "switch", "match", "when");
    /// They make tests or groups of what they are given.
    private static final Set<String> TELLING = Set.of(
            "it",
            "test",
            "specify",
            "each",
            "describe",
            "context",
            "suite",
            "group",
            "step",
            "bench",
            "run",
            "when",
            "dynamictest",
            "dynamiccontainer",
            "eventually",
            "eventuallywitht",
            "notpanics",
            "asserttimeout");

    private enum Kind {
        CONDITION(Rule.ASSERTION_WEAKENED, "is made under the new condition"),
        LOOP(Rule.TEST_CHANGED, "is made in the new loop"),
        FUNCTION(Rule.TEST_CHANGED, "is made in the new function"),
        FAILURE(Rule.ASSERTION_WEAKENED, "is expected to fail by");

        private final Rule rule;
        private final String words;

        Kind(Rule rule, String words) {
            this.rule = rule;
            this.words = words;
        }
    }

    /// The end of what has no braces around it: behind the next statement.
    private static final int NEXT = Integer.MAX_VALUE;

    /// @param end where its block ends
    private record Open(Place header, Kind kind, int end) {}

    private final List<Place> after;
    private final Findings findings;
    private final Deque<Open> open = new ArrayDeque<>();
    private String read = "";
    private @Nullable Blocks blocks;

    Enclosures(Matching matching, Findings findings) {
        this.after = matching.after();
        this.findings = findings;
    }

    void apply() {
        for (Place place : after) {
            while (!open.isEmpty() && isOver(open.getLast(), place)) {
                open.removeLast();
            }
            if (!open.isEmpty() && isKept(place)) {
                report(open.getLast(), place);
            }
            if (!open.isEmpty() && open.getLast().end() == NEXT) {
                open.removeLast();
            }
            if (isKept(place) || isLine(place)) {
                within(place);
            }
            boolean told = place.statement().isAnnotation() || Neutralizers.isTold(place.statement());
            Kind kind = place.isAlone() && !told ? kind(place) : null;
            if (kind != null) {
                begin(place, kind);
            }
        }
    }

    private static boolean isOver(Open last, Place place) {
        return !last.header().file().path().equals(place.file().path())
                || place.statement().at() >= last.end();
    }

    private static boolean isKept(Place place) {
        Place old = place.other();
        return place.asserts() && place.isInTest() && old != null && old.isInTest();
    }

    /// Of a language whose tests have no form that we know.
    private static boolean isLine(Place place) {
        Language language = place.statement().language();
        return place.asserts() && (language == Language.SHELL || language == Language.OTHER);
    }

    private void begin(Place header, Kind kind) {
        Source source = header.file().source();
        int end = header.statement().end();
        if (source.language() == Language.PYTHON) {
            open.addLast(new Open(
                    header, kind, blocks(header.file()).end(header.statement().at())));
        } else if (source.language().hasBraces()) {
            int brace = end;
            while (brace < source.code().length()
                    && Character.isWhitespace(source.code().charAt(brace))) {
                brace++;
            }
            if (brace < source.code().length() && source.code().charAt(brace) == '{') {
                open.addLast(new Open(header, kind, source.pastBracket(brace)));
            } else if (source.language() == Language.SCRIPT && isBare(header.statement())) {
                open.addLast(new Open(header, kind, NEXT));
            }
        }
    }

    /// `if (a)` and nothing behind it.
    private static boolean isBare(Statement header) {
        List<String> words = header.words();
        int depth = 0;
        for (int i = words.indexOf("("); i >= 0 && i < words.size(); i++) {
            depth += words.get(i).equals("(") ? 1 : words.get(i).equals(")") ? -1 : 0;
            if (depth == 0) {
                return i == words.size() - 1;
            }
        }
        return false;
    }

    /// `full && expect(a)`, `later = lambda: self.assertEqual(a, b)`: what is new stands before the assertion.
    private void within(Place place) {
        Place old = place.other();
        Statement now = place.statement();
        if (old == null || old.text().equals(place.text()) || now.first().equals("if")) {
            return;
        }
        List<String> was = old.statement().words();
        int from = now.words().size() - was.size();
        boolean whole =
                from > 0 && now.words().subList(from, now.words().size()).equals(was);
        List<String> before = whole ? now.words().subList(0, from) : before(now);
        List<String> known = whole ? List.of() : before(old.statement());
        if (has(before, "&") && !has(known, "&")) {
            report(new Open(place, Kind.CONDITION, NEXT), place);
        } else if (now.language() == Language.PYTHON && before.contains("and") && !known.contains("and")) {
            report(new Open(place, Kind.CONDITION, NEXT), place);
        } else if (now.language() == Language.PYTHON && before.contains("lambda") && !known.contains("lambda")) {
            report(new Open(place, Kind.FUNCTION, NEXT), place);
        }
    }

    private static boolean has(List<String> words, String mark) {
        int at = words.indexOf(mark);
        return at >= 0 && at + 1 < words.size() && words.get(at + 1).equals(mark);
    }

    /// What stands before the word that asserts.
    private static List<String> before(Statement statement) {
        List<String> words = statement.words();
        int at = 0;
        while (at < words.size() && !Assertions.isAsserting(words.get(at))) {
            at++;
        }
        return at == words.size() ? List.of() : words.subList(0, at);
    }

    /// Of one file after the other.
    private Blocks blocks(TestFile file) {
        if (blocks == null || !read.equals(file.path())) {
            blocks = Blocks.of(file.source());
            read = file.path();
        }
        return blocks;
    }

    private static @Nullable Kind kind(Place place) {
        Statement statement = place.statement();
        List<String> words = statement.words();
        boolean otherwise = statement.first().equals("else") && statement.has("else", "if");
        if (CONDITIONS.contains(statement.first()) || otherwise) {
            return Kind.CONDITION;
        }
        boolean arrow = words.size() > 2
                && words.getLast().equals(">")
                && Set.of("=", "-").contains(words.get(words.size() - 2));
        boolean expects = statement.first().equals("expect") || statement.has("await", "expect");
        if (words.stream().anyMatch(Drift::isFailing) || (arrow && expects)) {
            return Kind.FAILURE;
        }
        if (statement.first().equals("for") || (arrow && statement.has("forEach"))) {
            return Kind.LOOP;
        }
        int sign = words.indexOf("=");
        boolean assigned = sign > 0 && (arrow ? sign < words.size() - 2 : statement.has("=", "func"));
        boolean closure = statement.first().equals("let") && words.getLast().equals("|");
        boolean named = statement.first().equals("def")
                || statement.first().equals("function")
                || statement.has("async", "function")
                || statement.has("async", "def");
        return assigned || closure || named || (place.isInTest() && isGiven(statement)) ? Kind.FUNCTION : null;
    }

    /// A function that is given to somebody who may call it, and may pass its failures on, or not.
    private static boolean isGiven(Statement statement) {
        List<String> words = statement.words();
        boolean arrow = statement.language() != Language.RUST
                && words.size() > 2
                && words.getLast().equals(">")
                && Set.of("=", "-").contains(words.get(words.size() - 2));
        boolean closure =
                statement.language() == Language.RUST && words.getLast().equals("|");
        boolean function = statement.language() == Language.GO && statement.has("func", "(");
        long depth = words.stream().filter("("::equals).count()
                - words.stream().filter(")"::equals).count();
        boolean given = function ? !statement.first().equals("func") : depth > 0 && (arrow || closure);
        return given
                && words.stream()
                        .noneMatch(word -> Drift.isRunning(word) || TELLING.contains(word.toLowerCase(Locale.ROOT)));
    }

    private void report(Open around, Place place) {
        Place header = around.header();
        boolean tests = around.kind() == Kind.FUNCTION && !header.isInTest();
        findings.add(
                tests ? Rule.TEST_NEUTRALIZED : around.kind().rule,
                place.path(),
                header.line(),
                (place.isInTest() ? "in `" + Shown.line(place.test()) + "` " : "") + "the assertion `"
                        + Shown.line(place.statement().shown()) + "` " + around.kind().words + " `"
                        + Shown.line(header.statement().shown()) + "`");
    }
}
