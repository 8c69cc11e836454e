package dev.ralph.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// Events to many clients at once, by `ralph serve`'s server and by the JDK's with a virtual thread for each client and
/// a write for each event.
///
/// `ServeBench [ROUNDS [CLIENTS [SECONDS]]]`. Every round measures both, each in a JVM of its own with the same flags;
/// the clients are one C program on the same machine.
public final class ServeBench {
    private static final int RATE = 50;

    private final Path listener;
    private final int clients;
    private final int seconds;

    /// @param latency p99 in milliseconds
    /// @param memory  of the server in MB
    /// @param gone    clients that were disconnected
    private record Load(double rate, double latency, double memory, long gone) {}

    private ServeBench(Path listener, int clients, int seconds) {
        this.listener = listener;
        this.clients = clients;
        this.seconds = seconds;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        int clients = args.length > 1 ? Integer.parseInt(args[1]) : 1_000;
        int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 4;
        try (Scratch scratch = Scratch.make("serve")) {
            ServeBench bench = new ServeBench(scratch.compile("listen"), clients, seconds);
            Map<ServeWay, List<Load>> fast = bench.measure(rounds, 0);
            bench.row("full speed, events a second over all clients", fast, Load::rate, "/s", Bound.atLeast(10));
            bench.row("full speed, memory of the server", fast, Load::memory, " MB", Bound.atMost(0.5));
            Map<ServeWay, List<Load>> slow = bench.measure(rounds, RATE);
            bench.row("50 events/s, read to heard, p99", slow, Load::latency, " ms", Bound.atMost(1));
            bench.row("50 events/s, memory of the server", slow, Load::memory, " MB", Bound.none());
        }
    }

    /// @param rate events a second, 0 for as many as the slowest client takes
    private Map<ServeWay, List<Load>> measure(int rounds, int rate) throws IOException, InterruptedException {
        Map<ServeWay, List<Load>> all = new EnumMap<>(ServeWay.class);
        for (int round = 0; round < rounds; round++) {
            for (ServeWay way : ServeWay.values()) {
                Load load = measure(way, rate);
                System.out.printf(
                        Locale.ROOT,
                        "serve, %s, %d clients, %s: %,.0f events/s, p99 %.2f ms, %.0f MB, %d gone%n",
                        way,
                        clients,
                        rate == 0 ? "full speed" : rate + "/s",
                        load.rate(),
                        load.latency(),
                        load.memory(),
                        load.gone());
                all.computeIfAbsent(way, _ -> new ArrayList<>()).add(load);
            }
        }
        return all;
    }

    private Load measure(ServeWay way, int rate) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-Xms8m"); // as the launcher starts it
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ServeWay.class.getName()));
        command.addAll(List.of(way.name(), Integer.toString(rate)));
        Process server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = server.inputReader(StandardCharsets.UTF_8);
                Writer orders = server.outputWriter(StandardCharsets.UTF_8)) {
            Process listening = new ProcessBuilder(
                            listener.toString(),
                            said.readLine(),
                            ServeWay.TOKEN,
                            Integer.toString(clients),
                            Integer.toString(seconds))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader heard = listening.inputReader(StandardCharsets.UTF_8);
            if (!"connected".equals(heard.readLine())) {
                throw new IOException("the clients could not connect to " + way);
            }
            orders.write("go\n");
            orders.flush();
            String[] figures = String.valueOf(heard.readLine()).split(" ");
            return new Load(
                    Double.parseDouble(figures[0]),
                    Double.parseDouble(figures[1]),
                    memory(server),
                    Long.parseLong(figures[2]));
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private static double memory(Process process) throws IOException {
        try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            String line =
                    lines.filter(each -> each.startsWith("VmRSS")).findFirst().orElseThrow();
            return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024.0;
        }
    }

    private void row(
            String what, Map<ServeWay, List<Load>> all, ToDoubleFunction<Load> figure, String unit, Bound bound) {
        List<Load> ours = all.getOrDefault(ServeWay.RALPH, List.of());
        List<Load> plain = all.getOrDefault(ServeWay.PLAIN, List.of());
        Row.of(
                        "13",
                        String.format(Locale.ROOT, "%,d clients of the event stream, %s", clients, what),
                        number(ours, figure) + unit,
                        "JDK's server, a write an event " + number(plain, figure) + unit,
                        Spread.ofRatios(ours, plain, figure),
                        bound)
                .print();
    }

    private static String number(List<Load> loads, ToDoubleFunction<Load> figure) {
        double median = Spread.of(loads, figure).median();
        return String.format(Locale.ROOT, median < 100 ? "%.1f" : "%,.0f", median);
    }
}
