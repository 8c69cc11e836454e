package dev.ralph.ratchet;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// The bytes of one report, whatever wrote it: tells the format by its beginning, and reads it to its end or not at
/// all.
///
/// The readers promise:
/// 1. A report that is cut off, malformed or larger than the limits is refused as a whole.
/// 2. Nothing outside the report is read, whatever it names: no entity, no file, no address.
/// 3. Numbers that a report states about itself are not believed; the tests in it are counted.
final class ReportText {
    static final int LARGEST = 64 << 20;
    /// What tells the format.
    private static final int HEAD = 1 << 16;

    private ReportText() {}

    /// @param name   of the report, for tests that name no suite
    /// @param folder the tree the tests ran in, left out of names so that two trees can be compared
    static TestRun.Builder read(InputStream file, String name, String folder) throws BrokenReport, IOException {
        Measured bytes = new Measured(file);
        TestRun.Builder found = new TestRun.Builder();
        try {
            read(new BufferedInputStream(bytes), found, new Names(name, folder));
        } catch (BrokenReport broken) {
            throw bytes.isCut() ? tooLarge() : broken;
        } catch (OutOfMemoryError tooMuch) {
            throw new BrokenReport("reading it takes more memory than there is");
        }
        if (bytes.isCut()) {
            throw tooLarge();
        }
        return found;
    }

    private static void read(BufferedInputStream in, TestRun.Builder found, Names names)
            throws BrokenReport, IOException {
        in.mark(HEAD);
        byte[] head = in.readNBytes(HEAD);
        in.reset();
        byte first = firstByte(head);
        if (first == 0) {
            throw new BrokenReport(head.length < HEAD ? "it is empty" : "it begins with nothing but blanks");
        }
        if (first == '<') {
            new JUnitXml(found, names).read(in, head);
            return;
        }
        String beginning = new String(head, StandardCharsets.UTF_8);
        ReportLines lines = new ReportLines(new InputStreamReader(in, StandardCharsets.UTF_8));
        if (first == '{' || GoTestJson.looksLike(beginning)) {
            new GoTestJson(found, names).read(lines);
        } else if (TapReport.looksLike(beginning)) {
            new TapReport(found, names).read(lines);
        } else {
            throw new BrokenReport("it is neither JUnit XML nor TAP nor the output of `go test -json`");
        }
    }

    private static BrokenReport tooLarge() {
        return new BrokenReport("it is larger than " + (LARGEST >> 20) + " MiB");
    }

    /// A file up to the largest size, even if it still grows.
    private static final class Measured extends FilterInputStream {
        private int left = LARGEST + 1;

        Measured(InputStream in) {
            super(in);
        }

        boolean isCut() {
            return left == 0;
        }

        @Override
        public int read() throws IOException {
            int one = left == 0 ? -1 : super.read();
            left -= one < 0 ? 0 : 1;
            return one;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            int count = left == 0 ? -1 : super.read(target, from, Math.min(length, left));
            left -= Math.max(0, count);
            return count;
        }
    }

    /// The first byte that means something, 0 for none: byte order marks, blanks and halves of wide characters do not.
    private static byte firstByte(byte[] bytes) {
        for (byte b : bytes) {
            boolean mark = b == (byte) 0xEF || b == (byte) 0xBB || b == (byte) 0xBF || b == (byte) 0xFE || b == -1;
            if (!mark && (b < 0 || b > ' ')) {
                return b;
            }
        }
        return 0;
    }

    /// How tests of one report are called.
    ///
    /// @param report its name
    /// @param folder what is left out of names
    record Names(String report, String folder) {
        TestId of(String suite, String name) throws BrokenReport {
            String shown = part(name);
            String said = shown.isEmpty() ? TestId.tidy(name) : shown;
            if (said.isEmpty()) {
                throw new BrokenReport("a test in it has no name");
            }
            return new TestId(here(suite), said);
        }

        /// One of the names that a test's name is made of, never long.
        String part(String name) {
            return TestId.tidy(here(name));
        }

        /// Never long either, so that it costs little to say it with each of many tests.
        String joined(String around, String part) {
            return around.isEmpty() || part.isEmpty() ? around + part : TestId.tidy(around + " > " + part);
        }

        /// Node and a few others give every test the same class, which says nothing.
        static boolean says(String classname) {
            String word = classname.strip().toLowerCase(Locale.ROOT);
            return !word.isEmpty() && !word.equals("test");
        }

        private String here(String text) {
            return folder.length() < 2 ? text : text.replace(folder + "/", "").replace(folder, ".");
        }
    }
}
