package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Assertions of tests that were there and stand inside something new: a condition, a loop, a function, or what must
/// fail.
final class Enclosures {
    private static final Set<String> CONDITIONS = Set.of("if", "elif", "unless", "while", "switch", "match", "when");

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

    /// @param end where its block ends
    private record Open(Place header, Kind kind, int end) {}

    private final List<Place> after;
    private final Findings findings;
    private final Deque<Open> open = new ArrayDeque<>();
    private @Nullable Source read;
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
            boolean told = place.statement().isAnnotation() || Neutralizers.isTold(place.statement());
            Kind kind = place.isAlone() && !told ? kind(place.statement()) : null;
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

    private void begin(Place header, Kind kind) {
        Source source = header.file().source();
        int end = header.statement().end();
        if (source.language() == Language.PYTHON) {
            open.addLast(new Open(header, kind, blocks(source).end(header.statement().at())));
        } else if (source.language().hasBraces()) {
            int brace = end;
            while (brace < source.code().length()
                    && Character.isWhitespace(source.code().charAt(brace))) {
                brace++;
            }
            if (brace < source.code().length() && source.code().charAt(brace) == '{') {
                open.addLast(new Open(header, kind, source.pastBracket(brace)));
            }
        }
    }

    /// Of one file after the other.
    private Blocks blocks(Source source) {
        if (blocks == null || read != source) {
            blocks = Blocks.of(source);
            read = source;
        }
        return blocks;
    }

    private static @Nullable Kind kind(Statement statement) {
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
        return assigned || closure || named ? Kind.FUNCTION : null;
    }

    private void report(Open around, Place place) {
        Place header = around.header();
        boolean tests = around.kind() == Kind.FUNCTION && !header.isInTest();
        findings.add(
                tests ? Rule.TEST_NEUTRALIZED : around.kind().rule,
                place.path(),
                header.line(),
                "in `" + Shown.line(place.test()) + "` the assertion `"
                        + Shown.line(place.statement().shown()) + "` " + around.kind().words + " `"
                        + Shown.line(header.statement().shown()) + "`");
    }
}
