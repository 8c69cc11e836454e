package dev.ralph.heal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("StringConcatToTextBlock") // blanks at the ends of lines count
class DevlogTest {
    private static final Instant AT = Instant.parse("2026-01-19T13:45:00.123Z");

    @TempDir
    Path project;

    private Devlog devlog;

    @BeforeEach
    void open() {
        devlog = new Devlog(project, ZoneOffset.UTC);
    }

    private void corrected(String task, int attempt) throws IOException {
        devlog.corrected(
                AT,
                task,
                "Property test failed - counterexample: empty string input",
                "Property too strict",
                "Updated design.md Property 5 to exclude optional fields",
                attempt,
                3,
                Devlog.Status.RESOLVED);
    }

    private String text() throws IOException {
        return Files.readString(project.resolve("DEVLOG.md"));
    }

    @Test
    void an_entry_has_the_documented_form_to_the_letter() throws Exception {
        corrected("2.3 Implement validation", 1);

        assertThat(text())
                .isEqualTo("# Development Log\n\n## Self-Healing Events\n\n### Self-Healing Event #1\n\n"
                        + "**Date**: 2026-01-19 13:45:00  \n"
                        + "**Task**: 2.3 Implement validation  \n"
                        + "**Error**: Property test failed - counterexample: empty string input  \n"
                        + "**Root Cause**: Property too strict  \n"
                        + "**Correction**: Updated design.md Property 5 to exclude optional fields  \n"
                        + "**Attempt**: 1 of 3  \n"
                        + "**Status**: ✅ Resolved\n");
    }

    @Test
    void an_escalation_has_the_documented_form_and_its_context_fenced() throws Exception {
        devlog.escalated("2.3", "it failed", 3, "```\nall of it\n```");

        assertThat(text())
                .endsWith("### Self-Healing Event #1 - ESCALATION REQUIRED\n\n"
                        + "**Task**: 2.3  \n"
                        + "**Error**: it failed  \n"
                        + "**Attempts**: 3 of 3 exhausted  \n"
                        + "**Status**: ⚠️ Human intervention required  \n"
                        + "**Context**: what the task left, below\n\n````\n```\nall of it\n```\n````\n");
    }

    @Test
    void what_else_stands_in_the_file_stays_and_numbers_go_on_from_the_highest() throws Exception {
        String before = "# Our log\n\nWords.\n\n## Self-Healing Events\n\n### Self-Healing Event #7\n\nold\n\n";
        Files.writeString(project.resolve("DEVLOG.md"), before + "## Later\n\nMore.\n");

        corrected("1 A", 1);

        assertThat(text())
                .startsWith(before + "### Self-Healing Event #8\n\n")
                .endsWith("✅ Resolved\n\n## Later\n\nMore.\n");
    }

    @Test
    void an_entry_that_is_written_again_after_a_crash_is_there_once() throws Exception {
        corrected("1 A", 1);
        corrected("1 A", 1);
        corrected("1 A", 2);

        assertThat(text())
                .containsOnlyOnce("Event #1\n")
                .containsOnlyOnce("Event #2\n")
                .doesNotContain("#3");
    }

    @Test
    void words_of_others_stay_in_one_line_and_are_cut() throws Exception {
        devlog.corrected(
                AT,
                "1 A",
                "one\n\n### Self-Healing Event #99\n" + "x".repeat(1_000),
                "c",
                "d",
                1,
                3,
                Devlog.Status.FAILED);
        corrected("2 B", 1);

        assertThat(text())
                .contains("**Error**: one - ### Self-Healing Event #99 - xxx")
                .contains("x…  \n")
                .contains("\n### Self-Healing Event #2\n");
    }

    @Test
    void writers_at_the_same_time_number_their_entries_one_after_the_other() throws Exception {
        int writers = 4;
        int each = 15;
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            for (int writer = 0; writer < writers; writer++) {
                String task = "task " + writer;
                all.add(threads.submit(() -> {
                    for (int attempt = 1; attempt <= each; attempt++) {
                        corrected(task, attempt);
                    }
                    return null;
                }));
            }
        }
        for (Future<?> one : all) {
            one.get();
        }

        List<Integer> numbers = Pattern.compile("(?m)^### Self-Healing Event #(\\d+)$")
                .matcher(text())
                .results()
                .map((MatchResult found) -> Integer.valueOf(found.group(1)))
                .toList();
        assertThat(numbers)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, writers * each).boxed().toList());
    }

    @Test
    void what_looks_like_a_heading_in_a_code_block_is_none() throws Exception {
        devlog.escalated("1", "it failed", 3, "# Build\n\n### Self-Healing Event #41\n## Self-Healing Events");
        String before = text();

        corrected("2 B", 1);

        assertThat(text())
                .startsWith(before + "\n### Self-Healing Event #2\n\n")
                .endsWith("✅ Resolved\n");
    }

    @Test
    void a_code_block_that_never_ends_is_closed_before_an_entry() throws Exception {
        Files.writeString(project.resolve("DEVLOG.md"), "# Our log\n\n~~~~text\nwords");

        corrected("1 A", 1);
        corrected("2 B", 1);

        assertThat(text())
                .startsWith("# Our log\n\n~~~~text\nwords\n~~~~\n\n"
                        + "## Self-Healing Events\n\n### Self-Healing Event #1\n")
                .containsOnlyOnce("Event #2\n");
    }

    @Test
    void what_is_no_utf_8_and_every_line_end_stay_to_the_byte() throws Exception {
        String before = "\u00fcber\r\n\r\n## Self-Healing Events\r\n\r\nold\u00a0\r\n\r\n";
        String after = "## Sp\u00e4ter\r\n";
        Path file = project.resolve("DEVLOG.md");
        Files.writeString(file, before + after, ISO_8859_1);

        corrected("1 Ä", 1);
        corrected("1 Ä", 1);

        assertThat(Files.readString(file, ISO_8859_1))
                .startsWith(before + "### Self-Healing Event #1\n")
                .endsWith(after)
                .containsOnlyOnce(new String("1 Ä  \n".getBytes(UTF_8), ISO_8859_1));
    }

    @Test
    void the_file_keeps_its_permissions() throws Exception {
        Path file = Files.writeString(project.resolve("DEVLOG.md"), "# Log\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));

        corrected("1 A", 1);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-rw----");
    }

    @Test
    void a_link_is_not_followed() throws Exception {
        Path secret = Files.writeString(project.resolve("secret"), "s");
        Files.createSymbolicLink(project.resolve("DEVLOG.md"), secret);

        assertThatThrownBy(() -> corrected("1 A", 1)).isInstanceOf(IOException.class);
        assertThat(secret).hasContent("s");
    }
}
