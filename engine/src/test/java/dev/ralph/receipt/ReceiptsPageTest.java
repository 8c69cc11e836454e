package dev.ralph.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program that `docs/receipts.md` gives to people who do not have Ralph does what the page says.
class ReceiptsPageTest {
    private static final Path PAGE = Path.of(System.getProperty("ralph.repository", ".."), "docs", "receipts.md");

    @TempDir
    Path state;

    @Test
    void the_program_of_the_page_checks_a_chain() throws Exception {
        Assumptions.assumeTrue(
                new ProcessBuilder("sh", "-c", "command -v python3 > /dev/null")
                                .start()
                                .waitFor()
                        == 0,
                "python3 is not installed");
        String page = Files.readString(PAGE);
        int from = page.indexOf("```python\n") + "```python\n".length();
        Path program = Files.writeString(state.resolve("check.py"), page.substring(from, page.indexOf("```", from)));
        ReceiptFile file = EvidenceSamples.file(state);
        file.append(EvidenceSamples.passed(1, 1));
        Receipt last = file.append(EvidenceSamples.full(EvidenceSamples.output(state, "printed")));

        assertThat(said(program, file.path())).isEqualTo("2 receipts, last " + last.hash());

        Files.writeString(file.path(), Files.readString(file.path()).replaceFirst("\"attempt\":1", "\"attempt\":2"));
        assertThat(said(program, file.path())).isEqualTo("line 1 is not what was written");
    }

    private static String said(Path program, Path receipts) throws Exception {
        Process process = new ProcessBuilder("python3", program.toString(), receipts.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.strip();
    }
}
