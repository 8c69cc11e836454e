package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Assertions of tests that were there and stand inside something new: a condition, a loop, a function, or what must
/// fail.
final class Enclosures {
    /// The end of what has no braces around it: behind the next statement.
    private static final int NEXT = Integer.MAX_VALUE;

    /// @param end    where its block ends
    /// @param graver what is around it and says more, null for nothing
    private record Open(
            Place header,
            Surrounding kind,
            int end,
            @Nullable Open graver) {
        Open told() {
            return graver == null ? this : graver;
        }

        Measure measure() {
            return kind.rule(header).standard();
        }
    }

    private final List<Place> after;
    private final Findings findings;
    private final Deque<Open> open = new ArrayDeque<>();
    private @Nullable Place asserting;
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
                otherwise(open.removeLast(), place);
            }
            if (!open.isEmpty() && isKept(place)) {
                Open told = open.getLast().told();
                report(told.header(), told.kind(), place);
            }
            if (!open.isEmpty() && open.getLast().end() == NEXT) {
                goOn(open.removeLast(), place);
            }
            if (isKept(place) || isLine(place)) {
                within(place);
            }
            asserting = place.asserts() ? place : asserting;
            boolean told = place.statement().isAnnotation() || Neutralizers.isTold(place.statement());
            Surrounding kind = place.isAlone() && !told ? Surrounding.of(place) : null;
            if (kind != null) {
                begin(place, kind);
            }
        }
    }

    /// What stands on the other side of a condition.
    private void otherwise(Open over, Place place) {
        Source source = over.header().file().source();
        int at = over.end() == NEXT ? over.end() : source.next(over.end());
        Statement header = over.header().statement();
        boolean sided = over.kind() == Surrounding.CONDITION
                && over.header().path().equals(place.path())
                && Set.of("if", "elif", "else", "unless").contains(header.first());
        if (!sided || !source.isWord("else", at)) {
            return;
        }
        int brace = source.next(at + "else".length());
        boolean asserted = asserting != null
                && asserting.path().equals(place.path())
                && asserting.statement().at() > header.at();
        Surrounding kind = asserted ? Surrounding.ALTERNATIVE : Surrounding.CONDITION;
        if (source.language() == Language.PYTHON && source.column(at) == source.column(header.at())) {
            add(over.header(), kind, blocks(over.header().file()).end(at));
        } else if (source.language().hasBraces()
                && brace < source.code().length()
                && source.code().charAt(brace) == '{') {
            add(over.header(), kind, source.pastBracket(brace));
        }
    }

    /// Over the block of the one statement that it holds for.
    private void goOn(Open next, Place place) {
        Source source = place.file().source();
        int brace = source.next(place.statement().end());
        if (brace < source.code().length() && source.code().charAt(brace) == '{') {
            add(next.header(), next.kind(), source.pastBracket(brace));
        }
    }

    private void add(Place header, Surrounding kind, int end) {
        Open plain = new Open(header, kind, end, null);
        Open around = open.isEmpty() ? plain : open.getLast().told();
        boolean graver = around.measure().compareTo(plain.measure()) > 0;
        open.addLast(graver ? new Open(header, kind, end, around) : plain);
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
            add(header, kind, blocks(header.file()).end(header.statement().at()));
        } else if (source.language().hasBraces()) {
            int brace = source.next(end);
            if (brace < source.code().length() && source.code().charAt(brace) == '{') {
                add(header, kind, source.pastBracket(brace));
            } else if (source.language() == Language.SCRIPT && isBare(header)) {
                add(header, kind, NEXT);
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
        boolean python = now.language() == Language.PYTHON;
        List<String> was = old.statement().words();
        int from = now.words().size() - was.size();
        boolean whole =
                from > 0 && now.words().subList(from, now.words().size()).equals(was);
        List<String> before = whole ? now.words().subList(0, from) : before(now);
        List<String> known = whole ? List.of() : before(old.statement());
        if (isNew(before, known, "&", "&") || (python && before.contains("and") && !known.contains("and"))) {
            report(place, Surrounding.CONDITION, place);
        } else if (python && before.contains("lambda") && !known.contains("lambda")) {
            report(place, Surrounding.FUNCTION, place);
        } else if (now.language() == Language.JAVA && isNew(before, known, "=", "{")) {
            report(place, Surrounding.FUNCTION, place);
        }
    }

    private static boolean isNew(List<String> before, List<String> known, String first, String second) {
        return has(before, first, second) && !has(known, first, second);
    }

    /// Words that follow each other.
    private static boolean has(List<String> words, String first, String second) {
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).equals(first) && words.get(i + 1).equals(second)) {
                return true;
            }
        }
        return false;
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

    private void report(Place header, Surrounding kind, Place place) {
        findings.add(
                kind.rule(header),
                place.path(),
                header.line(),
                (place.isInTest() ? "in `" + Shown.line(place.test()) + "` " : "") + "the assertion `"
                        + Shown.line(place.statement().shown()) + "` " + kind.words() + " `"
                        + Shown.line(header.statement().shown()) + "`");
    }
}
