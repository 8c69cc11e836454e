package dev.ralph.bench;

import dev.ralph.claim.Claim;
import dev.ralph.claim.ClaimStage;
import dev.ralph.claim.KnownFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How well literal patterns tell genuine claims from false ones, on labelled texts that they were not made for; and
/// how fast they are.
///
/// `ClaimBench [ROUNDS]`
public final class ClaimBench {
    private static final int MB = 1_000_000;

    private record Text(boolean genuine, Claim claim) {
        boolean refused() {
            return !claim.objections().isEmpty();
        }
    }

    private ClaimBench() {}

    public static void main(String[] args) throws IOException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        Path folder = Path.of(System.getProperty("ralph.home"), "engine/src/test/resources/claim");
        quality(texts(folder.resolve("held-out.txt")), "held out");
        quality(texts(folder.resolve("tuning.txt")), "others");
        speed(rounds);
    }

    private static void quality(List<Text> texts, String which) {
        row(texts, true, "genuine claims that are believed, " + which);
        row(texts, false, "false claims that are refused, " + which);
    }

    private static void row(List<Text> texts, boolean genuine, String what) {
        List<Text> those =
                texts.stream().filter(text -> text.genuine == genuine).toList();
        long right = those.stream().filter(text -> text.refused() != genuine).count();
        new Row("claims", what, right + " of " + those.size(), "", (double) right / those.size(), "", Bound.none())
                .print();
    }

    /// A byte of a long text costs what a byte of a short one costs.
    private static void speed(int rounds) {
        String line = "I ran the suite and no test failed; the parser was blocked by nothing, and `TODO:` is gone. ";
        List<Double> small = new ArrayList<>();
        List<Double> large = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = -1; round < rounds; round++) {
            double one = rate(line.repeat(MB / line.length()));
            double ten = rate(line.repeat(10 * MB / line.length()));
            if (round >= 0) {
                small.add(one);
                large.add(ten);
                ratios.add(ten / one);
            }
        }
        Row.of(
                        "claims",
                        "a line of 10 MB judged, a byte of it to one of 1 MB",
                        Spread.of(large) + " MB/s",
                        "1 MB: " + Spread.of(small) + " MB/s",
                        Spread.of(ratios),
                        Bound.atLeast(0.5))
                .print();
    }

    private static double rate(String text) {
        long start = System.nanoTime();
        new Claim(text, null, KnownFacts.NONE).objections();
        return text.length() / 1e6 / ((System.nanoTime() - start) / 1e9);
    }

    private static List<Text> texts(Path file) throws IOException {
        List<Text> texts = new ArrayList<>();
        for (String text : Files.readString(file).split("(?m)^%%% ")) {
            if (!text.isBlank()) {
                texts.add(text(text));
            }
        }
        return texts;
    }

    private static Text text(String text) {
        int end = text.indexOf('\n');
        ClaimStage stage = null;
        Boolean committed = null;
        for (String word : text.substring(0, end).split(" ")) {
            committed = word.startsWith("commit=") ? Boolean.valueOf(word.equals("commit=yes")) : committed;
            stage = ClaimStage.named(word) == null ? stage : ClaimStage.named(word);
        }
        return new Text(
                text.startsWith("genuine"), new Claim(text.substring(end + 1), stage, new KnownFacts(committed)));
    }
}
