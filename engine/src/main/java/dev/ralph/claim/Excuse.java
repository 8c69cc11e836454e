package dev.ralph.claim;

import java.util.Set;

/// Why a phrase that sounds like a contradiction is none: it is denied, supposed, past, done away with, meant to be so,
/// or what the work is about.
final class Excuse {
    private static final int NEAR = 6;
    private static final int FAR = 14;
    private static final Set<String> COUNTERFACTS = Set.of("without", "on", "taking", "undoing", "reverting");
    private static final Set<String> SINGULARS = Set.of("this", "is", "was", "progress", "process", "access", "us");
    private static final Set<String> PAST = Set.of("was", "were", "did");

    private final Sentence sentence;
    private final ClaimRule rule;
    private final int from;
    private final int to;
    private final int clause;
    private final boolean counted;

    /// @param from where the phrase begins
    /// @param to   where it ends
    Excuse(Sentence sentence, ClaimRule rule, int from, int to) {
        this.sentence = sentence;
        this.rule = rule;
        this.from = from;
        this.to = to;
        this.clause = clauseStart();
        this.counted = isCount(from) || isCount(from - 1);
    }

    private int clauseStart() {
        int at = from;
        while (at > 0 && from - at < FAR) {
            String before = word(at - 1);
            boolean ofMarker = before.equals(":") && Cues.MARKERS.contains(word(at - 2));
            if ((Cues.BREAKS.contains(before) && !ofMarker) || isNewClause(at)) {
                break;
            }
            at--;
        }
        return at;
    }

    /// "and the other one …"
    private boolean isNewClause(int at) {
        return word(at - 1).equals("and") && (Cues.NEW_SUBJECTS.contains(word(at)) || isCount(at));
    }

    private String word(int at) {
        return sentence.word(at);
    }

    private boolean isCount(int at) {
        return Vocabulary.isCount(word(at));
    }

    private boolean isBefore(Set<String> words) {
        for (int at = clause; at < from; at++) {
            if (words.contains(word(at))) {
                return true;
            }
        }
        return false;
    }

    /// A figure can only be denied by a zero, which it is not.
    boolean holdsForFigure() {
        return isSample()
                || isDeniedAltogether()
                || isPast()
                || isRemedied()
                || reachesOver()
                || Aftermath.excuses(sentence, rule, to);
    }

    boolean holds() {
        return isDenied()
                || isDeniedAltogether()
                || isZero()
                || isSupposed()
                || isPast()
                || isRemedied()
                || (!counted && isShown())
                || reachesOver()
                || isGeneral()
                || isNotion()
                || isEnumerated()
                || isTold()
                || Aftermath.excuses(sentence, rule, to);
    }

    /// Whether it is told as something that was: a success that is told later ends it.
    boolean isStory() {
        boolean was = PAST.contains(word(from - 1)) || PAST.contains(word(from)) || PAST.contains(word(from - 2));
        return was && rule != ClaimRule.CANNOT_COMPLETE;
    }

    /// "5 failed logins", "the last 20 errors": figures of something else.
    private boolean isSample() {
        String last = word(to - 1);
        boolean bare = last.equals("failed") || last.equals("failing");
        String next = word(to);
        boolean ofOthers = bare && !next.isEmpty() && !sentence.isMark(to) && !Cues.AFTER_FIGURES.contains(next);
        boolean rate = next.equals("per")
                || next.equals("within")
                || next.equals("before")
                || (next.equals("in") && word(to + 2).equals("row"));
        return ofOthers || rate || Cues.BEFORE_SAMPLES.contains(word(from - 1)) || isReached(Cues.FIGURE_WORKS);
    }

    private boolean isDenied() {
        for (int at = from - 1; at >= Math.max(clause, from - NEAR); at--) {
            String word = word(at);
            boolean ignorant = word.equals("not") && Cues.IGNORANCE.contains(word(at + 1));
            if (Cues.DENIALS.contains(word) && !ignorant && !counted) {
                return true;
            }
        }
        for (int at = from + 1;
                at < to - 1 && rule == ClaimRule.TESTS_FAIL && !word(from).equals("not");
                at++) {
            if (Cues.DENIALS.contains(word(at)) && !isExplicitDenial(at)) {
                return true; // "The tests do not fail."
            }
        }
        return false;
    }

    /// "None of the three tests failed", "not one test failed": these deny a figure too.
    private boolean isDeniedAltogether() {
        for (int at = from - 1; at >= Math.max(clause, from - NEAR); at--) {
            if (word(at).equals("none")
                    || (word(at).equals("not") && word(at + 1).equals("one"))) {
                return true;
            }
        }
        return word(from).equals("not") && rule == ClaimRule.TESTS_FAIL && word(to).startsWith("any");
    }

