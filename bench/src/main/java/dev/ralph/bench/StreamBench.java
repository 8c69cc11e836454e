package dev.ralph.bench;

import dev.ralph.agent.ResetTimes;
import dev.ralph.agent.StreamFormat;
import dev.ralph.agent.StreamReader;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An agent's stream, read into events, against programs that make a tree of every line.
///
/// `StreamBench [ROUNDS [MEGABYTES]]`. The stream is one of Claude's form: words, tool calls with their results, usage.
/// Every way reads all of it once in each round.
public final class StreamBench {
    private static final double MB = 1e6;
    private static final int PIECE = 64 << 10;
    private static final String NODE = """
            const fs = require('fs');
            const from = process.hrtime.bigint();
            let events = 0;
            for (const line of fs.readFileSync(process.argv[1], 'utf8').split('\\n')) {
                if (line !== '' && JSON.parse(line).type !== undefined) events++;
            }
            console.log(Number(process.hrtime.bigint() - from) / 1e9, events);
            """;

    private final byte[] stream;
    private final Path file;
    private final int lines;
    private final JsonMapper mapper = new JsonMapper();

    private StreamBench(byte[] stream, Path file) {
        this.stream = stream;
        this.file = file;
        int count = 0;
        for (byte b : stream) if (b == '\n') count++;
        this.lines = count;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 9;
        int bytes = (args.length > 1 ? Integer.parseInt(args[1]) : 64) * 1_000_000;
        try (Scratch scratch = Scratch.make("stream")) {
            byte[] stream = stream(bytes);
            Path file = Files.write(scratch.path().resolve("stream.jsonl"), stream);
            StreamBench bench = new StreamBench(stream, file);
            System.out.println("stream, " + rounds + " rounds of " + bytes / 1_000_000 + " MB, " + bench.lines
                    + " lines, " + System.getProperty("java.vm.info"));
            bench.run(rounds);
        }
    }

    private void run(int rounds) throws IOException, InterruptedException {
        List<Double> ours = new ArrayList<>();
        List<Double> tree = new ArrayList<>();
        List<Double> node = new ArrayList<>();
        boolean hasNode = hasNode();
        for (int round = -2; round < rounds; round++) {
            double events = events();
            double trees = trees();
            double nodes = hasNode ? node() : 0;
            if (round >= 0) {
                ours.add(events);
                tree.add(trees);
                node.add(nodes);
            }
        }
        row("readLine + readTree", ours, tree, Bound.atLeast(4));
        if (hasNode) row("node, JSON.parse", ours, node, Bound.atLeast(8));
        else Row.notMeasured("7", "an agent's stream read into events, against node", "node is missing");
    }

    private static void row(String baseline, List<Double> ours, List<Double> theirs, Bound bound) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) ratios.add(ours.get(i) / theirs.get(i));
        Row.of(
                        "7",
                        "an agent's stream read into events",
                        Spread.of(ours) + " MB/s",
                        baseline + ": " + Spread.of(theirs) + " MB/s",
                        Spread.of(ratios),
                        bound)
                .print();
    }

    /// MB a second.
    private double events() {
        long[] count = {0};
        long from = System.nanoTime();
        StreamReader reader = StreamFormat.CLAUDE.reader(ResetTimes.UNKNOWN);
        for (int at = 0; at < stream.length; at += PIECE) {
            reader.read(stream, at, Math.min(stream.length, at + PIECE), said -> count[0]++);
        }
        reader.end(said -> count[0]++);
        double rate = rate(from);
        if (count[0] < lines) throw new IllegalStateException(count[0] + " events of " + lines + " lines");
        return rate;
    }

    private double trees() throws IOException {
        int count = 0;
        long from = System.nanoTime();
        BufferedReader reader = new BufferedReader(
                new InputStreamReader(new ByteArrayInputStream(stream), StandardCharsets.UTF_8), PIECE);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            JsonNode tree = mapper.readTree(line);
            count += tree.get("type") != null ? 1 : 0;
        }
        double rate = rate(from);
        if (count != lines) throw new IllegalStateException(count + " trees of " + lines + " lines");
        return rate;
    }

    private double node() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("node", "-e", NODE, file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String[] words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .strip()
                .split(" ");
        if (process.waitFor() != 0 || Integer.parseInt(words[1]) != lines) throw new IOException("node failed");
        return stream.length / MB / Double.parseDouble(words[0]);
    }

    private static boolean hasNode() throws InterruptedException {
        try {
            return new ProcessBuilder("node", "-e", "0").inheritIO().start().waitFor() == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    private double rate(long from) {
        return stream.length / MB / ((System.nanoTime() - from) / 1e9);
    }

    /// A third each of words, of tool calls and of what the tools printed.
    private static byte[] stream(int bytes) {
        Random random = new Random(42);
        ByteArrayOutputStream all = new ByteArrayOutputStream(bytes + 4096);
        while (all.size() < bytes) {
            String line = switch (random.nextInt(3)) {
                case 0 ->
                    message(
                            random,
                            "{\"type\":\"text\",\"text\":\""
                                    + "Next I look at \\\"Parser.java\\\" and see why it loses a line.\\n"
                                            .repeat(2 + random.nextInt(7))
                                    + "\"}");
                case 1 ->
                    message(
                            random,
                            "{\"type\":\"tool_use\",\"id\":\"toolu_" + random.nextInt(1 << 30)
                                    + "\",\"name\":\"Bash\",\"input\":{\"command\":\"mvn -q test | tail -n 40\",\"timeout\":120000}}");
                default ->
                    "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":[{\"tool_use_id\":\"toolu_1\",\"type\":\"tool_result\",\"content\":\""
                            + "[WARNING] src/main/java/Parser.java:[117,9] unchecked cast\\n".repeat(random.nextInt(35))
                            + "\",\"is_error\":false}]},\"parent_tool_use_id\":null,\"session_id\":\"6f1e2d3c\"}";
            };
            all.writeBytes(line.getBytes(StandardCharsets.UTF_8));
            all.write('\n');
        }
        return all.toByteArray();
    }

    private static String message(Random random, String block) {
        return "{\"type\":\"assistant\",\"message\":{\"id\":\"msg_" + random.nextInt(1 << 30)
                + "\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"claude-sonnet-4-5\",\"content\":[" + block
                + "],\"stop_reason\":null,\"usage\":{\"input_tokens\":" + random.nextInt(9999)
                + ",\"cache_read_input_tokens\":" + random.nextInt(99999) + ",\"output_tokens\":" + random.nextInt(999)
                + "}},\"parent_tool_use_id\":null,\"session_id\":\"6f1e2d3c\"}";
    }
}
