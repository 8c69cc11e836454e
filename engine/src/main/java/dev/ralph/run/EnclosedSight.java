package dev.ralph.run;

import dev.ralph.process.CannotStart;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/// Looks into a view that only programs in it see.
record EnclosedSight(Errands errands, Errand.Place place) implements Sight {
    private static final Duration AT_MOST = Duration.ofMinutes(1);
    private static final String LOOK = """
            top=$(pwd -P)
            file=$(command -p readlink -f -- "$RALPH_LOOK_AT") && [ -e "$file" ] || { echo MISSING; exit; }
            case "$file" in "$top"/*) ;; *) echo OUTSIDE; exit ;; esac
            [ -f "$file" ] || { echo NO_FILE; exit; }
            [ -s "$file" ] || { echo EMPTY; exit; }
            echo FILE
            command -p sha256sum < "$file"
            """;

    @Override
    public Seen at(String path) throws IOException, InterruptedException {
        Errands.Ran ran;
        try {
            ran = errands.run(new Errand("look", LOOK, Map.of("RALPH_LOOK_AT", path), AT_MOST, place));
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
