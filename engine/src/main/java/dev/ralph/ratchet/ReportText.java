package dev.ralph.ratchet;

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

    private ReportText() {}

    /// @param name   of the report, for tests that name no suite
    /// @param folder the tree the tests ran in, left out of names so that two trees can be compared
    static TestRun.Builder read(byte[] bytes, String name, String folder) throws BrokenReport {
        if (bytes.length > LARGEST) {
            throw new BrokenReport("it is larger than " + (LARGEST >> 20) + " MiB");
        }
        TestRun.Builder found = new TestRun.Builder();
        Names names = new Names(name, folder);
        switch (firstByte(bytes)) {
            case 0 -> throw new BrokenReport("it is empty");
            case '<' -> new JUnitXml(found, names).read(bytes);
            case '{' -> new GoTestJson(found, names).read(new String(bytes, StandardCharsets.UTF_8));
            default -> other(bytes, found, names);
        }
        return found;
    }

    private static void other(byte[] bytes, TestRun.Builder found, Names names) throws BrokenReport {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (GoTestJson.looksLike(text)) {
            new GoTestJson(found, names).read(text);
        } else if (Tap.looksLike(text)) {
            new Tap(found, names).read(text);
        } else {
            throw new BrokenReport("it is neither JUnit XML nor TAP nor the output of `go test -json`");
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
            if (name.isBlank()) {
                throw new BrokenReport("a test in it has no name");
            }
            String shown = here(name);
            return new TestId(here(suite), shown.isBlank() ? name : shown);
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
