package dev.ralph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Kills the real program with SIGKILL at its fault points, resumes it, and audits what is left.
///
/// By default each point is visited once, in the first scenario that passes it, and every twentieth of what else there
/// is to do at it, and every sixth step of a discard; with `-Dralph.soak=true` every visit in every
/// scenario, at two kinds of containment.
class KilledEngineTest {
    private static final boolean SOAK = Boolean.getBoolean("ralph.soak");
    private static final boolean PROGRESS = Boolean.getBoolean("ralph.kill.progress");
    private static final int MOST_RESUMES = 8;
    /// No loop of these passes them; `KilledFlowTest`, `KilledRoomTest`, `NotificationsTest`, and `KilledWorkspaceTest`
    /// and `KilledKeepTest` of `workspace` do, `KilledBacklogTest` and `KilledHealTest`.
    private static final EnumSet<FaultPoint> ELSEWHERE = EnumSet.of(
            FaultPoint.LAYER_SWAP,
            FaultPoint.LIST_LINE,
            FaultPoint.SPEC_BACKUP,
            FaultPoint.SPEC_FILE,
            FaultPoint.SPEC_STATE,
            FaultPoint.DEVLOG,
            FaultPoint.WORKTREE_ADD,
            FaultPoint.WORKTREE_REMOVE,
            FaultPoint.ROOM_PREPARED,
            FaultPoint.TASK_BRANCH,
            FaultPoint.PUSH,
            FaultPoint.PULL_REQUEST,
            FaultPoint.GC_LIST,
            FaultPoint.GC_REF,
            FaultPoint.NOTIFIED);

    @TempDir
    Path folder;

    @Test
    void an_engine_killed_anywhere_loses_nothing_and_repeats_nothing() throws Exception {
        List<Death> deaths = new ArrayList<>();
        Set<String> known = new LinkedHashSet<>();
        Map<FaultPoint, Integer> passed = new EnumMap<>(FaultPoint.class);
        Map<FaultPoint, Integer> kinds = new EnumMap<>(FaultPoint.class);
        for (KillScenario scenario : KillScenario.values()) {
            for (String visit : scenario.discards() ? List.<String>of() : counted(scenario)) {
                String name = visit.substring(0, visit.lastIndexOf('#'));
                passed.merge(point(name), 1, Integer::sum);
                if (SOAK ? known.add(scenario + visit) : isWorthIt(name) && known.add(key(scenario, name))) {
                    int before = kinds.merge(point(name), 1, Integer::sum) - 1;
                    if (SOAK || before % 20 == 0) {
                        deaths.add(new Death(scenario, visit, deaths.size()));
                    }
                }
            }
        }

        assertThat(passed.keySet()).as("points that the scenarios pass").isEqualTo(EnumSet.complementOf(ELSEWHERE));
        dieAll(deaths);
    }

    @ParameterizedTest
    @EnumSource(names = "DISCARDED_.*", mode = EnumSource.Mode.MATCH_ALL)
    void an_engine_killed_anywhere_in_a_discard_loses_nothing_and_repeats_nothing(KillScenario scenario)
            throws Exception {
        List<String> visits = counted(scenario);
        int from = visits.indexOf("after JOURNAL_COMMIT SignalRefused#1");
        int to = visits.indexOf("after JOURNAL_COMMIT WorkDiscarded#1");
        assertThat(from).as(visits.toString()).isBetween(0, to);
        List<Death> deaths = new ArrayList<>();
        for (int i = from; i <= to; i += SOAK ? 1 : 6) {
            deaths.add(new Death(scenario, visits.get(i), deaths.size()));
        }
        dieAll(deaths);
    }

    private void dieAll(List<Death> deaths) throws Exception {
        List<Result> results = resultsOf(deaths);
        long killed = results.stream().filter(Result::killed).count();
        System.out.println("deaths: " + killed + " of " + results.size()
                + ", killed again while resuming: "
                + results.stream().filter(Result::killedAgain).count());
        assertThat(results.stream().filter(result -> !result.problems().isEmpty()))
                .as("deaths that left something wrong")
                .isEmpty();
        assertThat(killed).as("deaths that took place, of " + results.size()).isGreaterThan(results.size() * 9L / 10);
    }

    /// Right before a step the disk is as it was after the step before, unless an agent or git worked meanwhile.
    private static boolean isWorthIt(String name) {
        return !name.contains("before ")
                || name.contains("JOURNAL_COMMIT AttemptEnded")
                || name.contains("KEEP_STEP place new")
                || List.of(FaultPoint.COMMIT_TREE, FaultPoint.UPDATE_REF, FaultPoint.READ_TREE)
                        .contains(point(name));
    }

