package dev.ralph.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// Many agents in one process: what they cost, and how soon a line of one of them is noticed, against a virtual thread
/// that reads the pipe of each `ProcessBuilder`'s child.
///
/// `AgentsBench [ROUNDS [AGENTS [FEWER]]]`. Every round measures every way once, each in a JVM of its own with the same
/// flags; FEWER agents are for the plain way where all of them would take too long.
public final class AgentsBench {
    /// From this many on, the goals for memory and spawning are meant.
    private static final int A_CROWD = 5_000;

    private final Path folder;
    private final Path ticker;
    private final Map<AgentsWay, List<AgentsFigures>> all = new EnumMap<>(AgentsWay.class);

    private AgentsBench(Path folder, Path ticker) {
        this.folder = folder;
        this.ticker = ticker;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        int agents = args.length > 1 ? Integer.parseInt(args[1]) : 1_000;
        int plain = args.length > 2 ? Integer.parseInt(args[2]) : agents;
        try (Scratch scratch = Scratch.make("agents")) {
            AgentsBench bench = new AgentsBench(scratch.path(), scratch.compile("ticker"));
            for (int round = 0; round < rounds; round++) {
                for (AgentsWay way : AgentsWay.values()) {
                    bench.measure(way, way == AgentsWay.VIRTUAL_READERS ? plain : agents);
                }
            }
            bench.print(agents, plain);
        }
    }

    private void measure(AgentsWay way, int agents) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), AgentsBenchWorker.class.getName()));
        command.addAll(List.of(way.name(), Integer.toString(agents), folder.toString(), ticker.toString()));
        Process worker = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String answer = new String(worker.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (worker.waitFor() != 0) {
            System.out.println(way + " was not measured: " + answer);
            return;
        }
        AgentsFigures figures = AgentsFigures.parse(answer);
        System.out.println(way + ", " + agents + " agents: " + figures);
        all.computeIfAbsent(way, _ -> new ArrayList<>()).add(figures);
    }

    private void print(int agents, int plain) {
        List<AgentsFigures> base = all.getOrDefault(AgentsWay.VIRTUAL_READERS, List.of());
        for (AgentsWay way : List.of(AgentsWay.GROUP, AgentsWay.NAMESPACE)) {
            String who = agents + " agents, containment " + way.name().toLowerCase(Locale.ROOT);
            List<AgentsFigures> ours = all.getOrDefault(way, List.of());
            if (ours.isEmpty() || base.isEmpty()) {
                Row.notMeasured("11, 12", who, "see above");
                continue;
            }
            boolean crowd = agents >= A_CROWD && plain == agents;
            absolute(who + ", threads", AgentsFigures::threads, "", ours, base, 32);
            absolute(who + ", line to noticed, p99", AgentsFigures::p99, " ms", ours, base, 10);
            boolean group = way == AgentsWay.GROUP;
            ratio("12", who + ", line to noticed, p99", AgentsFigures::p99, " ms", ours, base, Bound.atMost(0.01));
            Bound spawn = crowd && group ? Bound.atMost(0.25) : Bound.none();
            ratio("11", who + ", time to start one", AgentsFigures::spawnMillis, " ms", ours, base, spawn);
            Bound memory = crowd && group ? Bound.atMost(0.2) : Bound.none();
            ratio("11", who + ", memory of the process", AgentsFigures::megabytes, " MB", ours, base, memory);
        }
    }

    /// A goal that names no ratio.
    private static void absolute(
            String what,
            ToDoubleFunction<AgentsFigures> figure,
            String unit,
            List<AgentsFigures> ours,
            List<AgentsFigures> base,
            double most) {
        Spread values = Spread.of(ours, figure);
        new Row(
                        "11",
                        what,
                        values + unit,
                        "virtual readers " + Spread.of(base, figure) + unit,
                        values.median(),
                        "",
                        Bound.atMost(most))
                .print();
    }

    private static void ratio(
            String goal,
            String what,
            ToDoubleFunction<AgentsFigures> figure,
            String unit,
            List<AgentsFigures> ours,
            List<AgentsFigures> base,
            Bound bound) {
        Row.of(
                        goal,
                        what,
                        Spread.of(ours, figure) + unit,
                        "virtual readers " + Spread.of(base, figure) + unit,
                        Spread.ofRatios(ours, base, figure),
                        bound)
                .print();
    }
}
