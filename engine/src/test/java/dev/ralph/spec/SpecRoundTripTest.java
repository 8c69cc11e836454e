package dev.ralph.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The promises of the package, over documents from people, from a seed, and damaged ones. The seed is in the message
/// of
/// a failure.
class SpecRoundTripTest {
    private static final int ROUNDS = Boolean.getBoolean("ralph.soak") ? 20_000 : 300;
    private static final List<String> BITS = List.of(
            "- [ ] ",
            "- [x] 1. a\n",
            "  - [-] 1.1 b\n",
            "\t",
            "\r\n",
            "\r",
            "\n",
            "\n\n",
            "```\n",
            "> ",
            "#",
            "### Property 1: x\n",
            "### Requirement 2: y\n",
            "#### Acceptance Criteria\n",
            "1. ",
            "_Requirements: 1.1, 2_",
            "**Validates: Requirements 1.2**",
            "**",
            "__",
            "\\*",
            "]",
            "[",
            "[]",
            "[\uD83D\uDE00]",
            "\uD83D",
            "\u0000",
            "\uFEFF",
            "\u2028",
            "\u0085",
            "<!--",
            "-->",
            "<div>\n",
            "---\n",
            "===\n",
            "[a]: b\n",
            "<<<<<<< HEAD\n",
            "999999999999999999999.1",
            "1.1-1.99999999",
            "Property 5",
            "    ",
            "        ");

    @Test
    void what_is_read_is_printed_again_to_the_byte() {
        SampleSpecs.documents()
                .forEach(document -> assertThat(SpecDocument.of(document.file(), document.text())
                                .text())
                        .isEqualTo(document.text()));
        for (int seed = 0; seed < ROUNDS; seed++) {
            String text = new Made(new Random(seed)).tasks();
            assertThat(SpecDocument.of(SpecFile.TASKS, text).text()).isEqualTo(text);
        }
    }

    @Test
    void a_replaced_section_changes_nothing_around_it() {
        List<SpecDocument> documents = new ArrayList<>(SampleSpecs.documents());
        for (int seed = 0; seed < ROUNDS / 3; seed++) {
            Made made = new Made(new Random(seed));
            documents.add(TasksDocument.of(made.tasks()));
            documents.add(RequirementsDocument.of(made.requirements()));
            documents.add(DesignDocument.of(made.design()));
        }
        for (SpecDocument document : documents) {
            for (Section section : document.sections()) {
                String lineEnd = document.text().contains("\r") ? "\n" : "\r\n"; // never the right one
                String replacement = replacement(section, section.in(document)).replace("\n", lineEnd);
                assertOnlyOneSectionChanged(document, section, replacement);
                assertThat(document.with(section, section.in(document)).text()).isEqualTo(document.text());
            }
        }
    }

    private static String replacement(Section section, String old) {
        return switch (section.kind()) {
            case REQUIREMENT ->
                !old.startsWith("#")
                        ? section.id() + ". Changed\n   - by this"
                        : "### Requirement " + section.id() + ": Changed\n\n1. THE system SHALL differ\n";
            case CRITERION -> "7. THE system SHALL differ\n   - by this\n";
            case PROPERTY ->
                "**Property " + section.id() + ": Changed**\n\n_For any_ x.\n\n**Validates: Requirements 1**";
            case TASK -> "- [ ] " + section.id() + " Changed\n  - [ ] " + section.id() + ".1 Added\n\n    more\n\n";
            case HEADING -> "\n# Changed\n\ntext";
        };
    }

    private static void assertOnlyOneSectionChanged(SpecDocument before, Section section, String replacement) {
        SpecDocument after = before.with(section, replacement);
        String old = before.text();
        String text = after.text();
        int end = text.length() - (old.length() - section.end());

        assertThat(text).startsWith(old.substring(0, section.start())).endsWith(old.substring(section.end()));
        assertThat(text.substring(section.start(), end)).endsWith(lineEnd(section.in(before)));
        if (!old.contains("\r\n") && old.contains("\n") && !old.contains("\r")) {
            assertThat(text).doesNotContain("\r");
        }
        if (section.kind() != Section.Kind.HEADING && section.kind() != Section.Kind.CRITERION) {
            assertThat(outside(after, section.start(), end)).isEqualTo(outside(before, section.start(), section.end()));
        }
    }

