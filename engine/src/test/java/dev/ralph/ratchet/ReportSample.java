package dev.ralph.ratchet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// Reports as real tools wrote them (`surefire.xml`, `node.*`, `pytest.xml`), or as their documentation shows them.
enum ReportSample {
    SUREFIRE("surefire.xml"),
    GRADLE("gradle.xml"),
    PYTEST("pytest.xml"),
    JEST("jest.xml"),
    GO_JUNIT("go-junit.xml"),
    NODE_XML("node.xml"),
    NODE_TAP("node.tap"),
    TAP14("tap14.tap"),
    GO_JSON("go.json");

    private final String file;

    ReportSample(String file) {
        this.file = file;
    }

    byte[] bytes() {
        try (InputStream in =
                Objects.requireNonNull(ReportSample.class.getResourceAsStream("/reports/" + file), file)) {
            return in.readAllBytes();
        } catch (IOException missing) {
            throw new IllegalStateException(missing);
        }
    }

    String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    TestRun run() throws BrokenReport {
        return read(text());
    }

    static TestRun read(String text) throws BrokenReport {
        return read(text.getBytes(StandardCharsets.UTF_8), "report.tap", "/home/ann/shop");
    }

    static TestRun read(byte[] bytes, String name, String folder) throws BrokenReport {
        try {
            return ReportText.read(new ByteArrayInputStream(bytes), name, folder)
                    .build();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /// Each test with how it ended.
    static Map<String, String> words(TestRun run) {
        Map<String, String> words = new TreeMap<>();
        run.tests().forEach((test, tally) -> words.put(test.toString(), tally.words()));
        return words;
    }

    @Override
    public String toString() {
        return file.toLowerCase(Locale.ROOT);
    }
}
