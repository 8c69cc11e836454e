package dev.ralph.claim;

import java.util.Set;

/// Words that change what stands beside them.
final class Cues {
    static final Set<String> DENIALS =
            words("no not none never zero 0 without nothing neither nor free anything hardly");
    static final Set<String> IGNORANCE = words("know understand sure clear");
    static final Set<String> ZEROS = words("0 none no nothing zero");

    /// Nobody says that it is so.
    static final Set<String> SUPPOSITIONS =
            words("if when whenever unless whether until once would should where why how case cases may might can could"
                    + " instead rather while");
    /// They make even a number a supposition.
    static final Set<String> CERTAIN_SUPPOSITIONS = words("if unless whether until would");

    static final Set<String> CONDITIONS = words("if when whenever unless");

    static final Set<String> OLD_TIMES = words(
            "before previously formerly originally initially earlier used had first old without reverted made yesterday");
    static final Set<String> STORIES =
            words("problem cause symptom issue bug background context before reason history");

    static final Set<String> REMEDIES = words(
            "fixed fix fixes fixing resolved resolve resolves removed remove removes deleted delete corrected solved"
                    + " addressed replaced closed repaired eliminated dropped finished completed cleared reverted"
                    + " removing replacing turned worked");
    /// What somebody did to the product, or what the product does: what follows is what it is about.
    static final Set<String> WORKS =
            words("implemented added wrote created documented document handled handle handles handling explains explain"
                    + " explained shows shown lists listed reports reported renamed improved tracked investigated tested"
                    + " detects detect highlights tells prints displays refuses marks kept updated called named column"
                    + " covers covered counts searched searching tried reproduces reproduced mentioned mentions"
                    + " checked verified saw sure ensures ensured");
    /// Followed by what the trouble is: "the bug that made the build fail".
    static final Set<String> TROUBLES = words("issue bug problem error");
    static final Set<String> THAT = words("where that which when in");
    static final Set<String> MENTIONS =
            words("every each any all searched searching reports reported lists highlights mentions mentioned detects"
                    + " comments called named linter");
    static final Set<String> SHOWING =
            words("lists show shows prints displays tells explains describes emits groups answers");
    /// What others say: the reviewer, the ticket, the user.
    static final Set<String> SAYING =
            words("says said say wrote complained complains reported claims claimed states stated");
    static final Set<String> FIGURE_WORKS = words(
            "simulates simulate tolerates tolerate survives survive cover covers covering allows allow contains contain"
                    + " expects expect injects inject finds seeded with");
    /// What somebody does for a reason.
    static final Set<String> CHOICES = words(
            "chose used use uses picked took kept switched moved went set raised lowered rose made changed replaced"
                    + " removed added increased reduced start starts started refuses gone pinned split");
    static final Set<String> REASONS = words("because since as");
    static final Set<String> ENUMERATIONS =
            words("columns filters states statuses fields labels tabs colours colors filter events notifications");
    static final Set<String> COUNTING = words("number count list summary names cause causes reason report table");
    static final Set<String> REPAIRS = words("fix patch change main");
    static final Set<String> PROSPECTS = words("not be to will");

    static final Set<String> BREAKS = words(", ; : ( ) — but however although though except because since yet");
    static final Set<String> NEW_SUBJECTS = words("i we there it they the this some many several few most");
    static final Set<String> RELATIVES = words("that who whose which");
    /// Behind a relative pronoun they begin a sentence of their own: "note that the tests …".
    static final Set<String> SUBJECTS = words("the a an this these my our it there i we you no all some they");
    static final Set<String> ARTICLES = words("a an each every any another such");
    static final Set<String> SPEAKERS = words("i we");
    static final Set<String> DEFINITE = words("the this that these those only my");
    static final Set<String> MARKERS = words("todo fixme");
    static final Set<String> REMARKS = words("comment comments marker markers note notes entry");
    static final Set<String> ADMISSIONS = words("left marked added put see");
    static final Set<String> BEFORE_SAMPLES = words("after last all first these those following than every most to at");
    static final Set<String> CONTRASTS = words("but not other else");

    /// What may follow "3 failed" when it is tests that did.
    static final Set<String> AFTER_FIGURES = words(
            "in on of out because due with after and but though although when for at during while since is are were"
                    + " was that which so or test tests suite suites spec specs check checks scenarios cases now locally"
                    + " only remain remains remaining under from as i here there again assertion assertions build builds");

    private Cues() {}

    private static Set<String> words(String words) {
        return Set.of(words.split(" "));
    }
}
