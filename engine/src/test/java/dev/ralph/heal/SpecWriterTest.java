package dev.ralph.heal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.spec.Section;
import dev.ralph.spec.SpecDocument;
import dev.ralph.spec.SpecFile;
import dev.ralph.spec.SpecFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpecWriterTest {
    private static final Instant AT = Instant.parse("2026-01-19T13:45:00.123Z");
    private static final String TEXT = "# Design\n\nProperty 1: One\n\nProperty 2: Two\n";

    @TempDir
    Path project;

    private SpecFolder folder;
    private SpecWriter writer;
    private SpecDocument before;
    private SpecDocument after;

    @BeforeEach
    void document() throws Exception {
        folder = new SpecFolder(project, "accounts");
        Files.createDirectories(folder.path());
        Files.writeString(file(), TEXT);
        writer = new SpecWriter(folder);
        before = SpecDocument.of(SpecFile.DESIGN, TEXT);
        Section first = before.sections().stream()
                .filter(section -> section.kind() == Section.Kind.PROPERTY)
                .findFirst()
                .orElseThrow();
        after = before.with(first, "Property 1: Only one");
    }

    private Path file() {
        return folder.file(SpecFile.DESIGN);
    }

    private Path backups() {
        return project.resolve(".kiro/backups/accounts");
    }

    private List<String> copies() throws IOException {
        try (Stream<Path> all = Files.list(backups())) {
            return all.map(one -> one.getFileName().toString()).sorted().toList();
        }
    }

    private void failsAndLeavesTheDocument() {
        assertThatThrownBy(() -> writer.correct(before, after, AT)).isInstanceOf(IOException.class);
        assertThat(file()).hasContent(TEXT);
    }

    @Test
    void a_document_is_copied_and_replaced_and_nothing_else_is_left() throws Exception {
        writer.correct(before, after, AT);

        assertThat(Files.readString(file())).isEqualTo("# Design\n\nProperty 1: Only one\n\nProperty 2: Two\n");
        assertThat(copies()).containsExactly("design-20260119T134500123Z.md");
        assertThat(backups().resolve(copies().getFirst())).hasContent(TEXT);
        try (Stream<Path> left = Files.list(folder.path())) {
            assertThat(left).containsExactly(file());
        }
        assertThat(project.resolve(".kiro/backups/.gitignore")).hasContent("*");
    }

    @Test
    void the_last_ten_copies_of_each_document_stay() throws Exception {
        Files.createDirectories(backups());
        Files.writeString(backups().resolve("design-mine.md"), "mine");
        Files.writeString(backups().resolve("tasks-20200101T000000000Z.md"), "tasks");
        for (int i = 0; i < 13; i++) {
            writer.correct(i % 2 == 0 ? before : after, i % 2 == 0 ? after : before, AT.plus(Duration.ofSeconds(i)));
        }

        assertThat(copies())
                .hasSize(12)
                .contains("design-mine.md", "tasks-20200101T000000000Z.md", "design-20260119T134503123Z.md")
                .doesNotContain("design-20260119T134502123Z.md");
    }

    @Test
    void a_copy_that_cannot_be_made_changes_nothing() throws Exception {
        Files.createDirectories(project.resolve(".kiro"));
        Files.writeString(project.resolve(".kiro/backups"), "a file in the way");

        failsAndLeavesTheDocument();
    }

    @Test
    void a_draft_that_cannot_be_written_changes_nothing() throws Exception {
        Files.createDirectories(folder.path().resolve(".design.tmp/full"));

        failsAndLeavesTheDocument();
    }

    @Test
    void a_draft_that_a_crash_left_is_in_nobodys_way() throws Exception {
        Files.writeString(folder.path().resolve(".design.tmp"), "half");

        writer.correct(before, after, AT);

        assertThat(file()).hasContent(after.text());
        assertThat(folder.path().resolve(".design.tmp")).doesNotExist();
    }

    @Test
    void what_somebody_wrote_meanwhile_is_not_overwritten() throws Exception {
        Files.writeString(file(), TEXT + "\nmine\n");

        assertThatThrownBy(() -> writer.correct(before, after, AT))
                .hasMessageContaining("changed meanwhile; not overwritten");

        assertThat(file()).hasContent(TEXT + "\nmine\n");
        assertThat(folder.path().resolve(".design.tmp")).doesNotExist();
    }

    @Test
    void a_document_keeps_its_permissions() throws Exception {
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-rw-r--"));

        writer.correct(before, after, AT);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-rw-r--");
    }

    @Test
    void a_link_is_not_written_through() throws Exception {
        Path other = Files.writeString(project.resolve("other"), TEXT);
        Files.delete(file());
        Files.createSymbolicLink(file(), other);

        assertThatThrownBy(() -> writer.correct(before, after, AT)).isInstanceOf(IOException.class);

        assertThat(other).hasContent(TEXT);
    }
}
