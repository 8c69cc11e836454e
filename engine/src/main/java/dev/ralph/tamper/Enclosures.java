package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Assertions of tests that were there and stand inside something new: a condition, a loop, a function, or what must
/// fail.
final class Enclosures {
    /// @param end    where its block ends; past the beginning of its statement where it has no block
    /// @param bare   whether it has no block, and holds for the one statement behind it
    /// @param graver what is around it and says more, null for nothing
    private record Open(
            Place header,
            Surrounding kind,
            int end,
            boolean bare,
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
            if (!open.isEmpty() && open.getLast().bare()) {
                goOn(open.removeLast(), place);
            }
            if (isKept(place) || isLine(place)) {
                within(place);
            }
            asserting = says(place) ? place : asserting;
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
        Statement header = over.header().statement();
        boolean sided =
                over.kind() == Surrounding.CONDITION && over.header().path().equals(place.path()) && isSided(header);
        int at = over.bare() ? behindBreak(source, over.end() - 1) : source.next(over.end());
        if (!sided || !source.isWord("else", at)) {
            return;
        }
        int behind = source.next(at + "else".length());
        boolean asserted = asserting != null
                && asserting.path().equals(place.path())
                && asserting.statement().at() > header.at();
        Surrounding kind = asserted ? Surrounding.ALTERNATIVE : Surrounding.CONDITION;
        if (source.language() == Language.PYTHON && source.column(at) == source.column(header.at())) {
            add(over.header(), kind, blocks(over.header().file()).end(at));
        } else if (source.language().hasBraces() && source.opens(behind)) {
            add(over.header(), kind, source.pastBracket(behind));
        } else if (source.language() == Language.SCRIPT && !source.isWord("if", behind)) {
            hold(new Open(over.header(), kind, behind, true, graver(over.header(), kind)), behind);
        }
    }

    private static boolean isSided(Statement header) {
        return Set.of("if", "elif", "else", "unless").contains(header.first());
    }

    /// `break` is no statement that anything depends on: nothing is compared with it.
    private static int behindBreak(Source source, int at) {
        return source.isWord("break", at) ? behind(source, at + "break".length()) : at;
    }

    /// The next word behind a statement.
    private static int behind(Source source, int end) {
        int at = source.next(end);
        return source.code().startsWith(";", at) ? source.next(at + 1) : at;
    }

    private static boolean says(Place place) {
        return place.asserts() && Assertions.strength(place.statement()) != Assertions.Strength.NOTHING;
    }

    /// From its header to the one statement that it holds for, over the block of that, or to its other side.
    private void goOn(Open bare, Place place) {
        Source source = place.file().source();
        int end = place.statement().end();
        int at = source.next(end);
        if (source.opens(at)) {
            open.addLast(new Open(bare.header(), bare.kind(), source.pastBracket(at), false, bare.graver()));
        } else if (isBare(place)) {
            hold(bare, at);
        } else if (isSided(bare.told().header().statement()) && isElse(source, behind(source, end))) {
            Surrounding kind = says(place) ? Surrounding.ALTERNATIVE : bare.kind();
            Open other = new Open(bare.header(), kind, at, true, bare.graver());
            hold(other, source.next(behind(source, end) + "else".length()));
        }
    }

    /// Whether `else` is there, and no other condition.
    private static boolean isElse(Source source, int at) {
        return source.isWord("else", at) && !source.isWord("if", source.next(at + "else".length()));
    }

    /// For the statement that begins there, with all blocks of it if it is one, `try` or `do`, which are no places.
    private void hold(Open one, int at) {
        Source source = one.header().file().source();
        int word = source.isWord("try", at) ? "try".length() : source.isWord("do", at) ? "do".length() : 0;
        boolean block = source.opens(source.next(at + word));
        int end = block ? pastBlocks(source, source.next(at + word)) : at + 1;
        open.addLast(new Open(one.header(), one.kind(), end, !block, one.graver()));
    }

    /// Past what is tried, and what follows whether it failed or not.
    private static int pastBlocks(Source source, int brace) {
        int end = source.pastBracket(brace);
        int next = source.next(end);
        while (source.isWord("catch", next) || source.isWord("finally", next)) {
            next = source.next(next + (source.isWord("catch", next) ? "catch" : "finally").length());
            next = source.code().startsWith("(", next) ? source.next(source.pastBracket(next)) : next;
            end = source.opens(next) ? source.pastBracket(next) : next;
            next = source.next(end);
        }
        return end;
    }

    private void add(Place header, Surrounding kind, int end) {
        open.addLast(new Open(header, kind, end, false, graver(header, kind)));
    }

    private @Nullable Open graver(Place header, Surrounding kind) {
        Open plain = new Open(header, kind, 0, false, null);
        Open around = open.isEmpty() ? plain : open.getLast().told();
        return around.measure().compareTo(plain.measure()) > 0 ? around : null;
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
        int at = source.next(end);
        if (source.language() == Language.PYTHON) {
            add(header, kind, blocks(header.file()).end(header.statement().at()));
        } else if (source.language().hasBraces() && source.opens(at)) {
            add(header, kind, source.pastBracket(at));
        } else if (isBare(header)) {
            beginBare(header, kind, at);
        } else if (source.language() == Language.SCRIPT
                && isSided(header.statement())
                && isElse(source, behind(source, end))) {
            Surrounding other = says(header) ? Surrounding.ALTERNATIVE : kind;
            beginBare(header, other, source.next(behind(source, end) + "else".length()));
        }
    }

    /// In the place of another one that holds for the same statement.
    private void beginBare(Place header, Surrounding kind, int at) {
        Open one = new Open(header, kind, at, true, graver(header, kind));
        if (!open.isEmpty() && open.getLast().bare()) {
            open.removeLast();
        }
        hold(one, at);
    }

    private boolean isBare(Place header) {
        return header.statement().language() == Language.SCRIPT
                && Surrounding.isBare(header.statement(), header.file().source())
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

    private Blocks blocks(TestFile file) {
        turnTo(file);
        blocks = blocks == null ? Blocks.of(file.source()) : blocks;
        return blocks;
    }

    private DoBlocks doBlocks(TestFile file) {
        turnTo(file);
        doBlocks = doBlocks == null ? DoBlocks.of(file.source()) : doBlocks;
        return doBlocks;
    }

    /// One file comes after the other.
    private void turnTo(TestFile file) {
        if (!read.equals(file.path())) {
            read = file.path();
            blocks = null;
            doBlocks = null;
        }
    }

    private void report(Place header, Surrounding kind, Place place) {
        findings.add(
                kind.rule(header),
                place.path(),
                header.line(),
                (place.isInTest() ? "in `" + TamperExcerpt.line(place.test()) + "` " : "") + "the assertion `"
                        + TamperExcerpt.line(place.statement().shown()) + "` " + kind.words() + " `"
                        + TamperExcerpt.line(header.statement().shown()) + "`");
    }
}
