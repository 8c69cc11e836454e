package dev.ralph.sim;

import dev.ralph.loop.Caps;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Decision;
import dev.ralph.loop.Event;
import dev.ralph.loop.Event.StopKind;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Policy.Keep;
import dev.ralph.loop.Policy.Limits;
import dev.ralph.loop.Policy.Mode;
import dev.ralph.loop.Policy.Pace;
import dev.ralph.loop.ProofBasis;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A story drawn from a seed: nasty on purpose, and finite, because only so many visitors come.
final class SeededScenario implements SimScenario {
    private static final AgentCommand AGENT = AgentCommand.program("agent");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SplittableRandom random;
    private final List<SimAttempt> plays = new ArrayList<>();
    private final boolean busyBranch;

    /// How many attempts just do their work, in percent.
    private final int good;

    /// How many attempts send the work back, where they may.
    private final int rejecting;

    private int visitors;

    SeededScenario(SplittableRandom random) {
        this(random, random.nextInt(6), 0, 25);
    }

    /// Of a loop that others wait for: most do what they should.
    ///
    /// @param stubborn whether most of them send the work back
    static SeededScenario inAFlow(SplittableRandom random, boolean stubborn) {
        return new SeededScenario(
                random, random.nextInt(4) == 0 ? random.nextInt(4) : 0, stubborn ? 90 : 70, stubborn ? 90 : 25);
    }

    private SeededScenario(SplittableRandom random, int visitors, int good, int rejecting) {
        this.random = random;
        this.visitors = visitors;
        this.good = good;
        this.rejecting = rejecting;
        this.busyBranch = chance(2);
    }

    Policy policy() {
        int attempts = chance(4) ? 0 : 1 + random.nextInt(4);
        boolean patient = chance(80);
        Limits limits = new Limits(
                attempts,
                patient ? MINUTE.multipliedBy(5) : null,
                patient && chance(80) ? null : MINUTE.multipliedBy(20),
                1 << 20,
                chance(30) ? 1 + random.nextInt(3) : 0,
                caps());
        Pace pace = Pace.DEFAULT.withRestartDelay(Duration.ofSeconds(random.nextInt(3)));
        List<String> checks = List.of("lint", "test").subList(random.nextInt(3), 2);
        Policy policy = new Policy(
                "default",
                chance(10) ? Mode.ONCE : Mode.LOOP,
                AGENT,
                limits,
                pace,
                checks,
                chance(50) ? Keep.COMMIT : Keep.IN_PLACE);
        policy = chance(60)
                ? policy
                : policy.with(chance(50) ? Policy.OnRefusal.DISCARD : Policy.OnRefusal.DISCARD_FAILED);
        if (chance(20) && !checks.isEmpty()) {
            Set<Signal> all = EnumSet.of(Signal.ENDED);
            all.addAll(policy.conversation().signals());
            policy = policy.with(policy.conversation().with(all));
        }
        ProofBasis.RoomSettings tried = new ProofBasis.RoomSettings(List.of(), null, 1, attempts == 2 && !patient);
        policy = policy.with(new ProofBasis(null, null, Map.of(), ProofBasis.Room.OFF, null, tried));
        return chance(50) ? policy : policy.with(policy.conversation().with(ConversationPolicy.OnQuestion.PARK));
    }

    private Caps caps() {
        return chance(60)
                ? Caps.DEFAULT
                : new Caps(
                        budget(),
                        budget(),
                        chance(20) ? MINUTE.multipliedBy(1 + random.nextInt(5)) : Caps.DEFAULT.busyTime(),
                        null,
                        chance(50) ? 1 + random.nextInt(3) : 0,
                        200,
                        false);
    }

    private Caps.Budget budget() {
        return new Caps.Budget(some(), null, some(), some());
    }

    private @Nullable Long some() {
        return chance(50) ? null : 1L + random.nextInt(1000);
    }

    /// What somebody who resumes the loop allows.
    Policy more(Policy policy) {
        ProofBasis proof = policy.proof();
        ProofBasis.Room room = chance(90)
                ? proof.room()
                : proof.room() == ProofBasis.Room.ON ? ProofBasis.Room.OFF : ProofBasis.Room.ON;
        return policy.with(policy.limits().withAttempts(policy.limits().attempts() + random.nextInt(3)))
                .with(new ProofBasis(
                        proof.baseline(), proof.branch(), proof.pins(), room, proof.prepare(), proof.roomSettings()));
    }

