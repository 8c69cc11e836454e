package dev.ralph.receipt;

import dev.ralph.disk.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Reads the receipts of one loop from the first to the last, and says whether they are what was written.
///
/// A chain without flaws says:
/// 1. Every receipt is, to the byte, what its hash says.
/// 2. None was removed, added, or moved between the first and the last.
/// 3. Each that the journal names is there: so the end was not cut off, as far as verdicts go.
/// 4. What each check printed is what its receipt says, where it is still there.
///
/// It does not say who wrote them: whoever can write the journal and this file can write both anew.
public final class ReceiptChain {
    private static final int MOST_FLAWS = 100;

    private final ReceiptFile file;
    private final String loop;
    private final Consumer<Stored> seen;
    private final List<ReceiptFlaw> flaws = new ArrayList<>();
    private final Set<String> hashes = new HashSet<>();
    private long lines;
    private long sound;
    private long gone;
    private boolean torn;
    private String previous = Sha256.NONE;

    private ReceiptChain(ReceiptFile file, String loop, Consumer<Stored> seen) {
        this.file = file;
        this.loop = loop;
        this.seen = seen;
    }

    /// A receipt as it lies in the file.
    ///
    /// @param json its line, which may say more than this Ralph knows of
    public record Stored(Receipt receipt, String json) {}

    /// @param receipts    how many there are
    /// @param outputsGone how many outputs are not there any more, as `ralph gc` removes them
    /// @param torn        whether the file ends in half a line, as a crash leaves it; the next receipt cuts it off
    /// @param flaws       what is wrong, the first hundred
    public record Report(long receipts, long outputsGone, boolean torn, List<ReceiptFlaw> flaws) {
        public Report {
            flaws = List.copyOf(flaws);
        }

        public boolean isIntact() {
            return flaws.isEmpty();
        }
    }

    /// @param journaled hashes of receipts that the loop's journal names
    /// @param seen      is given each receipt that is what was written, in order
    public static Report read(ReceiptFile file, String loop, Collection<String> journaled, Consumer<Stored> seen) {
        ReceiptChain chain = new ReceiptChain(file, loop, seen);
        try (InputStream in = open(file.path())) {
            chain.lines(in);
        } catch (NoSuchFileException none) { // then the journal says whether there should be one
            return chain.report(journaled);
        } catch (IOException unreadable) {
            chain.flaw(0, ReceiptFlaw.Kind.UNREADABLE, "the receipts cannot be read: " + unreadable.getMessage());
        }
        return chain.report(journaled);
    }

    /// The same of a file's bytes.
    static Report read(ReceiptFile file, String loop, Collection<String> journaled, InputStream in) throws IOException {
        ReceiptChain chain = new ReceiptChain(file, loop, _ -> {});
        chain.lines(in);
        return chain.report(journaled);
    }

    private static InputStream open(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(path.toString(), null, "not a regular file");
        }
        return Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS);
    }

    private Report report(Collection<String> journaled) {
        for (String hash : journaled) {
            if (!hashes.contains(hash)) {
                flaw(0, ReceiptFlaw.Kind.MISSING, "the journal names receipt " + hash + ", which is missing");
            }
        }
        return new Report(sound, gone, torn, flaws);
    }

    private void lines(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] part = new byte[1 << 16];
        for (int read = in.read(part); read >= 0; read = in.read(part)) {
            int from = 0;
            for (int i = 0; i < read; i++) {
                if (part[i] == '\n') {
                    keep(line, part, from, i);
                    line(line.toByteArray());
                    line.reset();
                    from = i + 1;
                }
            }
            keep(line, part, from, read);
        }
        torn = line.size() > 0;
    }

    /// Of a line that is too long to be a receipt, enough to see that.
    private static void keep(ByteArrayOutputStream line, byte[] part, int from, int to) {
        int room = ReceiptFile.LONGEST_LINE - line.size();
        line.write(part, from, Math.min(to - from, Math.max(0, room)));
    }

    private void line(byte[] bytes) {
        lines++;
        if (bytes.length >= ReceiptFile.LONGEST_LINE) {
            flaw(lines, ReceiptFlaw.Kind.CHANGED, "longer than any receipt");
            previous = ChainedLine.tooLong();
            return;
        }
        switch (ChainedLine.of(bytes)) {
            case ChainedLine.Unsound unsound -> {
                flaw(lines, ReceiptFlaw.Kind.CHANGED, "no receipt as it was written: " + unsound.why());
                previous = unsound.hash();
            }
            case ChainedLine.Sound link -> {
                check(link.receipt());
                previous = link.hash();
                hashes.add(link.hash());
                sound++;
                seen.accept(new Stored(link.receipt(), link.line()));
            }
        }
    }

    private void check(Receipt receipt) {
        if (receipt.number() != lines || !receipt.previous().equals(previous)) {
            flaw(
                    lines,
                    ReceiptFlaw.Kind.UNCHAINED,
                    "receipt " + receipt.number()
                            + " does not follow what stands before it: something was removed, added or moved");
        }
        String whose = receipt.evidence().claim().loop();
        if (!whose.equals(loop)) {
            flaw(lines, ReceiptFlaw.Kind.FOREIGN, "receipt " + receipt.number() + " is of loop " + whose);
        }
        Evidence.Output output = receipt.evidence().output();
        if (output != null) {
            output(receipt, output);
        }
    }

    private void output(Receipt receipt, Evidence.Output output) {
        Path path = file.state().resolve(output.file());
        try {
            if (!path.toRealPath().startsWith(file.state().toRealPath())
                    || !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                    || Files.size(path) != output.bytes()
                    || !Sha256.of(path).equals(output.sha256())) {
                flaw(
                        lines,
                        ReceiptFlaw.Kind.OUTPUT_CHANGED,
                        "the output of receipt " + receipt.number() + ", " + output.file() + ", was changed");
            }
        } catch (NoSuchFileException removed) {
            gone++;
        } catch (IOException unreadable) {
            flaw(
                    lines,
                    ReceiptFlaw.Kind.UNREADABLE,
                    "the output of receipt " + receipt.number() + " cannot be read: " + unreadable.getMessage());
        }
    }

    private void flaw(long line, ReceiptFlaw.Kind kind, String words) {
        if (flaws.size() < MOST_FLAWS) {
            flaws.add(new ReceiptFlaw(line, kind, words));
        }
    }
}
