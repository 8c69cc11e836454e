package dev.ralph.proof;

import dev.ralph.process.CannotStart;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/// Looks into a view that only programs in it see.
///
/// @param above what holds all that is not outside, as a path from the project's folder
record EnclosedFileView(CheckProcesses checkProcesses, CheckProcess.Place place, String above) implements FileView {
    private static final Duration AT_MOST = Duration.ofMinutes(1);
    private static final String LOOK = """
            top=$(cd -P -- "$RALPH_LOOK_WITHIN" && pwd -P) || { echo MISSING; exit; }
            file=$(command -p readlink -f -- "$RALPH_LOOK_AT") && [ -e "$file" ] || { echo MISSING; exit; }
            case "$file" in "${top%/}"/*) ;; *) echo OUTSIDE; exit ;; esac
            [ -f "$file" ] || { echo NO_FILE; exit; }
            [ -s "$file" ] || { echo EMPTY; exit; }
            echo FILE
            command -p sha256sum < "$file"
            """;

    EnclosedFileView(CheckProcesses checkProcesses, CheckProcess.Place place) {
        this(checkProcesses, place, "");
    }

    @Override
    public FileView within(String other) {
        return new EnclosedFileView(checkProcesses, place, other);
    }

    @Override
    public Seen at(String path) throws IOException, InterruptedException {
        CheckProcesses.Ran ran;
        try {
            Map<String, String> where =
                    Map.of("RALPH_LOOK_AT", path, "RALPH_LOOK_WITHIN", above.isEmpty() ? "." : above);
            ran = checkProcesses.run(new CheckProcess("look", LOOK, where, AT_MOST, place));
        } catch (CannotStart why) {
            throw new IOException("cannot look at " + path + " in the workspace: " + why.getMessage(), why);
        }
        String[] words = ran.output().split("\\s+");
        try {
            Kind kind = Kind.valueOf(words[0]);
            return kind == Kind.FILE ? new Seen(kind, words[1]) : Seen.no(kind);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException strange) {
            throw new IOException("cannot look at " + path + " in the workspace: " + ran.output(), strange);
        }
    }
}
