package dev.ralph.claim;

import java.util.List;

/// How agents say it.
///
/// Every rule begins with what specification 003 lists; the rest are other words for the same, as agents use them.
final class ClaimWording {
    /// What a phrase tells.
    ///
    /// @param tense whether it can be a story with a good end
    record Meaning(ClaimRule rule, Tense tense, Phrase phrase) {}

    enum Tense {
        /// So it is.
        NOW,
        /// So it was: a success that is told later ends it.
        PAST,
        /// A figure: so it was when it was counted, and nothing but zero before it denies it.
        FIGURE
    }

    private static final Phrases<Meaning> MEANINGS = new Phrases<>();

    private ClaimWording() {}

    static {
        add(ClaimRule.TODO, Tense.NOW, """
                todo :
                is|as|remains|left|added a todo
                is|are|still todo
                todo list for
                : todo $
                """);
        add(ClaimRule.FIXME, Tense.NOW, """
                fixme :
                a fixme
                """);
        add(ClaimRule.NOT_YET_IMPLEMENTED, Tense.NOW, """
                not yet|currently|fully|completely been? @done
                not implemented
                not been ~1 @done
                is|are not tested|covered|fulfilled|satisfied|verified
                not * ~3 yet
                no ~2 yet
                @be|have|has|do|does not yet
                have|has yet to
                is|are|only|just|remains ~2 stub|stubs|placeholder|stubbed|mocked
                as a|an placeholder|stub
                returns|return ~1 hard-coded|hardcoded|dummy|fake
                hard-coded|hardcoded|empty|stubbed|null for the moment
                for now
                unimplemented
                throws|raises|throw|raise notimplementederror|notimplementedexception|unsupportedoperationexception
                throw|throws \ufffc ; filling
                i|we have not ~1 @perfect
                did not fix it|that|this|them
                did not implement|finish|complete
                did not ~1 have time
                did not run the|any|them|it|tests|all
                did not manage
                temporary workaround
                for the time being
                temporarily ~4 ignored|disabled|skipped|off
                other ~1 is|are not $
                did not do $
                did not do it|that|this
                hard-coded|hardcoded at|currently
                currently ~3 hard-coded|hardcoded
                currently ,? only
                at the moment ,? only
                works , * does|do not $
                works , * not yet
                is|are|a first? draft $
                first draft is
                left out
                i|we omitted *
                i skipped validation|documentation|verification|it|that|this|them
                was|were skipped $
                i|we did not check|verify|test|validate the|it|this|that|any|anything
                i|we can not confirm|tell ~1
                as a shortcut
                took a shortcut
                basic version done
                only ~1 skeleton
                only as a skeleton
                not get to
                not enough time
                no progress
                does nothing yet
                lacks tests|test|documentation|docs
                returns|gives|throws an error|exception at|for
                currently|presently broken
                """);
        add(ClaimRule.STILL_NEED_TO, Tense.NOW, """
                still ~1 need|needs|must|require|requires
                still have|has to
                still to be|do|come
                still ~3 open|missing|outstanding|broken|pending|incomplete|wrong|unresolved|unfinished|unclear|tbd|todo|there
                still returns|gives|throws ~1 error|errors|exception|null|404|500|501|503|wrong
                still reports #
                still an|a|some|#? error|errors|bug|bugs|problem|problems|issue|issues
                remain|remains to be
                yet to be
                left for later|the|another
                have|has to be ~1 @participle
                need|needs to be ~1 @participle
                need|needs|require|requires more|further|additional|some|another work|attention|investigation|testing|changes|look
                more|further|additional|some work|changes|testing|effort is|are needed|required|necessary
                needs a decision
                this|it|which|code still? needs testing|review|work|cleanup|polishing|refactoring
                i|we need ~2 time|iteration|attempt|decision|access|credentials|permission|input|help|approval
                must|should still be
                documentation|docs|changelog|readme ~1 not
                will ~1 follow
                will be ~1 @participle ~2 later|next|after|once|soon
                will ~8 next session|iteration|attempt
                should be ~2 later
                i|we will ~1 @future
                i|we will ~8 next|later
                i|we am|are going to ~1 @future
                next i|we will
                next up
                come|comes next
                you will ~1 need to
                you need to finish|complete|implement|fix|write
                please ~1 finish|complete|implement|fix|add
                you have to fix|finish|complete
                someone|somebody ~1 has|needs to
                someone|somebody must|should
                need|needs to still
                ^ pending :
                need|needs to ~6 later
                next iteration|attempt|session should|must|has|needs|will
                in the next iteration|attempt
                in a follow-up
                has|have to wait
                been postponed|deferred
                is|are postponed|deferred
                i|we postponed|deferred
                for later
                to follow $
                next thing|step ~1 to do
                is|are planned
                i|we plan to
                my next step
                comes|come later
                : later $
                complete|done|finished|complete once|when the|it|you
                complete|done|finished as soon
                once the ~4 this|it is complete|done|finished
                must|to run ~3 by hand|manually
                manual step required
                should double-check
                not sure whether
                unclear whether|why|how
                i do not know why|how
                could not figure
                is unknown
                may|might not work|pass
                @be the next step
                before this|it can @be
                more|lot|much|work|things to do
                missing $
                : pending|open|tbd $
                is|are pending
                should work|pass once|when|if
                should work|pass , but
                """);
        add(ClaimRule.REMAINING_WORK, Tense.NOW, """
                remaining ~1 work|issues|problems|bugs|failures|failure
                is|are|a work in progress
                ^ work in progress
                remaining ~1 tasks|items|steps|points :|include|are|need|will|should|must|is
                remaining :
                missing :
                wip
                half @done
                @be ~1 unresolved|unfixed|unsolved
                work|items|points|steps|bug|bugs|errors remaining|left
                bug|bugs|item|items|error|errors|task|tasks|test|tests|point|points|step|steps is|are left
                known bug|problem|error|issue in|with
                what is ~1 left|missing|remaining|open
                what remains
                only ~3 is|are left
                is|are|be not ~1 solved|fixed|resolved|reached|achieved
                not reached|achieved
                not fix the|this|that bug|problem|issue|error
                is|are only partly|partially
                fix|implementation|solution|work is|remains incomplete
                problem|error|bug|issue ~4 persists|persist
                still present
                status|state|progress : blocked|failed|incomplete|unfinished|open|partial|red|failing
                result|verdict : failure|failed|fail|red
                goal|target|requirement ~3 was|is missed
                works|work except
                what does not ~1 work
                left to do|implement|fix|finish
                remain|remains unimplemented|broken|unfixed
                # ~3 @things ~1 remain|remains
                # ~3 remain|remains $
                not done|finished|complete|completed|started|met|handled|working
                : in progress
                is|are still? in progress
                partial $
                partial implementation|solution|fix|version
                partially @done|works|met|covered
                is|are|remains ~1 incomplete|unfinished
                nearly|almost|mostly|largely|partly @done|works|work
                works in most
                done|finished|completed|implemented most of
                most of ~4 @done
                ^ most @tests ~2 @pass
                known gaps|issues|problems|bugs
                open issues|problems|points|bugs|items|tasks :
                # ~1 open issues|problems|points|bugs|items|tasks
                ^ ☐
                stop|stopping here|point
                stopped before
                gave up
                as far as possible
                as much as i can|could
                only had time
                no time left|for
                more or less
                i only did
                only ~3 so far
                so far only
                not everything ~2 works|work|done|passes|implemented
                but not in|on|with|everywhere
                pass|passes ~2 except|apart
                pass|passes but the|one|two|for
                """);
        add(ClaimRule.REMAINING_WORK, Tense.PAST, """
                everything|all ~6 @done|@pass|place|there ~2 except|apart|but
                implemented|finished|completed|did everything|all ~2 except|apart|but
                everything|all ~2 but|except|apart ~5 is|are|has|have ~1 @done|@pass|been
                everything|all except|but|apart ~4 works|work|passes|pass
                all ~2 but ~3 @pass
                with the exception of ~6 everything|all
                everything|all ~5 with the exception
                done|met|complete|implemented|finished|passes|pass , except|apart
                """);
        add(ClaimRule.BLOCKED_BY, Tense.NOW, """
                blocked by|on
                am|are|is ~1 stuck
                i am blocked
                i am waiting
                ^ waiting for|on your|you|credentials|approval|access|feedback|the
                , waiting for|on
                """);
        add(ClaimRule.CANNOT_COMPLETE, Tense.NOW, """
                can|could not ~1 complete|completed|finish|finished
                can|could not be ~1 completed|finished|tested|verified|reproduced|deployed|published|resolved|fixed
                could not be ~1 run|executed|built|checked
                could not be ~1 converted|migrated|ported|translated|implemented
                can|could not run here|in
                without running|testing|trying them|it|the
                can not be run here|in|without|because
                i|we can|could not ~1 @finish
                i|we can|could not get
                i|we @be ~1 unable to ~1 @finish|make
                i|we have not been able to ~1 @finish|make
                i|we was|were|am|are not able to ~1 @finish|make
                @be unable to complete|finish
                i|we failed to
                ran out of budget|time|context|tokens|memory
                tests|suite :? not ~1 run|executed
                tests|suite ~2 not ~1 run|executed
                is|are|but|remains|and untested
                i skipped|disabled|ignored|muted ~2 tests|test|suite
                i skipped|ignored ~1 requirement|requirements|step|steps|point|points|item|items|criterion
                disabled|commented|skipped|deleted|removed|dropped|marked ~2 failing|broken test|tests|assertion|assertions
                marked ~2 test|tests ~1 as ~1 xfail|skipped|ignored|flaky|todo
                deleted|disabled|removed|skipped ~2 test|tests since|because|as it|they ~2 failing|fails|fail|failed
                comment|commented out ~2 assertion|assertions|test|tests
                done|but|and not committed
                as expected to fail
                """);
        add(ClaimRule.TESTS_FAIL, Tense.NOW, """
                @tests ~4 fail|fails
                @tests ~4 is|are ~1 failing|red|broken
                # @adv? @be ~1 red|broken
                still fail|fails|failing|crashes
                , which @adv? fail|fails
                # ~2 fail|fails
                not ~2 compile|build
                not pass|work|passing|succeed|start|load
                not all|every ~3 @pass
                not get ~4 to pass
                it|app|server|program crashes|hangs
                running|clicking|opening|calling ~3 gives|throws|shows an error|exception
                result|results|output|outputs|values|ranking|numbers ~1 is|are wrong|incorrect
                downloading|uploading does not
                build failure
                ^ @tests exits|exited|ends|ended with # $
                test|tests|suite|build|ci|pytest exits|exited|ends|ended with # $
                test|tests|suite|build|ci|pytest exits|exited|ends|ended with # ,|;|(|and|because|since|due
                @tests hangs|hang|crashes|crash
                @tests times|time out
                not go green
                fails|fail sporadically|sometimes|intermittently|every|occasionally
                there is ~1 regression
                introduced a regression
                no longer work|works
                stopped working
                is|are broken now|at
                is|are broken $
                ^ failing|broken :
                : ~1 fails|fail
                fails|crashes with
                hook|hooks fails|fail
                # does|do not $
                exit code #
                exited with code #
                check|test|tests|build returned #
                ✗
                """);
        add(ClaimRule.TESTS_FAIL, Tense.PAST, """
                @tests ~4 failed
                @tests ~4 was|were failing
                @tests : #? failed|failing|broken|red
                failing test|tests|build|check|suite
                broken test|tests|build
                red test|tests
                tests|suite|ci red $
                run|suite|build|tests|compilation|job ~3 ended|ends|finished with ~1 error|errors|failure|failures
                """);
        add(ClaimRule.TESTS_FAIL, Tense.FIGURE, """
                # ~1 failed|failing|failures|failure
                # ~1 @tests failed|failing
                fail|failed|failures|failing|errors : #
                # ~1 error|errors
                """);
    }

    private static void add(ClaimRule rule, Tense tense, String phrases) {
        phrases.lines().map(Phrase::new).forEach(phrase -> MEANINGS.add(phrase, new Meaning(rule, tense, phrase)));
    }

    /// The phrases that can begin with that word.
    static List<Meaning> beginningWith(String word) {
        return MEANINGS.beginningWith(word);
    }
}
