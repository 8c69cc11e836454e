package dev.ralph.proof;

import static dev.ralph.engine.ScratchProject.COUNT;
import static dev.ralph.engine.ScratchProject.DONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralph.ScratchLoop;
import dev.ralph.engine.InScratchProject;
import dev.ralph.loop.Event;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.loop.Verdict;
import dev.ralph.receipt.Evidence;
import dev.ralph.receipt.Fingerprint;
import dev.ralph.receipt.ReceiptChain;
import dev.ralph.receipt.ReceiptFile;
import dev.ralph.store.JournalView;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.SqliteJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What a real loop leaves as proof.
class ReceiptsOfALoopTest extends InScratchProject {
    @Test
    void each_check_of_each_verdict_has_a_valid_receipt_that_the_journal_names() throws Exception {
        ScratchLoop.Ended result = project.loop(COUNT + DONE)
                .check("echo one")
                .check("[ $(wc -l < count) = 2 ] || { echo no >&2; exit 3; }")
                .check("true")
                .run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        List<Evidence> found = new ArrayList<>();
        assertThat(read(found).isIntact()).isTrue();
        assertThat(found)
                .extracting(
                        evidence -> evidence.claim().attempt(),
                        evidence -> evidence.claim().step(),
                        evidence -> evidence.finding().passed(),
                        evidence -> evidence.finding().exitCode())
                .containsExactly(
                        tuple(1, 1, true, 0),
                        tuple(1, 2, false, 3),
                        tuple(2, 1, true, 0),
                        tuple(2, 2, true, 0),
                        tuple(2, 3, true, 0));
        assertThat(output(found.get(0))).isEqualTo("one\n");
        assertThat(output(found.get(1))).isEqualTo("no\n");
        assertThat(found.getLast().environment().room()).isEqualTo(Fingerprint.Room.WORKSPACE);
        assertThat(found.getLast().environment().tools().get("true")).endsWith("/true");
        assertThat(found.getLast().subject()).isEqualTo(Evidence.Subject.UNKNOWN);
    }

    @Test
    void what_was_checked_is_named_by_its_commit_and_its_tree() throws Exception {
        git("init", "-q", "-b", "main");
        git("commit", "-q", "--allow-empty", "-m", "first");

        project.loop("echo work > work; " + DONE).check("cat work").run();

        List<Evidence> found = new ArrayList<>();
        read(found);
        Evidence.Subject subject = found.getFirst().subject();
        assertThat(git("show", subject.commit() + ":work")).isEqualTo("work");
        assertThat(git("rev-parse", subject.commit() + "^{tree}")).isEqualTo(subject.tree());
        assertThat(found.getFirst().author()).isEqualTo(new Evidence.Author("sh", null));
    }

    @Test
    void secrets_and_floods_do_not_come_into_receipts() throws Exception {
        String secret = "tok-1234567890abcdef";
        project.loop(DONE)
                .maxRestarts(1)
                .environment(Map.of("DEPLOY_TOKEN", secret, "PATH", System.getenv("PATH"), "MORE", "as it is"))
                .check("yes \"$DEPLOY_TOKEN $MORE\" | head -c 5000000; exit 4")
                .run();

        List<Evidence> found = new ArrayList<>();
        assertThat(read(found).isIntact()).isTrue();
        Evidence evidence = found.getFirst();
        assertThat(output(evidence)).contains("as it is").doesNotContain(secret).hasSizeLessThan(2 << 20);
        assertThat(Files.readString(file().path())).doesNotContain(secret).contains("DEPLOY_TOKEN");
        assertThat(evidence.finding().exitCode()).isEqualTo(4);
    }

    @Test
    void a_receipt_that_cannot_be_written_ends_the_loop_and_no_verdict_is_journaled() throws Exception {
        project.loop(
                        DONE
                                + "rm -rf .ralph/loops/*/receipts.jsonl; mkdir -p .ralph/loops/$(ls .ralph/loops)/receipts.jsonl")
                .maxRestarts(1)
                .check("true")
                .run();

        try (JournalView journal = SqliteJournal.view(project.layout().journal())) {
            LoopSummary loop = journal.loops().getFirst();
            assertThat(loop.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(loop.reason())
                    .isInstanceOfSatisfying(
                            Reason.Broken.class,
                            broken -> assertThat(broken.words())
                                    .contains("receipts.jsonl")
                                    .contains("remove it"));
            assertThat(journal.entries(loop.head().id()))
                    .noneMatch(entry -> entry.event() instanceof Event.ChecksEnded);
        }
    }

    private ReceiptFile file() throws IOException {
        try (JournalView journal = SqliteJournal.view(project.layout().journal())) {
            return ReceiptWriter.file(
                    project.layout(), journal.loops().getFirst().head().id());
        }
    }

    /// Of the only loop; each is valid.
    private ReceiptChain.Report read(List<Evidence> found) throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(
                        Path.of(System.getProperty("ralph.repository", ".."), "docs", "receipt.schema.json")));
        List<String> journaled = new ArrayList<>();
        String loop;
        try (JournalView journal = SqliteJournal.view(project.layout().journal())) {
            loop = journal.loops().getFirst().head().id();
            journal.entries(loop).forEach(entry -> {
                if (entry.event() instanceof Event.ChecksEnded ended) {
                    ended.verdict().results().stream()
                            .map(Verdict.Result::receipt)
                            .map(String::valueOf)
                            .forEach(journaled::add);
                }
            });
        }
        List<String> hashes = new ArrayList<>();
        ReceiptChain.Report report = ReceiptChain.read(file(), loop, journaled, stored -> {
            assertThat(schema.validate(stored.json(), InputFormat.JSON))
                    .as(stored.json())
                    .isEmpty();
            hashes.add(stored.receipt().hash());
            found.add(stored.receipt().evidence());
        });
        assertThat(hashes).isEqualTo(journaled);
        return report;
    }

    private String output(Evidence evidence) throws IOException {
        return Files.readString(project.layout()
                .state()
                .resolve(Objects.requireNonNull(evidence.output()).file()));
    }

    private String git(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@example.org"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(project.folder().toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return said.strip();
    }
}
