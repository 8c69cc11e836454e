package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Statements of tests that are no longer there as they were: what took their place decides what that means.
final class LostStatements {
    private static final int COMPARED = 100;

    private final Matching matching;
    private final Set<Place> explained;
    private final Findings findings;
    private final Map<String, List<Place>> free = new HashMap<>();
    private final Extracted extracted;

    private final Map<Place, Set<String>> words = new HashMap<>();
    private String known = "";
    private @Nullable Set<String> gone;

    LostStatements(Matching matching, Set<Place> explained, Findings findings) {
        this.matching = matching;
        this.explained = explained;
        this.findings = findings;
        this.extracted = new Extracted(matching);
        for (Place place : matching.after()) {
            if (place.isAlone()) {
                free.computeIfAbsent(key(place), _ -> new ArrayList<>()).add(place);
            }
        }
    }

    private static String key(Place place) {
        return place.path() + "\0" + place.test();
    }

    void apply() {
        Set<String> edited = new HashSet<>();
        for (Place old : matching.before()) {
            Place now = old.other();
            if (now != null) {
                boolean same = now.text().equals(old.text());
                if (!same && !old.statement().isImport() && edited.add(now.path())) {
                    edited(
                            now.path(),
                            now.line(),
                            "`" + TamperExcerpt.line(old.statement().shown()) + "` has other names");
                }
            } else if (!explained.contains(old) && isTestCode(old)) {
                lost(old);
            } else if (old.statement().language() == Language.RUST && isModule(old)) {
                lostModule(old);
            }
        }
    }

    /// In Rust, tests lie among other code.
    private static boolean isTestCode(Place place) {
        return place.statement().language() != Language.RUST
                || place.isInTest()
                || place.path().contains("tests/");
    }

    /// `mod tests;`, which makes a file part of the program.
    private static boolean isModule(Place place) {
        List<String> words = place.statement().words();
        String code = place.file().source().code();
        int end = place.statement().end();
        return words.size() > 1
                && words.get(words.size() - 2).equals("mod")
                && code.substring(end, Math.min(code.length(), end + 200))
                        .stripLeading()
                        .startsWith(";");
    }

    private void lostModule(Place old) {
        String name = old.statement().words().getLast();
        boolean gone = gonePaths().stream()
                .anyMatch(path -> path.endsWith("/" + name + ".rs") || path.contains("/" + name + "/"));
        if (!gone) {
            findings.add(
                    name.contains("test") ? TamperRule.TEST_DELETED : TamperRule.TEST_CHANGED,
                    old.path(),
                    old.line(),
                    "the module `" + TamperExcerpt.line(name)
                            + "` is no longer part of the program, nor are its tests");
        }
    }

    private Set<String> gonePaths() {
        if (gone == null) {
            Set<String> paths = new HashSet<>();
            matching.before().forEach(place -> paths.add(place.path()));
            matching.after().forEach(place -> paths.remove(place.path()));
            gone = paths;
        }
        return gone;
    }

    private void lost(Place old) {
        Statement statement = old.statement();
        if (statement.isImport()) {
            lostImport(old);
        } else if (Assertions.is(statement)) {
            lostAssertion(old);
        } else {
            lostStep(old);
        }
    }

    private void lostAssertion(Place old) {
        Assertions.Strength was = Assertions.strength(old.statement());
        if (was == Assertions.Strength.NOTHING) {
            return;
        }
        String text = "`" + TamperExcerpt.line(old.statement().shown()) + "`";
        Place moved = extracted.of(old);
        if (moved != null) {
            findings.add(
                    TamperRule.ASSERTION_CHANGED,
                    moved.path(),
                    moved.line(),
                    in(old) + "the assertion " + text + " is made by a new function now");
            return;
        }
        Place now = nearest(old, true);
        if (now == null) {
            findings.add(
                    TamperRule.ASSERTION_WEAKENED,
                    old.path(),
                    old.line(),
                    in(old) + "the assertion " + text + " is gone");
            return;
        }
        String change = in(now) + "the assertion " + text + " became `"
                + TamperExcerpt.line(now.statement().shown()) + "`";
        Assertions.Strength is = Assertions.strength(now.statement());
        StatementChange drift = new StatementChange(old.statement(), now.statement());
        boolean same =
                saysAll(old.statement(), now.statement()) || isStronger(old.statement(), now.statement(), was, is);
        if (is.compareTo(was) < 0 || drift.isLess()) {
            findings.add(TamperRule.ASSERTION_WEAKENED, now.path(), now.line(), change + ", which says less");
        } else if ((same && !drift.isOther()) || isSameFailure(old.statement(), now.statement())) {
            edited(now.path(), now.line(), change);
        } else {
            findings.add(TamperRule.ASSERTION_CHANGED, now.path(), now.line(), change);
        }
    }

