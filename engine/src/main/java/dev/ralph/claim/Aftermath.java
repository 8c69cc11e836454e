package dev.ralph.claim;

/// What a sentence says behind a phrase that makes it harmless: that it is mended, meant to be so, or how the product
/// treats it.
final class Aftermath {
    private static final int FAR = 28;
    private static final int NEAR = 10;

    private static final Phrases<Phrase> MENDED = Phrases.of(
            "is|are|was|were|been|now|both|all ~1 fixed|resolved|solved|corrected|gone|repaired|pass|passes|passing|green|removed",
            "is|are|been|now ~1 implemented|added|closed|written|finished|done now",
            "now ~1 implemented|added|closed|written|finished|done",
            "been added|implemented|closed|written|installed",
            "are|is|was|were closed|rewritten|updated|adapted",
            "last week|month|night|year|time",
            "yesterday",
            "for years|weeks|months",
            "before and|,",
            "before ; now",
            "no more",
            "0|zero times",
            "is empty now",
            "pass|passes|passing|succeed|succeeds|green|succeeded ~3 now|today|again",
            "it|they|both|and pass|passes|succeed|succeeds",
            "down? to 0|zero|none",
            "at|in the beginning|start|outset",
            "at first");
    private static final Phrases<Phrase> MEANT = Phrases.of(
            "as expected|intended|desired|requested|agreed|specified|designed|planned|wanted|announced|asked|before",
            "as it|they should",
            "as you ~2 asked|wanted|requested",
            "as the ~2 asks|demands|wants|says|requires",
            "on purpose",
            "by design",
            "what was asked|wanted|requested",
            "was|is the point",
            "any more|longer",
            "twice",
            "anymore",
            "by default",
            "ticket|spec|specification|task|issue|you|design|plan ~1 says|said|say|asks|asked|wants|wanted|forbids|excludes|leaves|demands",
            "out of scope",
            "not part of");
    private static final Phrases<Phrase> TREATED = Phrases.of(
            "is|are ~1 shown|listed|reported|printed|retried|counted|marked|highlighted|kept|logged|refused|displayed|rejected|cancelled|greyed|grouped");
    private static final Phrases<Phrase> CONDITIONS = Phrases.of("if", "unless", "whenever");

    private static final Phrases<Phrase> WHEN = Phrases.of("when");

    private Aftermath() {}

    /// @param to where the phrase ends
    static boolean excuses(Sentence sentence, ClaimRule rule, int to) {
        if (holds(MEANT, sentence, to - 1, FAR) || holds(MEANT, sentence, 0, 1)) {
            return true;
        }
        boolean conditional = rule == ClaimRule.TESTS_FAIL
                && (within(CONDITIONS, sentence, to) || (isGate(sentence, to) && within(WHEN, sentence, to)));
        return conditional
                || (rule != ClaimRule.CANNOT_COMPLETE && isMended(sentence, to))
                || ((rule == ClaimRule.TESTS_FAIL || rule == ClaimRule.REMAINING_WORK)
                        && within(TREATED, sentence, to));
    }

    /// A build that fails when something is wrong does what it is for.
    private static boolean isGate(Sentence sentence, int to) {
        return sentence.word(to - 1).equals("fails") && !sentence.word(to - 2).startsWith("test");
    }

    /// Before the clause ends.
    private static boolean within(Phrases<Phrase> phrases, Sentence sentence, int from) {
        for (int at = from; at < from + NEAR && at < sentence.size() && !sentence.isMark(at); at++) {
            if (stands(phrases, sentence, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isMended(Sentence sentence, int to) {
        for (int at = to; at < Math.min(sentence.size(), to + FAR); at++) {
            if (Cues.CONTRASTS.contains(sentence.word(at))) {
                return false;
            }
            if (stands(MENDED, sentence, at)) {
                return !sentence.word(at - 1).equals("can")
                        && !sentence.word(at - 1).equals("could");
            }
        }
        return false;
    }

    private static boolean holds(Phrases<Phrase> phrases, Sentence sentence, int from, int far) {
        for (int at = from; at < Math.min(sentence.size(), from + far); at++) {
            if (stands(phrases, sentence, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean stands(Phrases<Phrase> phrases, Sentence sentence, int at) {
        return Phrases.end(phrases, sentence, at) >= 0;
    }
}