    private static String key(KillScenario scenario, String name) {
        return point(name) == FaultPoint.BUS_POST ? "BUS_POST" : isOfItsOwn(scenario, name) ? scenario + name : name;
    }

    /// A job beside the loop makes every entry and every process a case of its own; an agent whose words count, those
    /// of an attempt and of a wait.
    private static boolean isOfItsOwn(KillScenario scenario, String name) {
        boolean ofAttempt = name.contains("Attempt") || name.contains("Limit") || point(name) == FaultPoint.SPAWN;
        return switch (scenario) {
            case A_JOB_FROM_INSIDE -> point(name) == FaultPoint.JOURNAL_COMMIT || point(name) == FaultPoint.SPAWN;
            case A_STREAM_WITHOUT_THEN_WITH_THE_PROMISE, LIMITED_THEN_PROMISED -> ofAttempt;
            case AN_OVERLAY_OF_A_FOLDER ->
                List.of(FaultPoint.KEEP_COMMIT, FaultPoint.KEEP_STEP, FaultPoint.KEEP_END)
                        .contains(point(name));
            case A_SESSION, AN_OVERLAY_OF_A_REPOSITORY -> false;
            case DONE_ON_THE_SECOND_RUN, REFUSED_THEN_KEPT, STOPPED_THEN_RESUMED, CANCELLED_THEN_RESUMED, WAITING ->
                false;
            case DISCARDED_IN_PLACE, DISCARDED_IN_A_WORKTREE, DISCARDED_IN_AN_OVERLAY -> false;
        };
    }

    /// @param number varies where the resumed engine is killed
    private record Death(KillScenario scenario, String visit, int number) {}

    private record Result(Death death, boolean killed, boolean killedAgain, List<String> problems) {}

    private List<String> counted(KillScenario scenario) throws Exception {
        KillFixture fixture = KillFixture.make(folder.resolve("count-" + scenario), scenario, "group");
        assertThat(toItsEnd(fixture, "", "")).as(fixture.said()).isFalse();
        assertThat(LoopAudit.of(fixture)).as(scenario + " without any death").isEmpty();
        return fixture.visits();
    }

    private List<Result> resultsOf(List<Death> deaths) throws Exception {
        List<Future<Result>> running = new ArrayList<>();
        List<Result> results = new ArrayList<>();
        try (ExecutorService two = Executors.newFixedThreadPool(2)) {
            deaths.forEach(death -> running.add(two.submit(() -> die(death))));
            for (Future<Result> result : running) {
                results.add(result.get());
            }
        }
        return results;
    }

    private Result die(Death death) throws Exception {
        String containment = SOAK && death.number() % 2 == 1 ? "namespace" : "group";
        KillFixture fixture =
                KillFixture.make(folder.resolve("death-" + death.number()), death.scenario(), containment);
        boolean inJob = death.visit().startsWith("job-");
        if (inJob) {
            fixture.killJobAt(death.visit());
        }
        boolean again = SOAK || death.number() % 3 == 0;
        String second = again ? "#" + (1 + death.number() * 7 % 31) : "";
        List<String> problems = new ArrayList<>();
        boolean killedAgain = false;
        try {
            killedAgain = toItsEnd(fixture, inJob ? "" : death.visit(), second);
            problems.addAll(LoopAudit.of(fixture));
        } catch (AssertionError stuck) {
            problems.add(String.valueOf(stuck.getMessage()));
        }
        if (!problems.isEmpty()) {
            problems.add("it said:\n" + fixture.said());
        }
        if (PROGRESS) {
            System.out.println(death + (problems.isEmpty() ? " ok" : " " + problems));
        }
        return new Result(death, fixture.wasKilled(), killedAgain, problems);
    }

    /// Runs and resumes until the scenario's end.
    ///
    /// @return whether the second kill took place
    private static boolean toItsEnd(KillFixture fixture, String kill, String second)
            throws IOException, InterruptedException {
        KillFixture.Ended ended = fixture.run(kill);
        boolean resumed = false;
        boolean killedAgain = false;
        for (int i = 0; i < MOST_RESUMES; i++) {
            if (fixture.scenario().isOver(ended.code())) {
                return killedAgain;
            }
            if (!fixture.wasKilled()) { // some points are passed only by an engine that resumes
                ended = fixture.resume(kill);
                continue;
            }
            String next = resumed ? "" : second;
            // A person may as well start the interrupted task again.
            ended = next.isEmpty() ? fixture.resume("") : fixture.run(next);
            resumed = true;
            killedAgain |= !next.isEmpty() && ended.code() == KillFixture.KILLED;
            if (ended.code() == 2) {
                ended = fixture.run("");
            }
        }
        throw new AssertionError("still not over, exit code " + ended.code());
    }

    private static FaultPoint point(String name) {
        return FaultPoint.valueOf(name.split(" ")[1]);
    }
}
