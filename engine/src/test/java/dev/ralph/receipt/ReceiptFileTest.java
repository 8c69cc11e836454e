package dev.ralph.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.disk.Sha256;
import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ReceiptFileTest {
    private static final int HALTED = 99;

    @TempDir
    Path state;

    @Test
    void half_a_line_that_a_crash_left_is_cut_off_by_the_next_receipt() throws IOException {
        ReceiptFile file = EvidenceSamples.file(state);
        file.append(EvidenceSamples.passed(1, 1));
        String whole = Files.readString(file.path());
        for (int left : new int[] {1, 100, whole.length() - 1}) {
            Files.writeString(file.path(), whole + whole.substring(0, left));

            file.append(EvidenceSamples.passed(2, 1));

            assertThat(read(file)).isEqualTo(new ReceiptChain.Report(2, 0, false, List.of()));
        }
    }

    @Test
    void the_first_line_can_be_half_too() throws IOException {
        ReceiptFile file = EvidenceSamples.file(state);
        Files.createDirectories(file.folder());
        Files.writeString(file.path(), "{\"agent\":");

        assertThat(file.append(EvidenceSamples.passed(1, 1)).number()).isEqualTo(1);
        assertThat(read(file).isIntact()).isTrue();
    }

    @Test
    void an_interrupt_neither_loses_nor_doubles_a_receipt() throws IOException {
        ReceiptFile file = EvidenceSamples.file(state);
        Thread.currentThread().interrupt();

        file.append(EvidenceSamples.passed(1, 1));
        Evidence.Output output = EvidenceSamples.output(state, "printed");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(read(file)).isEqualTo(new ReceiptChain.Report(1, 0, false, List.of()));
        assertThat(state.resolve(output.file())).hasContent("printed");
    }

    @Test
    void threads_that_append_at_once_make_one_chain() throws Exception {
        ReceiptFile file = EvidenceSamples.file(state);
        List<Future<Long>> numbers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 80; i++) {
                int attempt = i;
                numbers.add(threads.submit(() -> EvidenceSamples.file(state)
                        .append(EvidenceSamples.passed(attempt, 1))
                        .number()));
            }
        }
        TreeSet<Long> given = new TreeSet<>();
        for (Future<Long> number : numbers) {
            given.add(number.get());
        }

        assertThat(given).hasSize(80);
        assertThat(read(file)).isEqualTo(new ReceiptChain.Report(80, 0, false, List.of()));
    }

    @Test
    void processes_that_append_at_once_make_one_chain() throws Exception {
        List<Process> writers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            writers.add(ReceiptPlayer.start(List.of(), state, 40));
        }
        for (Process writer : writers) {
            assertThat(writer.waitFor()).isZero();
        }

        assertThat(read(EvidenceSamples.file(state))).isEqualTo(new ReceiptChain.Report(120, 0, false, List.of()));
    }

    @Test
    void killed_anywhere_a_receipt_is_there_or_not_and_the_next_one_follows() throws Exception {
        List<String> places = new ArrayList<>();
        int code = HALTED;
        for (int visit = 1; code == HALTED; visit++) {
            Path world = Files.createDirectory(state.resolve("at-" + visit));
            Path where = world.resolve("where");
            code = ReceiptPlayer.start(
                            List.of(
                                    "-Dralph.fault.hook=dev.ralph.workspace.Halting",
                                    "-Dralph.test.halt=" + visit,
                                    "-Dralph.test.where=" + where),
                            world,
                            2)
                    .waitFor();
            assertThat(code).isIn(0, HALTED);
            ReceiptFile file = EvidenceSamples.file(world);
            ReceiptChain.Report left = read(file);
            assertThat(left.flaws()).as("killed at visit " + visit).isEmpty();

            Receipt next = file.append(EvidenceSamples.full(EvidenceSamples.output(world, "after")));

            assertThat(next.number()).isEqualTo(left.receipts() + 1);
            assertThat(read(file)).isEqualTo(new ReceiptChain.Report(left.receipts() + 1, 0, false, List.of()));
            places.add(code == 0 ? "to its end" : Files.readString(where).strip());
        }
        assertThat(places)
                .contains("to its end")
                .contains("before " + FaultPoint.RECEIPT, "inside " + FaultPoint.RECEIPT, "after " + FaultPoint.RECEIPT)
                .contains("before " + FaultPoint.RECEIPT_OUTPUT, "after " + FaultPoint.RECEIPT_OUTPUT);
    }

    @Test
    void no_link_is_followed_and_a_folder_in_its_place_is_refused() throws IOException {
        ReceiptFile file = EvidenceSamples.file(state);
        Files.createDirectories(file.folder());
        Path target = Files.writeString(state.resolve("target"), "mine\n");
        Files.createSymbolicLink(file.path(), target);

        assertThatThrownBy(() -> file.append(EvidenceSamples.passed(1, 1)))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("remove it");
        assertThat(read(file).flaws()).extracting(ReceiptFlaw::kind).containsExactly(ReceiptFlaw.Kind.UNREADABLE);
        assertThat(target).hasContent("mine");

        Files.delete(file.path());
        Files.createDirectory(file.path());
        assertThatThrownBy(() -> file.append(EvidenceSamples.passed(1, 1))).hasMessageContaining("remove it");
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_pipe_in_the_place_of_the_receipts_or_of_their_lock_is_refused_and_waited_for_by_nobody() throws Exception {
        ReceiptFile file = EvidenceSamples.file(state);
        Files.createDirectories(file.folder());
        for (String name : List.of("receipts.jsonl", "receipts.lock")) {
            Path pipe = file.folder().resolve(name);
            Files.deleteIfExists(pipe);
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                    .isZero();

            assertThatThrownBy(() -> file.append(EvidenceSamples.passed(1, 1))).hasMessageContaining("remove it");

            Files.delete(pipe);
        }
        assertThat(file.append(EvidenceSamples.passed(1, 1)).number()).isEqualTo(1);
    }

    @Test
    void a_project_that_was_moved_away_stays_away() {
        ReceiptFile file = EvidenceSamples.file(state.resolve("gone"));

        assertThatThrownBy(() -> file.append(EvidenceSamples.passed(1, 1))).isInstanceOf(NoSuchFileException.class);
        assertThat(state.resolve("gone")).doesNotExist();
    }

    @Test
    void outputs_are_named_by_what_they_hold_and_are_never_replaced() throws IOException {
        Evidence.Output one = EvidenceSamples.output(state, "one");
        Evidence.Output two = EvidenceSamples.output(state, "two");

        assertThat(EvidenceSamples.output(state, "one")).isEqualTo(one);
        assertThat(state.resolve(one.file())).hasContent("one");
        assertThat(state.resolve(two.file())).hasContent("two");
        assertThat(one.file()).isEqualTo("loops/loop-1/checks/" + Sha256.of("one") + ".txt");
        try (var files = Files.list(state.resolve("loops/loop-1/checks"))) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void of_an_output_the_end_is_kept_and_what_passes_through_may_be_changed() throws IOException {
        Path one = Files.writeString(state.resolve("1"), "0123456789");
        Path two = Files.writeString(state.resolve("2"), "abc");
        Path link = Files.createSymbolicLink(state.resolve("3"), one);
        UnaryOperator<OutputStream> louder = out -> new java.io.FilterOutputStream(out) {
            @Override
            public void write(int b) throws IOException {
                out.write(Character.toUpperCase(b));
            }
        };

        Evidence.Output output = new StoredOutputs(state, state.resolve("kept"))
                .keep(List.of(one, state.resolve("none"), link, two), 4, louder);

        assertThat(state.resolve(output.file())).hasContent("6789ABC");
        assertThat(output.bytes()).isEqualTo(7);
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isTrue();
    }

    private static ReceiptChain.Report read(ReceiptFile file) {
        return ReceiptChain.read(file, EvidenceSamples.LOOP, List.of(), _ -> {});
    }
}
