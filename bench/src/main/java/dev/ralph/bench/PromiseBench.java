package dev.ralph.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ralph.signal.PromiseFinding;
import dev.ralph.signal.PromiseRule;
import dev.ralph.signal.PromiseScan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// The search for a promise in 64 MB of what agents write, against `grep -c -F '<promise>'` on the same bytes. Profile
/// session takes upper and lower case as the same, so its goal is held against `grep -c -i -F`, which is asked the
/// same.
///
/// `PromiseBench [ROUNDS]`. Every round measures every way once. The text is in memory and comes in pieces of 64 KiB,
/// as it does when an agent's stream is read; grep reads it from the page cache, and its start is in its figure. A row
/// without a goal reads the same file, as grep does. Linear means: a byte of 64 MB costs what a byte of 8 MB costs.
/// A second text has many capital letters P, which is the worst case where upper and lower case are the same.
public final class PromiseBench {
    private static final int MB = 1 << 20;
    private static final int LARGE = 64 * MB;
    private static final int SMALL = 8 * MB;
    private static final int PIECE = 64 * 1024;
    private static final int EVERY = 4 * MB;
    private static final String TAG = "\n<promise>COMPLETE</promise>\n";
    private static final int WARM_UP = 3;
    private static final String EXACT = "`grep -c -F`";
    private static final String ANY_CASE = "`grep -c -i -F`";

    private static final PromiseRule SESSION = PromiseRule.session("NEVER_SAID");
    private static final PromiseRule STAGE = PromiseRule.stage("NEVER_SAID");
    private static final String[] WORDS = {
        "the",
        "test",
        "passes",
        "List<String>",
        "if (a < b)",
        "build",
        "error:",
        "src/main",
        "return",
        "promise",
        "</div>",
        "then"
    };
    private static final String[] CAPITALS = {
        "the",
        "test",
        "PASSED",
        "List<Path>",
        "if (a < P)",
        "Parser",
        "error:",
        "PATH",
        "return",
        "Promise",
        "</P>",
        "then"
    };

    private final Path file;
    private final byte[] text;
    private final List<PromiseRule> rules;
    private final Map<String, List<Double>> rates = new LinkedHashMap<>();

    private PromiseBench(Path file, String[] words, List<PromiseRule> rules) throws IOException {
        this.file = file;
        this.text = text(words);
        this.rules = rules;
        Files.write(file, text);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 21;
        try (Scratch scratch = Scratch.make("promise")) {
            PromiseBench usual = new PromiseBench(scratch.path().resolve("usual.txt"), WORDS, List.of(SESSION, STAGE));
            PromiseBench capitals =
                    new PromiseBench(scratch.path().resolve("capitals.txt"), CAPITALS, List.of(SESSION));
            System.out.println(
                    "promise, " + rounds + " rounds, " + LARGE / MB + " MB in pieces of " + PIECE / 1024 + " KiB");
            for (int round = -WARM_UP; round < rounds; round++) {
                usual.round(round >= 0);
                capitals.round(round >= 0);
            }
            usual.print("");
            capitals.print(", many capitals");
        }
    }

    private void round(boolean counts) throws IOException, InterruptedException {
        for (PromiseRule rule : rules) {
            String profile = profile(rule);
            measure(counts, profile, () -> scan(rule, 0, LARGE));
            measure(counts, profile + " small", () -> scanParts(rule));
            measure(counts, profile + " file", () -> scanFile(rule));
        }
        measure(counts, EXACT, () -> grep("-cF"));
        measure(counts, ANY_CASE, () -> grep("-ciF"));
    }

    private static String profile(PromiseRule rule) {
        return rule.ownLine() ? "stage" : "session";
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private void measure(boolean counts, String what, Work work) throws IOException, InterruptedException {
        long start = System.nanoTime();
        work.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (counts) rates.computeIfAbsent(what, _ -> new ArrayList<>()).add(LARGE / 1e6 / seconds);
    }

    private void scan(PromiseRule rule, int from, int to) {
        PromiseScan scan = new PromiseScan(rule);
        for (int at = from; at < to; at += PIECE) scan.read(text, at, Math.min(to, at + PIECE));
        end(scan);
    }

    /// The same bytes as eight messages of 8 MB.
    private void scanParts(PromiseRule rule) {
        for (int from = 0; from < LARGE; from += SMALL) scan(rule, from, from + SMALL);
    }

    private void scanFile(PromiseRule rule) throws IOException {
        PromiseScan scan = new PromiseScan(rule);
        byte[] piece = new byte[PIECE];
        try (InputStream in = Files.newInputStream(file)) {
            for (int length = in.read(piece); length > 0; length = in.read(piece)) scan.read(piece, 0, length);
        }
        end(scan);
    }

    /// Every tag has another text than the rule's, so that all of the text has to be read.
    private static void end(PromiseScan scan) {
        scan.endMessage();
        if (!(scan.finding() instanceof PromiseFinding.Wrong wrong)
                || !wrong.text().equals("COMPLETE")) {
            throw new IllegalStateException("not what stands in the text: " + scan.finding());
        }
    }

    private void grep(String how) throws IOException, InterruptedException {
        Process grep = new ProcessBuilder("grep", how, "<promise>", file.toString())
                .redirectErrorStream(true)
                .start();
        String count = new String(grep.getInputStream().readAllBytes(), UTF_8).strip();
        if (grep.waitFor() != 0 || Integer.parseInt(count) != LARGE / EVERY) {
            throw new IOException("grep says " + count + " instead of " + LARGE / EVERY);
        }
    }

    private void print(String which) {
        for (PromiseRule rule : rules) {
            String profile = profile(rule);
            String same = rule.ownLine() ? EXACT : ANY_CASE;
            row("promise scan, 64 MB, profile " + profile + which, profile, same, Bound.atLeast(4));
            if (!same.equals(EXACT)) row("the same, though grep heeds the case", profile, EXACT, Bound.none());
            row("the same, read from the file", profile + " file", same, Bound.none());
            row("the same, a byte of 64 MB to one of 8 MB", profile, profile + " small", Bound.atLeast(0.8));
        }
    }

    private void row(String what, String ours, String baseline, Bound bound) {
        List<Double> a = rates.getOrDefault(ours, List.of());
        List<Double> b = rates.getOrDefault(baseline, List.of());
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) ratios.add(a.get(i) / b.get(i));
        String compared = baseline.startsWith("`") ? baseline + " " : "8 MB: ";
        Row.of("5", what, Spread.of(a) + " MB/s", compared + Spread.of(b) + " MB/s", Spread.of(ratios), bound)
                .print();
    }

    /// What a stream of JSON looks like: code with angle brackets, the word promise, and one tag in each four
    /// megabytes, which lies across the border of two pieces.
    private static byte[] text(String[] words) {
        Random random = new Random(7);
        StringBuilder megabyte = new StringBuilder();
        while (megabyte.length() < MB) {
            megabyte.append("{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"");
            for (int i = 0; i < 60; i++)
                megabyte.append(words[random.nextInt(words.length)]).append(' ');
            megabyte.append("\"}]}}\n");
        }
        byte[] one = megabyte.toString().getBytes(UTF_8);
        byte[] tag = TAG.getBytes(UTF_8);
        byte[] all = new byte[LARGE];
        for (int at = 0; at < all.length; at += one.length) {
            System.arraycopy(one, 0, all, at, Math.min(one.length, all.length - at));
        }
        for (int at = EVERY / 2; at < all.length; at += EVERY) System.arraycopy(tag, 0, all, at - 4, tag.length);
        return all;
    }
}
