package dev.ralph.receipt;

import dev.ralph.receipt.Evidence.Again;
import dev.ralph.receipt.Evidence.Author;
import dev.ralph.receipt.Evidence.Claim;
import dev.ralph.receipt.Evidence.Definition;
import dev.ralph.receipt.Evidence.Finding;
import dev.ralph.receipt.Evidence.Occasion;
import dev.ralph.receipt.Evidence.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Evidence to make receipts of.
final class EvidenceSamples {
    static final String LOOP = "loop-1";

    private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

    private EvidenceSamples() {}

    static ReceiptFile file(Path state) {
        return new ReceiptFile(state, state.resolve("loops").resolve(LOOP));
    }

    static Evidence.Output output(Path state, String text) throws IOException {
        Path printed = Files.writeString(state.resolve("printed"), text);
        return new StoredOutputs(state, state.resolve("loops").resolve(LOOP).resolve("checks"))
                .keep(List.of(printed), 1 << 20, UnaryOperator.identity());
    }

    /// What a shell line says that passed.
    static Evidence passed(int attempt, int step) {
        return evidence(attempt, step, new Finding(true, 0, null, null, null, List.of()), null);
    }

    /// Everything that a receipt can say.
    static Evidence full(Evidence.Output output) {
        return evidence(
                2,
                1,
                new Finding(
                        false,
                        1,
                        "2 tests failed: \"a\" \\ \u001b[31mred\u001b[0m ä 😀 \u2028",
                        new Again(true, 0, Duration.ofMillis(1500)),
                        "{ \"passed\": 12, \"seconds\": 1.50, \"failed\": [\"a\", null, true] }",
                        List.of("artifact: target/app.jar")),
                output);
    }

    static Evidence evidence(int attempt, int step, Finding finding, Evidence.@Nullable Output output) {
        return new Evidence(
                new Claim(Occasion.VERDICT, LOOP, "fix-1", attempt, step),
                Definition.of("mvn test", "mvn test", "mvn test"),
                finding,
                new Subject(COMMIT, COMMIT.replace('0', 'a'), null),
                new Author("claude", "opus"),
                Fingerprint.here(
                        Map.of("git", "2.47.1"),
                        Map.of("PATH", "/bin", "API_KEY", "s3cret"),
                        name -> !name.equals("API_KEY"),
                        "L1",
                        Fingerprint.Room.CLEAN),
                Instant.parse("2026-01-02T03:04:05.678Z"),
                Duration.ofMillis(2345),
                output);
    }
}
