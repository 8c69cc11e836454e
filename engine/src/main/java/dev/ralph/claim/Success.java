package dev.ralph.claim;

import java.util.Set;

/// The good end of a story: what failed before it does not any more.
final class Success {
    private static final Phrases<Phrase> ENDS = Phrases.of(
            "all|every|everything|whole|full|entire|complete ~5 @pass",
            "now ~2 pass|passes|passing|green|succeed|succeeds|works|fixed",
            "pass|passes|passing|green|succeed|succeeds|works ~3 now",
            "they|it|both|that pass|passes|succeed|succeeds",
            "@tests is|are ~1 green|passing",
            "@tests pass|passes|succeed|succeeds|succeeded",
            "@tests was|were ~1 successful|green",
            "run|runs|suite|build|builds|tests : ok|green|passed|succeeded",
            "is|are|went|goes|turned ~1 green",
            "fixed|corrected|adapted|resolved|repaired|updated it|them|that|this|both|these",
            "is|are|been|was|were ~1 fixed|resolved|solved|corrected|gone|repaired",
            "i|which|we ~2 fixed|corrected|repaired|adapted|updated",
            "there are|is none",
            "none ~2 now",
            "^ solved|fixed",
            "^ reproduced , fixed",
            "0|no|zero failures|failed|errors|failing");
    private static final Phrases<Phrase> ANSWERS = Phrases.of(
            "i|we ~2 @action",
            "^ @action",
            "is|are|been|was|were ~1 @action",
            "and|then @action",
            "it|they|which now",
            "now $",
            "^ now",
            "works|work|runs|builds again",
            "third|second|last|other ~1 does|do|works",
            "solves|fixes that|it|this");
    private static final Phrase FIGURE = new Phrase("# ~1 passed|passing");
    private static final Set<String> SPOILERS = Set.of(
            "not",
            "other",
            "else",
            "rest",
            "most",
            "except",
            "never",
            "will",
            "but",
            "nothing",
            "be",
            "my",
            "docs",
            "documentation");
    private static final int NEAR = 4;

    private Success() {}

    /// Tests pass, or what failed is mended.
    ///
    /// @param failures the sentence has a figure of failures: how many passed then says nothing
    static boolean isTold(Sentence sentence, int at, boolean failures) {
        return (!failures && Vocabulary.isCount(sentence.word(at)) && FIGURE.end(sentence, at) >= 0)
                || stands(ENDS, sentence, at);
    }

    /// Something was done about it.
    static boolean isAnswered(Sentence sentence, int at) {
        return stands(ANSWERS, sentence, at);
    }

    private static boolean stands(Phrases<Phrase> phrases, Sentence sentence, int at) {
        for (Phrase phrase : phrases.beginningWith(sentence.word(at))) {
            int end = phrase.end(sentence, at);
            if (end >= 0 && !isSpoiled(sentence, at, end)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSpoiled(Sentence sentence, int from, int to) {
        int first = from;
        while (first > Math.max(0, from - NEAR) && !sentence.isMark(first - 1)) {
            first--;
        }
        for (int at = first; at < to; at++) {
            if (SPOILERS.contains(sentence.word(at))) {
                return true;
            }
        }
        return false;
    }
}