    /// A phrase that has its own "not" is no denial of itself: "the suite does not pass".
    private boolean isExplicitDenial(int at) {
        return word(at).equals("not") && !word(to - 1).startsWith("fail");
    }

    /// "Failing tests: 0", "Remaining items: none".
    private boolean isZero() {
        int next = to;
        while (next < to + 3 && (word(next).equals(":") || word(next).equals("are"))) {
            next++;
        }
        if (word(from).equals("✗")) {
            return word(to).equals("is") || word(to).equals("means");
        }
        boolean label = word(to - 1).equals(":") || next > to;
        return label && rule != ClaimRule.CANNOT_COMPLETE && Cues.ZEROS.contains(word(next));
    }

    private boolean isSupposed() {
        Set<String> words = counted ? Cues.CERTAIN_SUPPOSITIONS : Cues.SUPPOSITIONS;
        for (int at = clause; at < to - 1; at++) {
            boolean own = at == from
                    || (rule == ClaimRule.CANNOT_COMPLETE && isAble(at))
                    || (rule == ClaimRule.STILL_NEED_TO && at > from);
            if (words.contains(word(at)) && !own) {
                return true;
            }
        }
        if (Cues.CONDITIONS.contains(word(from - 1)) || isCounterfactual()) {
            return true;
        }
        String next = word(to);
        return next.equals("if") || next.equals("unless") || (next.equals("without") && rule == ClaimRule.TESTS_FAIL);
    }

    /// "When the fix is removed, the new tests fail", "on main the test fails".
    private boolean isCounterfactual() {
        boolean begins = Cues.CONDITIONS.contains(word(0)) || COUNTERFACTS.contains(word(0));
        for (int at = 1; begins && rule == ClaimRule.TESTS_FAIL && at < Math.min(from, NEAR); at++) {
            if (Cues.REPAIRS.contains(word(at))) {
                return true;
            }
        }
        return false;
    }

    private boolean isAble(int at) {
        return word(at).equals("can") || word(at).equals("could");
    }

    /// Something fails, but it is not the tests: "if the queue is full, the request fails with 429".
    private boolean isProduct() {
        return rule == ClaimRule.TESTS_FAIL && word(from).startsWith("fails");
    }

    /// "whether it passed, failed, or was blocked by a policy": this one reaches over commas.
    private boolean reachesOver() {
        for (int at = from - 1; at >= Math.max(0, from - FAR); at--) {
            if (isProduct() && Cues.CONDITIONS.contains(word(at))) {
                return true;
            }
            if ((word(at).equals("whether") && !word(at - 1).equals("sure"))
                    || (word(at).equals("how") && word(at + 1).equals("many"))) {
                return true;
            }
        }
        return false;
    }

    private boolean isPast() {
        for (int at = clause; at < to - 1; at++) {
            if (Cues.OLD_TIMES.contains(word(at)) && at != from && !isOwnTime(at)) {
                return true;
            }
        }
        boolean label = word(clause - 1).equals(":") && Cues.STORIES.contains(word(clause - 2));
        boolean own = word(from).equals(":") && Cues.STORIES.contains(word(from - 1));
        return label || own || (Cues.STORIES.contains(word(1)) && word(2).equals("was"));
    }

    /// "I had no time" is not about old times, and neither is "the first".
    private boolean isOwnTime(int at) {
        return (word(at).equals("had") && (word(at + 1).equals("no") || isCount(at + 1)))
                || (word(at).equals("first") && Cues.DEFINITE.contains(word(at - 1)))
                || (word(at).equals("old")
                        && word(at + 1).startsWith("test")
                        && !word(to - 1).equals("failed"))
                || (word(at).equals("without") && rule == ClaimRule.CANNOT_COMPLETE);
    }

    private boolean isRemedied() {
        boolean marker = rule == ClaimRule.TODO || rule == ClaimRule.FIXME;
        if (marker && isMention()) {
            return true;
        }
        for (int at = from - 1; at >= clause; at--) {
            boolean trouble = Cues.TROUBLES.contains(word(at))
                    && Cues.THAT.contains(word(at + 1))
                    && rule == ClaimRule.TESTS_FAIL;
            boolean work = Cues.WORKS.contains(word(at)) || trouble;
            boolean done = Cues.REMEDIES.contains(word(at))
                    || (!counted && !marker && work && from - at <= (word(from).equals("failing") ? FAR : NEAR));
            if (done) {
                return !Cues.PROSPECTS.contains(word(at - 1)) && !Cues.SPEAKERS.contains(word(from));
            }
        }
        return false;
    }

    /// The word, not the thing: "every TODO:", "the TODO: comment".
    private boolean isMention() {
        return isBefore(Cues.MENTIONS)
                || (Cues.REMARKS.contains(word(to)) && !isBefore(Cues.ADMISSIONS))
                || ((word(to).equals("and") || word(to).equals("or")) && Cues.MARKERS.contains(word(to + 1)));
    }

