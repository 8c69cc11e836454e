package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.loop.Outcome;
import dev.ralph.paths.TaskId;
import dev.ralph.proof.ReverificationResult;
import dev.ralph.proof.ReverificationResult.Repeated;
import dev.ralph.receipt.Evidence;
import dev.ralph.store.JournalView;
import dev.ralph.wording.Amount;
import dev.ralph.wording.DurationText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// `ralph verify`: runs the checks of a task again, on a commit, in a clean room.
record VerifyCommand(CommandContext context) {

    static Command verify(CommandContext context) {
        return Command.of("verify", Commands.LOOKING, new VerifyCommand(context)::verify)
                .summary("run a task's checks again, in a clean room; exit code 8 when one does not pass")
                .option(Option.text("commit", "REV", "the commit to check").standard("that of the last verdict"))
                .onTask("the task")
                .example("ralph verify fix-1", "what the last verdict said, and what is found now")
                .example("ralph verify fix-1 --commit main", "do its checks still pass on the branch?");
    }

    private int verify(Invocation invocation) throws IOException {
        Ralph ralph = context.ralph(invocation);
        TaskId task = new TaskChoice(ralph).chosen(invocation);
        try (JournalView journal = ralph.journal()) {
            if (journal.loopsOf(task.value()).isEmpty()) {
                throw new AddedTasks(ralph.layout()).nothingOf(task.value());
            }
        }
        Console console = context.console(invocation);
        ReverificationResult found;
        try (InterruptOnSignal _ = new InterruptOnSignal()) {
            found = ralph.verify(
                    task.value(),
                    invocation.text("commit").orElse(null),
                    check -> console.say(Console.harmless(words(check))));
        } catch (InterruptedException stopped) {
            console.warn("interrupted; the loop is as it was, and what was found so far is in its receipts");
            return Outcome.STOPPED.exitCode();
        }
        json(console, task, found);
        console.say(summary(found));
        return !found.isAny() ? ExitCode.TROUBLE : found.isRefused() ? ExitCode.REFUSED : ExitCode.OK;
    }

    private static String words(Repeated check) {
        String title = "`" + ReceiptsCommand.brief(check.title()) + "`";
        Evidence now = check.now();
        if (now == null) {
            return "not repeated  " + title + ": " + check.why();
        }
        String then = check.then() == null ? "not run" : verdict(check.then());
        return (now.finding().passed() ? "passed        " : "refused       ") + title + " (exit "
                + now.finding().exitCode() + ", " + DurationText.brief(now.took()) + "; before: " + then + ")"
                + (check.isRefused() ? ": " + now.finding().reason() : "");
    }

    private static String verdict(@Nullable Evidence evidence) {
        return evidence == null ? "" : evidence.finding().passed() ? "passed" : "refused";
    }

    private static String summary(ReverificationResult found) {
        long made = found.checks().stream().filter(check -> check.now() != null).count();
        long refused = found.checks().stream().filter(Repeated::isRefused).count();
        long other = found.checks().stream().filter(Repeated::isOther).count();
        String where = " on commit " + found.commit().substring(0, 10)
                + (found.asked() ? "" : ", as attempt " + found.attempt() + " left it");
        if (made == 0) {
            return "Nothing to repeat: no check depends on the commit";
        }
        return (refused == 0
                        ? made + (made == 1 ? " check passes" : " checks pass")
                        : refused + " of " + Amount.of(made, "check") + (refused == 1 ? " does" : " do") + " not pass")
                + where
                + (other == 0 ? "" : "; " + other + (other == 1 ? " differs" : " differ") + " from the earlier result");
    }

    private static void json(Console console, TaskId task, ReverificationResult found) {
        console.object(json -> {
            json.field("task", task.value());
            json.field("loop", found.loop());
            json.field("attempt", found.attempt());
            json.field("commit", found.commit());
            json.field("passed", found.isAny() && !found.isRefused());
            json.objects("checks", found.checks(), check -> check(json, check));
        });
    }

    private static void check(JsonOutput json, Repeated check) {
        json.field("title", check.title());
        json.field("repeated", check.now() != null);
        Evidence now = check.now();
        if (now != null) {
            json.field("passed", now.finding().passed());
            json.field("exit_code", now.finding().exitCode());
        }
        json.field("message", now == null ? check.why() : now.finding().reason());
        if (check.then() != null) {
            json.field("passed_then", check.then().finding().passed());
        }
    }
}