    /// What a latecomer asks of a loop that has ended.
    Event lateStop() {
        StopKind[] kinds = StopKind.values();
        return new Event.StopRequested(kinds[random.nextInt(kinds.length)], "a latecomer");
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    @Override
    public SimAttempt attempt(int attempt) {
        while (plays.size() < attempt) {
            plays.add(sentBack(draw()));
        }
        return plays.get(attempt - 1);
    }

    @Override
    public List<OutsideEvent> during(Decision decision) {
        if (decision instanceof Decision.Hold) {
            return List.of(chance(50) ? OutsideEvent.release() : draw(decision));
        }
        if (busyBranch && decision instanceof Decision.KeepWork) {
            return List.of(OutsideEvent.branchMoves(true));
        }
        if (visitors == 0 || !chance(12)) {
            return List.of();
        }
        visitors--;
        return List.of(draw(decision));
    }

    @Override
    public boolean orphanGoesOn() {
        return chance(50);
    }

    private SimAttempt sentBack(SimAttempt drawn) {
        if (drawn.ending() == SimAttempt.How.CANNOT_START || !chance(rejecting)) {
            return drawn;
        }
        String finding = chance(60) ? "no test for 0" : chance(60) ? "No  test for 0 " : "the name is wrong";
        return chance(80) ? drawn.rejecting(finding) : drawn.rejecting("it is slow", finding);
    }

    private SimAttempt draw() {
        if (good > 0 && chance(good)) {
            SimAttempt works = SimAttempt.exits(0).taking(Duration.ofSeconds(random.nextInt(120)));
            return (chance(25) ? works.leaving(Signal.WAIT_MARKER, works.takes()) : works.leavingDone())
                    .using(new SimUsage(random.nextInt(40), 0, 0, true));
        }
        SimAttempt simAttempt = switch (random.nextInt(16)) {
            case 0, 1, 2, 3, 4, 5 -> SimAttempt.exits(0);
            case 6, 7, 8, 9, 10 -> SimAttempt.exits(1);
            case 11 -> SimAttempt.exits(42);
            case 12 -> SimAttempt.diesBySignal(9);
            case 13 -> SimAttempt.cannotStart();
            default -> SimAttempt.hangs();
        };
        if (simAttempt.ending() == SimAttempt.How.CANNOT_START) {
            return chance(20) ? simAttempt.leaving(Signal.PROMISE, Duration.ZERO) : simAttempt;
        }
        simAttempt = simAttempt.taking(Duration.ofSeconds(random.nextInt(120)));
        if (chance(40)) {
            Signal signal = chance(60) ? Signal.DONE : chance(50) ? Signal.PROMISE : waits();
            simAttempt = simAttempt.leaving(
                    signal, chance(50) ? simAttempt.takes() : Duration.ofSeconds(random.nextInt(120)));
        }
        if (chance(8)) {
            simAttempt = simAttempt.limitedFor(MINUTE.multipliedBy(random.nextInt(1, 300)));
        }
        if (chance(50)) {
            simAttempt = simAttempt.using(
                    new SimUsage(random.nextInt(400), random.nextInt(400), random.nextInt(400), chance(50)));
        }
        if (chance(10)) {
            simAttempt = simAttempt.withChild(MINUTE.multipliedBy(random.nextInt(10)));
        }
        return chance(50) ? simAttempt.butWrong() : simAttempt;
    }

    private Signal waits() {
        return chance(50) ? Signal.WAIT_MARKER : Signal.WAIT_MESSAGE;
    }

    private OutsideEvent draw(Decision decision) {
        if (decision instanceof Decision.RunChecks && chance(20)) {
            return OutsideEvent.trouble(
                    chance(70)
                            ? new Reason.Questions(List.of("a question"), true)
                            : new Reason.Broken("a check cannot be run"));
        }
        int more = decision instanceof Decision.Finish ? 4 : decision instanceof Decision.KeepWork ? 16 : 13;
        return switch (random.nextInt(more)) {
            case 0, 1 -> OutsideEvent.stop();
            case 2 -> OutsideEvent.cancel();
            case 3 -> OutsideEvent.stopAfterAttempt();
            case 4, 5 -> OutsideEvent.hold();
            case 6 -> chance(50) ? OutsideEvent.release() : OutsideEvent.allow(random.nextInt(5));
            case 7 -> OutsideEvent.done();
            case 8 -> chance(70) ? OutsideEvent.waitMarker() : OutsideEvent.tell("word " + random.nextInt(20));
            case 9 ->
                OutsideEvent.trouble(
                        chance(70) ? new Reason.DoneIsFolder("DONE") : new Reason.DiskFull(1_000, "the project"));
            case 10 -> OutsideEvent.child(MINUTE.multipliedBy(random.nextInt(10)));
            case 11 -> OutsideEvent.clockJump(MINUTE.multipliedBy(random.nextInt(-60, 60)));
            default -> OutsideEvent.branchMoves(chance(50));
        };
    }
}
