package dev.ralph.store;

import dev.ralph.budget.Counters;
import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptEffect;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Caps;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Declaration;
import dev.ralph.loop.Event;
import dev.ralph.loop.Event.*;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.ProofBasis;
import dev.ralph.loop.Reason;
import dev.ralph.loop.ReviewCost;
import dev.ralph.loop.SandboxReport;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Verdict;
import dev.ralph.machine.StreamHead;
import dev.ralph.signal.PromiseRule;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Loops and events to try journals with.
final class JournalSamples {
    static final Instant START = Instant.parse("2026-03-01T10:00:00.123456789Z");
    static final Policy POLICY = new Policy(
            "restart",
            Policy.Mode.LOOP,
            AgentCommand.program("agent", "--flag", "tät ✓"),
            new Policy.Limits(5, Duration.ofMillis(1500), null, 1 << 20, 3),
            Policy.Pace.DEFAULT,
            List.of("mvn verify"),
            Policy.Keep.IN_PLACE);

    private JournalSamples() {}

    /// One of many loops of a task, each in a role of its own.
    static StreamHead head(String loop) {
        return new StreamHead(loop, StreamHead.Kind.LOOP, null, "project", "task-1", loop, "restart");
    }

    /// Entries from `seq` on, a second apart.
    static List<JournalEntry<Event>> entries(long seq, Event... events) {
        List<JournalEntry<Event>> entries = new ArrayList<>();
        for (Event event : events) {
            entries.add(new JournalEntry<>(seq, START.plusSeconds(seq), event));
            seq++;
        }
        return entries;
    }

    /// Attempt `attempt` from start to the end of the rest, as three events.
    static Event[] round(int attempt) {
        return new Event[] {
            new AttemptStarted(attempt, "run-" + attempt),
            ended(attempt, new AttemptFailure.ExitCode(1)),
            new RestEnded()
        };
    }

    static AttemptEnded ended(int attempt, @Nullable AttemptFailure failure) {
        return new AttemptEnded(attempt, report(failure, null));
    }

    static AttemptReport report(@Nullable AttemptFailure failure, @Nullable Signal signal) {
        return new AttemptReport(
                AttemptReport.How.EXITED,
                failure == null ? 0 : 1,
                4711,
                signal,
                failure,
                START.plusMillis(7),
                Duration.ofNanos(123_456_789),
                "group is gone",
                true,
                new AttemptReport.Captured(5_000_000_000L, 12, "ab".repeat(32)),
                AttemptReport.Captured.NOTHING,
                null,
                AttemptEffect.UNKNOWN,
                new SandboxReport(
                        "L1",
                        List.of("runs as uid 1000"),
                        List.of(
                                new SandboxReport.Contact("api.example.com:443", null, 3, 1_000, 5_000_000_000L),
                                new SandboxReport.Contact("evil.example:80", "not on the allow-list", 1, 0, 0))),
                signal == null ? null : new Declaration(List.of("out/report.md"), "all of it", null),
                null);
    }

    /// A whole loop that completes in its second attempt.
    static List<JournalEntry<Event>> completed() {
        return entries(
                1,
                new LoopStarted(POLICY),
                new AttemptStarted(1, "run-1"),
                ended(1, new AttemptFailure.ExitCode(1)),
                new RestEnded(),
                new AttemptStarted(2, "run-2"),
                new SignalSeen(Signal.DONE, START),
                new AttemptEnded(2, report(null, Signal.DONE)),
                new ChildrenEnded(1, List.of("run-child")),
                new ChecksEnded(
                        new Verdict(List.of(new Verdict.Result("mvn verify", 0, Duration.ofSeconds(3), "ok", "cd")))),
                new LoopEnded(new Reason.Proven()));
    }

    /// A report with everything an agent can say.
    static AttemptReport testified() {
        Spent spent = new Spent(
                Map.of("model-1", new Tokens(1, 2, 3, 4), "a \"model\"", Tokens.NONE), new BigDecimal("0.0123"), false);
        Counters counters =
                new Counters(true, Map.of("thread", new Counters.Figure(new Tokens(5, 6, 7, 8), new BigDecimal("2"))));
        AgentStatement.Hindrance hindrance = new AgentStatement.Hindrance(
                AgentStatement.Cure.WAIT, "limited until tea", "TYPED", START.plusSeconds(3600));
        AgentStatement said = new AgentStatement(
                "claude",
                "2.1.325",
                "session-1",
                "model-1",
                spent,
                counters,
                12,
                3,
                hindrance,
                new Reason.WrongPromise("FINE", "DONE"));
        return report(new AttemptFailure.Told("limited"), Signal.PROMISE)
                .with(said, new AttemptEffect("cd".repeat(32), "ab".repeat(32), 4096, "ef".repeat(20)));
    }

