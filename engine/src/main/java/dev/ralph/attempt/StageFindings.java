package dev.ralph.attempt;

import dev.ralph.loop.Policy;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.RunFolder;
import dev.ralph.process.PlainText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Why a stage sends the work back: what its agent named by `ralph reject` or a tool, then what it printed, one finding
/// a line between `<rejected>` and `</rejected>`, each tag on a line of its own. The last block of the attempt counts;
/// one
/// that is not closed lasts to the end.
public final class StageFindings {
    private static final String BEGIN = "<rejected>";
    private static final String END = "</rejected>";
    static final int MOST = 20;
    static final int LONGEST = 500;

    private StageFindings() {}

    /// Those of an attempt that has ended; none where the policy does not ask for any.
    ///
    /// @param printed see [#in]
    public static List<String> of(Policy policy, RunFolder run, List<String> printed) {
        if (!policy.conversation().mayReject()) {
            return List.of();
        }
        return Stream.concat(named(run).stream(), printed.stream())
                .distinct()
                .limit(MOST)
                .toList();
    }

    /// Who sends work back in a file that cannot be read sends it back all the same.
    private static List<String> named(RunFolder run) {
        try {
            return AttemptTools.rejected(run);
        } catch (IOException unreadable) {
            return List.of("what was found cannot be read: " + FileErrorText.words(unreadable));
        }
    }

    /// The findings in an agent's words, none where they send nothing back.
    static List<String> in(String words) {
        List<String> last = List.of();
        List<String> block = null;
        for (String line : PlainText.of(words).lines().map(String::strip).toList()) {
            if (line.equals(BEGIN)) {
                block = new ArrayList<>();
            } else if (line.equals(END) && block != null) {
                last = found(block);
                block = null;
            } else {
                add(line, block);
            }
        }
        return List.copyOf(block == null ? last : found(block));
    }

    private static List<String> found(List<String> block) {
        return block.isEmpty() ? List.of("rejected, without a reason") : block;
    }

    private static void add(String line, @Nullable List<String> block) {
        if (block != null && !line.isEmpty() && block.size() < MOST) {
            block.add(line.length() > LONGEST ? line.substring(0, LONGEST - 1) + "…" : line);
        }
    }
}