    private static String lineEnd(String lines) {
        return lines.endsWith("\r\n") ? "\r\n" : lines.endsWith("\n") ? "\n" : lines.endsWith("\r") ? "\r" : "";
    }

    private static List<String> outside(SpecDocument document, int start, int end) {
        return document.sections().stream()
                .filter(section -> section.end() <= start || section.start() >= end)
                .map(section ->
                        section.kind() == Section.Kind.HEADING || section.id().startsWith("#") // which count others
                                ? section.in(document)
                                : section.kind() + " " + section.id() + " " + section.in(document))
                .toList();
    }

    @Test
    void a_marker_changes_one_character_and_no_other_task() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            TasksDocument document = TasksDocument.of(new Made(random).tasks());
            SpecTask task =
                    document.inOrder().get(random.nextInt(document.inOrder().size()));

            for (Marker marker : Marker.values()) {
                TasksDocument marked = document.marked(task.id(), marker);
                StringBuilder expected = new StringBuilder(document.text());
                expected.setCharAt(task.markerOffset(), marker.written());
                assertThat(marked.text()).as("seed %d", seed).isEqualTo(expected.toString());
                assertThat(marked.task(task.id()).orElseThrow().marker()).isEqualTo(marker);
            }
        }
    }

    @Test
    void whatever_the_text_reading_it_never_fails_and_sections_lie_inside_each_other_or_apart() {
        List<SpecDocument> samples = SampleSpecs.documents();
        for (int seed = 0; seed < 3 * ROUNDS; seed++) {
            Random random = new Random(seed);
            SpecDocument sample = samples.get(random.nextInt(samples.size()));
            String text = damaged(sample.text(), random);
            for (SpecFile file : SpecFile.values()) {
                SpecDocument document = SpecDocument.of(file, text);
                assertThat(document.text()).isEqualTo(text);
                assertNested(document, seed);
                if (!document.sections().isEmpty()) {
                    Section section = document.sections()
                            .get(random.nextInt(document.sections().size()));
                    document.with(section, damaged("- [ ] 1. a\n", random) + "!");
                }
                if (document instanceof TasksDocument tasks && !tasks.inOrder().isEmpty()) {
                    tasks.marked(tasks.inOrder().getLast().id(), Marker.COMPLETED);
                }
            }
            new Feature("x", RequirementsDocument.of(text), DesignDocument.of(text), TasksDocument.of(text)).lint();
        }
    }

    private static void assertNested(SpecDocument document, int seed) {
        List<Section> open = new ArrayList<>();
        for (Section section : document.sections()) {
            while (!open.isEmpty() && open.getLast().end() <= section.start()) {
                open.removeLast();
            }
            if (!open.isEmpty()) {
                assertThat(section.end())
                        .as("seed %d: %s in %s", seed, section, open.getLast())
                        .isLessThanOrEqualTo(open.getLast().end());
            }
            assertThat(section.end()).isLessThanOrEqualTo(document.text().length());
            open.add(section);
        }
    }

    private static String damaged(String text, Random random) {
        StringBuilder damaged = new StringBuilder(text);
        for (int times = 1 + random.nextInt(12); times > 0; times--) {
            int at = random.nextInt(damaged.length() + 1);
            switch (random.nextInt(4)) {
                case 0 -> damaged.delete(at, Math.min(damaged.length(), at + random.nextInt(40)));
                case 1 ->
                    damaged.insert(at, BITS.get(random.nextInt(BITS.size())).repeat(1 + random.nextInt(3)));
                case 2 -> damaged.insert(at, text, 0, random.nextInt(text.length() + 1));
                default -> damaged.insert(at, (char) random.nextInt(0x3000));
            }
        }
        return damaged.toString();
    }

    @Test
    void five_megabytes_take_seconds() {
        assertQuick(
                "- [ ] 1 a\n  - [ ] 1.1 b\n    - a detail, and what it is for\n    - _Requirements: 7.1, 8_\n\n",
                5_000_000);
    }

    /// Texts that are long in one way only: each would take minutes if anything were quadratic.
    @Test
    void a_long_text_of_anything_takes_seconds() {
        for (String bit : List.of(
                "- ",
                "> ",
                "*",
                "_",
                " ",
                "1, ",
                "- [ ] 1 a\n",
                "    - [ ] b\n",
                "Property 1: a\n",
                "## Requirement 1\n1. a\n",
                "### Property 2\n\n",
                "**Property 3**: a\n\n",
                "_Requirements: ",
                "_Requirements: 1.1_ ",
                "_Requirements: 1.1, ",
                "1. a\n",
                "# a\n## b\n### c\n",
                "a \n",
                "`",
                "\n",
                "\r",
                "\t",
                "[",
                "Properties 1 and ",
                "Validates: Requirements 1-9 ",
                "<!--\n")) {
            assertQuick(bit, 300_000);
        }
    }

    /// By the time of the processor: others may work on this machine.
    private static void assertQuick(String bit, int length) {
        String text = bit.repeat(length / bit.length());
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        new Feature("x", RequirementsDocument.of("1. a\n" + text), DesignDocument.of(text), TasksDocument.of(text))
                .lint();
        long spent = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
        assertThat(Duration.ofNanos(spent)).as(bit).isLessThan(Duration.ofSeconds(2 + length / 200_000));
    }

    /// Well-formed documents from a seed.
    private record Made(Random random) {
        String tasks() {
            StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "\uFEFF# Plan\n\n" : "");
            String bullet = pick("-", "*", "+");
            String step = pick("  ", "   ", "\t");
            int top = 1 + random.nextInt(4);
            for (int task = 1; task <= top; task++) {
                task(text, "", bullet, step, String.valueOf(task), 0);
                text.append(pick("", "\n", "\n\n"));
            }
            return ended(text);
        }

        private void task(StringBuilder text, String indentation, String bullet, String step, String id, int depth) {
            text.append(indentation)
                    .append(bullet)
                    .append(" [")
                    .append(pick(" ", "x", "X", "~", ">", "-", "?", "\u2713"))
                    .append("]");
            text.append(pick("", "*", "\\*"))
                    .append(' ')
                    .append(id)
                    .append(depth == 0 ? pick("", ".") : "")
                    .append(pick(" Build it", " **Build** it", " Checkpoint", ""));
            text.append('\n');
            for (int detail = random.nextInt(3); detail > 0; detail--) {
                text.append(indentation)
                        .append(step)
                        .append(bullet)
                        .append(pick(" say so", " _Requirements: 1.1, 2.3_", " `- [ ] 9 no`", " **Property 4: x**"))
                        .append('\n');
            }
            for (int child = depth < 3 ? random.nextInt(4) : 0; child > 0; child--) {
                text.append(pick("", "", "\n"));
                task(text, indentation + step, bullet, step, id + "." + child, depth + 1);
            }
        }

        String requirements() {
            StringBuilder text = new StringBuilder("# Requirements Document\n\n");
            for (int requirement = 1; requirement <= 1 + random.nextInt(4); requirement++) {
                text.append("### Requirement ").append(requirement).append(pick(": Title\n", "\n", " - Title\n"));
                text.append(pick("\n**User Story:** As a user, I want it\n\n", "\n"));
                text.append(pick("#### Acceptance Criteria\n\n", ""));
                for (int criterion = 1; criterion <= 1 + random.nextInt(3); criterion++) {
                    text.append(criterion)
                            .append(". WHEN x, THE system SHALL y\n")
                            .append(pick("", "   - more\n", "   and more\n", "\n"));
                }
                text.append(pick("\n", "\n\n"));
            }
            return ended(text);
        }

        String design() {
            StringBuilder text = new StringBuilder("# Design\n\n## Parts\n\ntext\n\n## Properties\n\n");
            for (int property = 1; property <= 1 + random.nextInt(5); property++) {
                text.append(pick("### Property N: Title", "**Property N: Title**", "Property N: Title")
                        .replace("N", String.valueOf(property)));
                text.append(pick("\n\n_For any_ x, y.\n\n", "\n\n*For any* x\n- a\n- b\n\n"))
                        .append(pick("**Validates: Requirements 1.1**\n\n", "Validates: Requirements 1-3\n\n"));
            }
            return ended(text.append(pick("", "## Errors\n\nnone\n")));
        }

        private String ended(StringBuilder text) {
            String made = random.nextInt(4) == 0 ? text.toString().stripTrailing() : text.toString();
            return random.nextInt(3) == 0 ? made.replace("\n", "\r\n") : made;
        }

        private String pick(String... choices) {
            return choices[random.nextInt(choices.length)];
        }
    }
}
