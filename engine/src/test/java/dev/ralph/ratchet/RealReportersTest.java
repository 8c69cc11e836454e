package dev.ralph.ratchet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralph.verify.ReportGlob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Test runners of this machine, as they are.
class RealReportersTest {
    @TempDir
    Path root;

    private TestRun run(String pattern, String line) throws Exception {
        Path real = root.toRealPath();
        ReportFiles files = ReportFiles.watch(real, real, List.of(new ReportGlob(pattern)));
        Instant began = Instant.now();
        Process process = shell(line);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return files.read(began, Set.of());
    }

    private Process shell(String line) throws IOException {
        return new ProcessBuilder("sh", "-c", line)
                .directory(root.toRealPath().toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private void needs(String line, String what) throws Exception {
        assumeTrue(shell(line).waitFor() == 0, what + " is not installed");
    }

    @Test
    void nodes_two_reporters_agree() throws Exception {
        needs("node --test-reporter=junit --version", "node with test reporters");
        Files.writeString(root.resolve("a.test.js"), """
                const {test, describe, it} = require('node:test');
                describe('cart', () => { it('adds', () => {}); it('fails \\u001b[31m', () => { throw new Error('<no>'); }); });
                test('later', {skip: true}, () => {});
                test('parent', async t => { await t.test('child', () => {}); });
                """);
        Map<String, String> xml = ReportSample.words(
                run("r.xml", "node --test --test-reporter=junit --test-reporter-destination=r.xml a.test.js"));
        assertThat(xml)
                .containsEntry("cart > adds", "passed")
                .containsEntry("later", "skipped")
                .containsEntry("parent > child", "passed")
                .hasSize(4);
        Map<String, String> tap = ReportSample.words(
                run("r.tap", "node --test --test-reporter=tap --test-reporter-destination=r.tap a.test.js"));
        assertThat(tap.values()).containsExactlyInAnyOrderElementsOf(xml.values());
        assertThat(tap).containsEntry("r.tap > parent > child", "passed");
    }

    @Test
    void pytest() throws Exception {
        needs("python3 -m pytest --version", "pytest");
        Files.writeString(root.resolve("test_cart.py"), """
                import pytest
                @pytest.mark.parametrize("n", [1, 2, 3])
                def test_n(n): assert n != 2
                @pytest.mark.skip
                def test_later(): pass
                @pytest.mark.xfail
                def test_known(): assert False
                """);
        assertThat(ReportSample.words(run("r.xml", "python3 -m pytest -q -p no:cacheprovider --junitxml=r.xml")))
                .isEqualTo(Map.of(
                        "test_cart > test_n[1]", "passed",
                        "test_cart > test_n[2]", "failed",
                        "test_cart > test_n[3]", "passed",
                        "test_cart > test_later", "skipped",
                        "test_cart > test_known", "skipped"));
    }
}
