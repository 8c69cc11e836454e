package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Assertions of tests that were there and stand inside something new: a condition, a loop, a function, or what must
/// fail.
final class Enclosures {
    /// The end of what has no braces around it: behind the next statement.
    private static final int NEXT = Integer.MAX_VALUE;

    /// @param end where its block ends
    private record Open(Place header, Surrounding kind, int end) {}

    private final List<Place> after;
    private final Findings findings;
    private final Deque<Open> open = new ArrayDeque<>();
    private String read = "";
    private @Nullable Blocks blocks;
    private @Nullable DoBlocks doBlocks;

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
            Surrounding kind = place.isAlone() && !told ? Surrounding.of(place) : null;
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

    private void begin(Place header, Surrounding kind) {
        Source source = header.file().source();
        int end = header.statement().end();
        if (source.language() == Language.PYTHON) {
            open.addLast(new Open(
                    header, kind, blocks(header.file()).end(header.statement().at())));
        } else if (source.language().hasBraces()) {
            int brace = source.next(end);
            if (brace < source.code().length() && source.code().charAt(brace) == '{') {
                open.addLast(new Open(header, kind, source.pastBracket(brace)));
            } else if (source.language() == Language.SCRIPT && isBare(header)) {
                open.addLast(new Open(header, kind, NEXT));
            }
        }
    }

    private boolean isBare(Place header) {
        return Surrounding.isBare(header.statement(), header.file().source())
                && !doBlocks(header.file()).isEndedBy(header.statement());
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
            report(new Open(place, Surrounding.CONDITION, NEXT), place);
        } else if (now.language() == Language.PYTHON && before.contains("and") && !known.contains("and")) {
            report(new Open(place, Surrounding.CONDITION, NEXT), place);
        } else if (now.language() == Language.PYTHON && before.contains("lambda") && !known.contains("lambda")) {
            report(new Open(place, Surrounding.FUNCTION, NEXT), place);
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

    private DoBlocks doBlocks(TestFile file) {
        if (doBlocks == null || !doBlocks.source().equals(file.source())) {
            doBlocks = DoBlocks.of(file.source());
        }
        return doBlocks;
    }

    private void report(Open around, Place place) {
        Place header = around.header();
        findings.add(
                around.kind().rule(header),
                place.path(),
                header.line(),
                (place.isInTest() ? "in `" + Shown.line(place.test()) + "` " : "") + "the assertion `"
                        + Shown.line(place.statement().shown()) + "` "
                        + around.kind().words() + " `"
                        + Shown.line(header.statement().shown()) + "`");
    }
}