    /// What a report or a page shows is not what is the matter.
    private boolean isShown() {
        return isReached(Cues.SHOWING) || word(1).equals("reproduce");
    }

    /// Whether one of these stands before it in the sentence, also over commas.
    private boolean isReached(Set<String> words) {
        for (int at = from - 1; at >= Math.max(0, from - FAR) && !word(at).equals("but"); at--) {
            if (words.contains(word(at))) {
                return true;
            }
            if (isNewClause(at + 1)) {
                return false;
            }
        }
        return false;
    }

    /// "The ticket says that tests fail", "I raised the limit, because tests fail with the old one".
    private boolean isTold() {
        return isBefore(Cues.SAYING) || isReason();
    }

    private boolean isReason() {
        boolean last = Cues.REASONS.contains(word(clause - 1))
                || (clause > 0 && Cues.REASONS.contains(word(clause)))
                || (isPlainNot() && isReached(Cues.REASONS));
        boolean explained = word(clause - 1).equals(":") && Cues.CHOICES.contains(word(0));
        if (rule != ClaimRule.TESTS_FAIL || explained || word(clause).equals("of")) {
            return explained;
        }
        if (Cues.REASONS.contains(word(0)) && clause <= 1) {
            return isChosen(to, Math.min(sentence.size(), to + FAR));
        }
        return last && isChosen(Math.max(0, clause - FAR), clause);
    }

    private boolean isChosen(int first, int end) {
        for (int at = first; at < end; at++) {
            boolean chosen = Cues.CHOICES.contains(word(at)) && !Cues.PROSPECTS.contains(word(at - 1));
            if (chosen || (word(at).equals("not") && word(at + 1).equals("use"))) {
                return true;
            }
        }
        return false;
    }

    /// "red, yellow or green"; "three filters: open, blocked by others, done".
    private boolean isEnumerated() {
        for (int at = to; at < to + NEAR && word(to).equals(","); at++) {
            if (word(at).equals("or")) {
                return true;
            }
        }
        boolean label = word(to).equals(":") && (word(to - 1).equals("by") || Cues.SHOWING.contains(word(to + 1)));
        return label
                || (word(to - 1).equals(":") && Cues.SHOWING.contains(word(to)))
                || (isItem() && isReached(Cues.ENUMERATIONS));
    }

    private boolean isItem() {
        String before = word(from - 1);
        return before.equals(",")
                || before.equals(":")
                || before.equals("and")
                || sentence.isMark(from - 2)
                || word(from - 3).equals(",");
    }

    /// About jobs and users in general, not about this work: "an item that is blocked by its parent".
    private boolean isGeneral() {
        if (isBefore(Cues.SPEAKERS)
                || Cues.SPEAKERS.contains(word(from))
                || word(clause).equals("there")
                || counted) {
            return false;
        }
        boolean ofOthers = rule == ClaimRule.BLOCKED_BY
                || rule == ClaimRule.CANNOT_COMPLETE
                || word(from).equals("failing");
        boolean bare = rule == ClaimRule.BLOCKED_BY
                && from - clause <= 2
                && word(clause).endsWith("s")
                && !SINGULARS.contains(word(clause)); // "Requests are blocked by"
        return bare || ((ofOthers || isPlainNot()) && isBefore(Cues.ARTICLES)) || isRelative(ofOthers);
    }

    private boolean isPlainNot() {
        return word(from).equals("not") && !word(to - 1).equals("yet") && rule == ClaimRule.TESTS_FAIL;
    }

    /// "the number of failing tests", "the first test that fails", "what they are blocked by".
    private boolean isNotion() {
        for (int at = Math.max(clause, from - 4); at < from; at++) {
            if (Cues.COUNTING.contains(word(at)) && word(at + 1).equals("of")) {
                return true;
            }
        }
        boolean owned = word(from - 1).equals("of")
                && !isCount(from - 2)
                && !word(from - 2).equals("lot");
        if (word(from).equals("failing") && (owned || word(from - 1).equals("first"))) {
            return true;
        }
        if (word(from).equals("what") && word(to).equals("of")) {
            return true;
        }
        boolean relative = word(from + 1).equals("that") && !Cues.DEFINITE.contains(word(from - 1)) && !counted;
        return (relative && !word(clause).equals("there"))
                || word(from - 1).equals("501")
                || (to == sentence.size() && word(to - 1).equals("by"));
    }

    /// "users who …", not "the part that …".
    private boolean isRelative(boolean always) {
        for (int at = from - 1; at > clause; at--) {
            if (Cues.RELATIVES.contains(word(at)) && !Cues.SUBJECTS.contains(word(at + 1))) {
                return always || (!Cues.DEFINITE.contains(word(at - 2)) && !Cues.DEFINITE.contains(word(at - 3)));
            }
        }
        return false;
    }
}
