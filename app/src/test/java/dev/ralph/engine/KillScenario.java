package dev.ralph.engine;

import java.util.List;

/// A small task with a quick agent. Agents write their run id to `$LOG` first, and remember in `$SCRATCH` how far they
/// got, so that each behaves sensibly however often it is interrupted. Those that Ralph knows by name `say` what the
/// real program once said.
enum KillScenario {
    DONE_ON_THE_SECOND_RUN(0, "", """
            echo "working"
            if [ -e $SCRATCH/tried ]; then : >$TASK_FOLDER/DONE; else : >$SCRATCH/tried; exit 1; fi
            """, ""),
    REFUSED_THEN_KEPT(0, "--check|grep -q whole work.txt|--keep|commit", """
            if [ -e $SCRATCH/claimed ]; then echo whole >work.txt; else echo half >work.txt; fi
            : >$SCRATCH/claimed
            : >$TASK_FOLDER/DONE
            """, ""),
    A_JOB_FROM_INSIDE(0, "", """
            ralph job --detach --prompt sub -- sh $SCRATCH/job.sh || exit 1
            : >$TASK_FOLDER/DONE
            """, """
            echo "sub-agent at work"
            """),
    STOPPED_THEN_RESUMED(0, "", asksOnceFor("STOP"), ""),
    CANCELLED_THEN_RESUMED(0, "", asksOnceFor("CANCEL"), ""),
    WAITING(5, "", "echo waiting; exit 42\n", ""),
    A_STREAM_WITHOUT_THEN_WITH_THE_PROMISE(0, "--profile|restart|--agent|claude|--completion-promise|DONE", """
            if [ -e $SCRATCH/tried ]; then say tools; else say failing-tool; : >$SCRATCH/tried; fi
            """, ""),
    A_SESSION(0, "--agent|claude|--profile|session", """
            if [ -e $SCRATCH/tried ]; then say tools; else say failing-tool; : >$SCRATCH/tried; fi
            """, ""),
    /// The provider gives nothing for some seconds, whoever asks how often.
    LIMITED_THEN_PROMISED(0, "--profile|restart|--agent|claude|--completion-promise|DONE", """
            if [ -e $SCRATCH/reset ] && [ $(date +%s) -ge $(cat $SCRATCH/reset) ]; then say tools; exit; fi
            if [ ! -e $SCRATCH/reset ]; then
              echo $(($(date +%s) + 3)) >$SCRATCH/reset.new
              mv $SCRATCH/reset.new $SCRATCH/reset
            fi
            say usage-limit-subscription | sed s/1794749314/$(cat $SCRATCH/reset)/g
            exit 1
            """, ""),
    /// Work that comes to the project as a commit.
    AN_OVERLAY_OF_A_REPOSITORY(0, OverlayScenario.FLAGS, OverlayScenario.AGENT, ""),
    /// The same as files.
    AN_OVERLAY_OF_A_FOLDER(0, OverlayScenario.FLAGS, OverlayScenario.AGENT, ""),
    DISCARDED_IN_PLACE(0, discards("in-place") + "|--keep|commit", commitsJunkFirst(), ""),
    DISCARDED_IN_A_WORKTREE(0, discards("worktree"), commitsJunkFirst(), ""),
    DISCARDED_IN_AN_OVERLAY(0, discards("overlay"), commitsJunkFirst(), "");

    static final String PROMPT = "Do what has to be done.\n";

    /// How the loop exits in the end.
    private final int exitCode;
    private final String flags;
    private final String agent;
    /// What the agent runs as a job.
    private final String job;

    KillScenario(int exitCode, String flags, String agent, String job) {
        this.exitCode = exitCode;
        this.flags = flags;
        this.agent = agent;
        this.job = job;
    }

    private static String discards(String workspace) {
        return "--workspace|" + workspace + "|--on-refusal|discard|--check|grep -q whole work.txt";
    }

    private static String commitsJunkFirst() {
        return """
            export GIT_OPTIONAL_LOCKS=0
            if [ -e $SCRATCH/claimed ]; then
              if [ -e junk ] || [ ! -e mine ] || [ -n "$(git status --short)" ] || git log --format=%s | grep junk; then
                git status --short >>$SCRATCH/leaked
              fi
              echo whole >work.txt
            else
              echo half >work.txt; echo junk >junk; rm -f mine
              git add --all && git -c user.name=a -c user.email=a@localhost commit -qm junk
              echo staged >staged; git add staged
            fi
            : >$SCRATCH/claimed
            : >$TASK_FOLDER/DONE
            """;
    }

    private static String asksOnceFor(String request) {
        return """
            if [ -e $SCRATCH/asked ]; then : >$TASK_FOLDER/DONE; exit; fi
            : >$SCRATCH/asked
            echo tester >$SCRATCH/request
            mv $SCRATCH/request $RALPH_INSIDE_STATE/requests/$RALPH_INSIDE_LOOP/1.%s
            exec sleep 30
            """.formatted(request);
    }

    /// Loops that ended like this are to be resumed by the harness, as a person would.
    boolean isOver(int code) {
        return code == exitCode;
    }

    /// Whether the agent is one that Ralph knows by name. It is found on the PATH and understood by what it prints.
    boolean isKnown() {
        return flags.contains("--agent");
    }

    /// Whether the project is a git repository, in which accepted work becomes a commit.
    boolean commits() {
        return this == REFUSED_THEN_KEPT || this == AN_OVERLAY_OF_A_REPOSITORY || discards();
    }

    /// Whether what the first attempts left is discarded.
    boolean discards() {
        return flags.contains("discard");
    }

    /// Whether the agent works on a view of the project.
    boolean isOverlaid() {
        return flags.equals(OverlayScenario.FLAGS);
    }

    List<String> flags() {
        return flags.isEmpty() ? List.of() : List.of(flags.split("[|]"));
    }

    String agent() {
        return LOG_FIRST + agent;
    }

    String job() {
        return LOG_FIRST + job;
    }

    private static final String LOG_FIRST = "echo \"$JRUN_ID\" >>$LOG\n";
}