    /// A policy with everything in it.
    static Policy talkative() {
        Caps caps = new Caps(
                new Caps.Budget(7L, null, 1L << 40, null),
                new Caps.Budget(null, new BigDecimal("1.50"), null, 1L << 41),
                Duration.ofHours(3),
                1L << 40,
                5,
                9,
                true);
        return new Policy(
                "session",
                Policy.Mode.LOOP,
                List.of(
                        AgentCommand.known("claude", "opus", List.of("--flag")),
                        new AgentCommand(AgentCommand.Kind.PROGRAM, List.of("agent"), null, "codex")),
                Policy.Limits.DEFAULT.with(caps),
                Policy.Pace.DEFAULT,
                List.of("test"),
                Policy.Keep.IN_PLACE,
                Policy.OnRefusal.DISCARD,
                new ConversationPolicy(
                        ConversationPolicy.Session.RESUME,
                        new PromiseRule("ALL_FIXED", true, true, false, "BLOCKED"),
                        false,
                        ConversationPolicy.OnQuestion.PARK,
                        EnumSet.of(Signal.WAIT_MARKER),
                        new ConversationPolicy.SessionRules(Duration.ofSeconds(5), ".state", "nightly"),
                        true,
                        true,
                        true),
                new ConfinementPolicy(
                        ConfinementPolicy.Workspace.OVERLAY,
                        ConfinementPolicy.Sandbox.REQUIRED,
                        new ConfinementPolicy.Reach(
                                ConfinementPolicy.Network.LISTED, List.of("api.example.com:443"), 1L << 30),
                        new ConfinementPolicy.Visibility(List.of("~/.m2"), List.of("~/.netrc", "DEPLOY_KEY")),
                        new ConfinementPolicy.Bounds(Duration.ofHours(1), 1L << 33, 500, 1L << 32),
                        List.of("tasks.jsonl")),
                new ProofBasis(
                        "0123abc",
                        "refs/heads/main",
                        Map.of("check.sh", "ab12"),
                        ProofBasis.Room.ON,
                        "npm ci --offline"));
    }

    /// At least one of every event there is.
    static List<Event> all() {
        Policy odd = new Policy(
                "restart",
                Policy.Mode.ONCE,
                AgentCommand.shell("echo \"$HOME\" \\ \u0001 \t"),
                new Policy.Limits(0, null, Duration.ofDays(36_500), Long.MAX_VALUE, 0),
                Policy.Pace.DEFAULT,
                List.of(),
                Policy.Keep.COMMIT);
        List<Event> events = new ArrayList<>();
        completed().forEach(entry -> events.add(entry.event()));
        events.add(new LoopStarted(odd));
        events.add(new LoopResumed(odd, "ann", false));
        events.add(new LoopResumed(odd, "ann", true));
        events.add(new AttemptEnded(3, report(new AttemptFailure.Told("half a smile: \ud83d"), null)));
        events.add(new AttemptEnded(
                4, report(new AttemptFailure.Told("a whole one: \ud83d\ude00, NUL \u0000, line\u2028end"), null)));
        events.add(new AttemptEnded(5, testified()));
        events.add(new LoopStarted(talkative()));
        events.add(new LimitEnded(START));
        events.add(new ChecksEnded(new Verdict(List.of(
                new Verdict.Result("{\"type\":\"changed\"}", 0, Duration.ZERO, "", "", null, "e5"),
                new Verdict.Result("make", 1, Duration.ZERO, "", "", "check `make` changed the tree", "e6")))));
        Spent asked = new Spent(Map.of("gpt-5", new Tokens(10, 1, 2, 3)), new BigDecimal("0.25"), true);
        events.add(new ChecksEnded(new Verdict(List.of(), new ReviewCost(2, asked))));
        events.add(new ChecksEnded(new Verdict(List.of(), new ReviewCost(3, asked, Duration.ofMillis(1500)))));
        events.add(new AttemptLost(2, Instant.MAX));
        events.add(new AttemptLost(3, START, testified().statement(), Signal.PROMISE, "L3", null));
        events.add(new AttemptLost(3, START, null, null, null, null, List.of("no test for 0"), Duration.ofSeconds(90)));
        events.add(new AttemptEnded(4, report(null, null).rejecting(List.of("no test for 0", "the name is wrong"))));
        events.add(new AttemptStarted(4, "run-4", "L2"));
        events.add(new AttemptTimedOut(
                4, new AttemptFailure.TimedOut(AttemptFailure.Timer.SILENCE, Duration.ofMinutes(5))));
        events.add(new NothingSeen());
        events.add(new SignalRefused("DONE.rejected-1", Instant.MIN));
        events.add(new AgentFinished(4, START));
        events.add(new BranchMoved());
        events.add(new WorkKept(null));
        events.add(new WorkKept("0123abc", "ralph/fix-1"));
        events.add(new WorkDiscarded("refs/ralph/loop-1/2"));
        events.add(new Asked("20260101-q", "Which database?"));
        events.add(new Answered("20260101-q", "SQLite", "ann"));
        events.add(new Event.Told("Leave the API alone"));
        events.add(new Event.ChecksTried(List.of(new Event.TriedCheck("make test", 1, 12, 1, "1 failed", false))));
        events.add(new Held("bob"));
        events.add(new Released("bob"));
        events.add(new TermsChanged(7, null, "bob"));
        events.add(new TermsChanged(7, PromiseRule.session("DONE"), "bob"));
        for (StopKind kind : StopKind.values()) {
            events.add(new StopRequested(kind, "SIGTERM"));
        }
        events.add(new TroubleFound(new Reason.DoneIsFolder("DONE")));
        events.add(new ChecksEnded(new Verdict(List.of())));
        reasons().forEach(reason -> events.add(new LoopEnded(reason)));
        failures().forEach(failure -> events.add(new AttemptEnded(6, report(failure, null))));
        return events;
    }

