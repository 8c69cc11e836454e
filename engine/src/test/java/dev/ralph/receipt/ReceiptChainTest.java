package dev.ralph.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReceiptChainTest {
    private static final int RECEIPTS = 4;

    @TempDir
    Path state;

    private ReceiptFile file = new ReceiptFile(Path.of(""), Path.of(""));
    private final List<Receipt> written = new ArrayList<>();

    @BeforeEach
    void some_receipts() throws IOException {
        file = EvidenceSamples.file(state);
        written.add(file.append(EvidenceSamples.passed(1, 1)));
        written.add(file.append(EvidenceSamples.full(EvidenceSamples.output(state, "two failed\n"))));
        written.add(file.append(EvidenceSamples.passed(3, 1)));
        written.add(file.append(EvidenceSamples.passed(3, 2)));
    }

    @Test
    void what_nobody_touched_is_intact_and_read_as_it_was_written() {
        List<Receipt> read = new ArrayList<>();

        ReceiptChain.Report report = ReceiptChain.read(file, EvidenceSamples.LOOP, hashes(), stored -> {
            read.add(stored.receipt());
            assertThat(stored.json()).isEqualTo(stored.receipt().json());
        });

        assertThat(report).isEqualTo(new ReceiptChain.Report(RECEIPTS, 0, false, List.of()));
        assertThat(read).isEqualTo(written);
        assertThat(read).extracting(Receipt::number).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void a_change_of_any_single_byte_is_noticed() throws IOException {
        byte[] bytes = twoLines();
        SplittableRandom random = new SplittableRandom(5);
        for (int at = 0; at < bytes.length; at++) {
            for (int change : new int[] {1, 1 + random.nextInt(255)}) {
                byte[] changed = bytes.clone();
                changed[at] ^= (byte) change;
                assertThat(read(changed).isIntact())
                        .as("byte " + at + " changed to " + changed[at])
                        .isFalse();
            }
        }
    }

    @Test
    void a_byte_that_is_removed_or_added_anywhere_is_noticed() throws IOException {
        byte[] bytes = twoLines();
        SplittableRandom random = new SplittableRandom(6);
        for (int at = 0; at < bytes.length; at++) {
            byte[] shorter = new byte[bytes.length - 1];
            System.arraycopy(bytes, 0, shorter, 0, at);
            System.arraycopy(bytes, at + 1, shorter, at, shorter.length - at);
            assertThat(read(shorter).isIntact()).as("without byte " + at).isFalse();

            byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
            System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
            longer[at] = (byte) random.nextInt(256);
            assertThat(read(longer).isIntact()).as("one more at " + at).isFalse();
        }
    }

    @Test
    void a_receipt_that_is_removed_repeated_or_moved_is_noticed() throws IOException {
        List<String> lines = Files.readAllLines(file.path());
        for (int i = 0; i < RECEIPTS; i++) {
            List<String> fewer = new ArrayList<>(lines);
            fewer.remove(i);
            assertThat(flawsOf(fewer)).as("without " + i).isNotEmpty();
            for (int j = 0; j < RECEIPTS; j++) {
                List<String> more = new ArrayList<>(lines);
                more.add(j, lines.get(i));
                assertThat(flawsOf(more)).as(i + " again at " + j).isNotEmpty();
                List<String> swapped = new ArrayList<>(lines);
                Collections.swap(swapped, i, j);
                assertThat(flawsOf(swapped).isEmpty())
                        .as(i + " swapped with " + j)
                        .isEqualTo(i == j);
            }
        }
    }

    @Test
    void an_end_that_is_cut_off_is_noticed_because_the_journal_names_the_last_receipt() throws IOException {
        List<String> lines = Files.readAllLines(file.path());
        for (int left = 0; left < RECEIPTS; left++) {
            assertThat(flawsOf(lines.subList(0, left)))
                    .as(left + " left")
                    .contains(new ReceiptFlaw(
                            0,
                            ReceiptFlaw.Kind.MISSING,
                            "the journal names receipt " + written.getLast().hash() + ", which is missing"));
        }
        Files.delete(file.path());
        assertThat(read().flaws()).hasSize(RECEIPTS);
    }

    @Test
    void receipts_that_were_made_anew_with_right_hashes_are_noticed_by_the_journal() throws IOException {
        Files.delete(file.path());
        for (Receipt receipt : written) {
            Evidence was = receipt.evidence();
            file.append(
                    EvidenceSamples.passed(was.claim().attempt(), was.claim().step()));
        }

        assertThat(read().flaws()).extracting(ReceiptFlaw::kind).containsOnly(ReceiptFlaw.Kind.MISSING);
    }

    @Test
    void receipts_of_another_loop_are_noticed() {
        List<ReceiptFlaw> flaws =
                ReceiptChain.read(file, "loop-2", List.of(), _ -> {}).flaws();

        assertThat(flaws).hasSize(RECEIPTS).extracting(ReceiptFlaw::kind).containsOnly(ReceiptFlaw.Kind.FOREIGN);
    }

    @Test
    void an_output_that_was_changed_or_replaced_by_a_link_is_noticed_and_one_that_is_gone_is_counted()
            throws IOException {
        Path output = state.resolve(
                Objects.requireNonNull(written.get(1).evidence().output()).file());

        Files.writeString(output, "two passed\n");
        assertThat(read().flaws()).extracting(ReceiptFlaw::kind).containsExactly(ReceiptFlaw.Kind.OUTPUT_CHANGED);

        Path elsewhere = Files.writeString(state.resolve("elsewhere"), "two failed\n");
        Files.delete(output);
        Files.createSymbolicLink(output, elsewhere);
        assertThat(read().flaws()).extracting(ReceiptFlaw::kind).containsExactly(ReceiptFlaw.Kind.OUTPUT_CHANGED);

        Files.delete(output);
        assertThat(read()).isEqualTo(new ReceiptChain.Report(RECEIPTS, 1, false, List.of()));
    }

    @Test
    void a_changed_receipt_stays_noticed_after_more_are_appended_and_only_that_one() throws IOException {
        String text = Files.readString(file.path());
        Files.writeString(file.path(), text.replace("\"attempt\":3,\"check\"", "\"attempt\":4,\"check\""));
        long flaws = read().flaws().size();

        file.append(EvidenceSamples.passed(4, 1));
        file.append(EvidenceSamples.passed(4, 2));

        List<ReceiptFlaw> after = ReceiptChain.read(file, EvidenceSamples.LOOP, List.of(), _ -> {})
                .flaws();
        assertThat(flaws).isPositive();
        assertThat(after)
                .extracting(ReceiptFlaw::line, ReceiptFlaw::kind)
                .contains(tuple(3L, ReceiptFlaw.Kind.CHANGED), tuple(4L, ReceiptFlaw.Kind.CHANGED));
        assertThat(after).allMatch(flaw -> flaw.line() <= 4);
    }

    @Test
    void a_file_that_somebody_fills_with_anything_is_read_in_bounded_memory() throws IOException {
        byte[] endless = new byte[3 * ReceiptFile.LONGEST_LINE];
        Arrays.fill(endless, (byte) 'x');
        endless[endless.length - 1] = '\n';
        Files.write(file.path(), endless);
        Files.write(file.path(), "\n".repeat(1000).getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);

        assertThat(read().flaws()).hasSize(100);

        Receipt next = file.append(EvidenceSamples.passed(9, 1));
        assertThat(next.number()).isEqualTo(1002);
    }

    @Test
    void half_a_line_is_told_and_is_no_receipt() throws IOException {
        String whole = Files.readString(file.path());
        Files.writeString(file.path(), whole + written.getFirst().json());

        assertThat(read()).isEqualTo(new ReceiptChain.Report(RECEIPTS, 0, true, List.of()));
    }

    private List<ReceiptFlaw> flawsOf(List<String> lines) throws IOException {
        Files.writeString(file.path(), String.join("\n", lines) + (lines.isEmpty() ? "" : "\n"));
        return read().flaws();
    }

    private ReceiptChain.Report read() {
        return ReceiptChain.read(file, EvidenceSamples.LOOP, hashes(), _ -> {});
    }

    private ReceiptChain.Report read(byte[] bytes) throws IOException {
        return ReceiptChain.read(file, EvidenceSamples.LOOP, hashes().subList(0, 2), new ByteArrayInputStream(bytes));
    }

    private byte[] twoLines() throws IOException {
        byte[] two = (String.join("\n", Files.readAllLines(file.path()).subList(0, 2)) + "\n")
                .getBytes(StandardCharsets.UTF_8);
        assertThat(read(two).isIntact()).isTrue();
        return two;
    }

    private List<String> hashes() {
        return written.stream().map(Receipt::hash).toList();
    }
}