    /// `t.Errorf` in other words: what a failure is called is no matter.
    private static boolean isSameFailure(Statement old, Statement now) {
        return old.language() == Language.GO
                && old.first().equals("t")
                && old.words().size() > 3
                && now.words().size() > 3
                && old.words().subList(0, 4).equals(now.words().subList(0, 4))
                && Assertions.isAsserting(old.words().get(2));
    }

    private static boolean isStronger(Statement old, Statement now, Assertions.Strength was, Assertions.Strength is) {
        return is.compareTo(was) > 0
                && old.words().stream()
                        .anyMatch(word -> Statement.isName(word) && !Assertions.isVocabulary(word) && now.has(word));
    }

    private void lostStep(Place old) {
        String text = "`" + TamperExcerpt.line(old.statement().shown()) + "`";
        Place now = nearest(old, false);
        if (now == null) {
            findings.add(TamperRule.TEST_CHANGED, old.path(), old.line(), in(old) + text + " is gone");
        } else if (saysAll(old.statement(), now.statement())
                && !new StatementChange(old.statement(), now.statement()).changesStep()) {
            edited(
                    now.path(),
                    now.line(),
                    text + " became `" + TamperExcerpt.line(now.statement().shown()) + "`");
        } else {
            findings.add(
                    TamperRule.TEST_CHANGED,
                    now.path(),
                    now.line(),
                    in(now) + text + " became `"
                            + TamperExcerpt.line(now.statement().shown()) + "`");
        }
    }

    /// An import that nobody needs any more is no matter; one that brings the same name from elsewhere is.
    private void lostImport(Place old) {
        Imported was = Imported.of(old.statement());
        for (Place now :
                free.getOrDefault(key(old), List.of()).stream().limit(COMPARED).toList()) {
            Imported is = Imported.of(now.statement());
            if (now.isAlone() && now.statement().isImport() && was.isReplacedBy(is, old.path())) {
                old.join(now);
                findings.add(
                        TamperRule.TEST_CHANGED,
                        now.path(),
                        now.line(),
                        "`" + TamperExcerpt.line(old.statement().shown()) + "` became `"
                                + TamperExcerpt.line(now.statement().shown()) + "`");
                return;
            }
        }
    }

    /// The statement nobody else was replaced by that has most words in common, in the same test.
    private @Nullable Place nearest(Place old, boolean asserting) {
        Place best = null;
        int most = 0;
        int looked = 0;
        String key = key(old);
        for (Place now : free.getOrDefault(key, List.of())) {
            if (now.isAlone() && !now.statement().isImport() && now.asserts() == asserting) {
                int common = common(old.statement(), words(key, now));
                if (common > most) {
                    best = now;
                    most = common;
                }
                if (++looked == COMPARED) {
                    break;
                }
            }
        }
        if (best != null) {
            old.join(best);
        }
        return best;
    }

    /// Those of one test are kept while statements of that test are lost.
    private Set<String> words(String key, Place now) {
        if (!key.equals(known)) {
            words.clear();
            known = key;
        }
        return words.computeIfAbsent(
                now, place -> new HashSet<>(place.statement().words()));
    }

    private static int common(Statement old, Set<String> words) {
        int common = 0;
        for (String word : old.words()) {
            common += words.contains(word) && (Statement.isName(word) || Statement.isLiteral(word)) ? 1 : 0;
        }
        return common;
    }

    /// Whether every word is still there, in that order, with others between them: a parameter more, a wider call.
    private static boolean saysAll(Statement old, Statement now) {
        int next = 0;
        List<String> counted =
                old.words().stream().filter(LostStatements::isCounted).toList();
        for (String word : now.words()) {
            next += next < counted.size() && counted.get(next).equals(word) ? 1 : 0;
        }
        return next == counted.size() || isSameInOtherWords(old, now);
    }

    private static boolean isCounted(String word) {
        return Statement.isName(word) || Statement.isLiteral(word) || "!=<>-+*/%&|".contains(word);
    }

    /// `assertEquals(4, sum)` and `assertThat(sum).isEqualTo(4)`.
    private static boolean isSameInOtherWords(Statement old, Statement now) {
        return Assertions.is(old)
                && Assertions.is(now)
                && subject(old).equals(subject(now))
                && !subject(old).isEmpty();
    }

    private static List<String> subject(Statement statement) {
        return statement.words().stream()
                .filter(word -> isCounted(word) && !word.equals("!") && !Assertions.isVocabulary(word))
                .sorted()
                .toList();
    }

    private void edited(String path, int line, String what) {
        findings.add(TamperRule.TEST_EDITED, path, line, what);
    }

    private static String in(Place place) {
        return place.isInTest() ? "in `" + TamperExcerpt.line(place.test()) + "` " : "";
    }
}