    /// One of every kind.
    static List<Reason> reasons() {
        Verdict.Result failed = new Verdict.Result("make", 1, Duration.ZERO, "boom", "cd");
        return List.of(
                new Reason.Proven(),
                new Reason.Unverified(),
                new Reason.AttemptsUsed(100),
                new Reason.CapReached(Reason.Cap.DOLLARS, new BigDecimal("100"), new BigDecimal("100.50")),
                new Reason.SameFailure(new AttemptFailure.ExitCode(1), 3),
                new Reason.NoChange(3),
                new Reason.ProviderLimited("come back at 5", 200),
                new Reason.GaveUp(),
                new Reason.GaveUp("no access to the registry"),
                new Reason.AgentWaits(Signal.WAIT_EXIT),
                new Reason.AgentAsks("20260101-q", "Which database?"),
                new Reason.StoppedBy(StopKind.CANCEL, "ann"),
                new Reason.AttemptFailed(new AttemptFailure.Killed(9)),
                new Reason.NoAgent(new AttemptFailure.Told("not found")),
                new Reason.Rejected(List.of("no test for 0")),
                new Reason.ChecksFailed(List.of(failed)),
                new Reason.PromiseWithoutWork(),
                new Reason.WrongPromise("FINE", null),
                new Reason.Broken("the disk is gone"),
                new Reason.DoneIsFolder("DONE"),
                new Reason.DiskFull(1_000, "project"),
                new Reason.CannotPrepare("npm ci failed", "ERR!", "t"),
                new Reason.CannotCheck("pytest", 127, "sh: pytest: not found"),
                new Reason.NotKept("README.md was changed"),
                new Reason.NotDiscarded("README.md was changed"),
                new Reason.BranchMoves(5),
                new Reason.Questions(List.of("may it?"), true));
    }

    /// One of every kind.
    static List<AttemptFailure> failures() {
        return List.of(
                new AttemptFailure.ExitCode(1),
                new AttemptFailure.Killed(9),
                new AttemptFailure.TimedOut(AttemptFailure.Timer.SILENCE, Duration.ofMinutes(5)),
                new AttemptFailure.OverCap(Reason.Cap.TOKENS, BigDecimal.TEN),
                new AttemptFailure.DiskFull(1_000),
                new AttemptFailure.AwaitedProvider(),
                new AttemptFailure.Stopped(),
                new AttemptFailure.Lost(),
                new AttemptFailure.DoneIsFolder("/p/DONE"),
                new AttemptFailure.Told("no luck"));
    }
}
