package dev.ralph.engine;

import java.util.ArrayList;
import java.util.List;

/// Why a stage sends the work back, as its agent prints it: one finding a line between `<rejected>` and `</rejected>`,
/// each tag on a line of its own. The last block counts.
final class StageFindings {
    private static final String BEGIN = "<rejected>";
    private static final String END = "</rejected>";
    private static final int MOST = 20;
    private static final int LONGEST = 500;

    private StageFindings() {}

    /// None where the words reject nothing.
    static List<String> of(String words) {
        List<String> last = List.of();
        List<String> block = null;
        for (String line : words.lines().map(String::strip).toList()) {
            if (line.equals(BEGIN)) {
                block = new ArrayList<>();
            } else if (line.equals(END) && block != null) {
                last = block.isEmpty() ? List.of("rejected, without a reason") : block;
                block = null;
            } else if (block != null && !line.isEmpty() && block.size() < MOST) {
                block.add(line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line);
            }
        }
        return last;
    }
}
