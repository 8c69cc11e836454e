package dev.ralph.workspace;

import java.nio.file.Path;

/// One step of keeping work in a folder. Each may be repeated after a crash.
sealed interface KeepStep {
    Path path();

    /// One line of the plan's file.
    String line();

    /// Takes away what stands there.
    record Remove(Path path) implements KeepStep {
        @Override
        public String line() {
            return "remove " + FileNames.encoded(path);
        }
    }

    /// Gives what was staged its name, in place of whatever stood there.
    ///
    /// @param staged its name until then, in the same folder
    record Place(Path path, String staged) implements KeepStep {
        @Override
        public String line() {
            return "place " + FileNames.encoded(path) + " " + staged;
        }
    }

    record Mode(Path path, int mode) implements KeepStep {
        @Override
        public String line() {
            return "mode " + FileNames.encoded(path) + " " + Integer.toOctalString(mode);
        }
    }

    /// Gives a folder that had to be opened for the other steps its permissions back.
    record Close(Path path, int mode) implements KeepStep {
        @Override
        public String line() {
            return "close " + FileNames.encoded(path) + " " + Integer.toOctalString(mode);
        }
    }

    static KeepStep parse(String line) {
        String[] words = line.split(" ");
        return switch (words[0] + " " + words.length) {
            case "remove 2" -> new Remove(FileNames.decoded(words[1]));
            case "place 3" -> new Place(FileNames.decoded(words[1]), words[2]);
            case "mode 3" -> new Mode(FileNames.decoded(words[1]), Integer.parseInt(words[2], 8));
            case "close 3" -> new Close(FileNames.decoded(words[1]), Integer.parseInt(words[2], 8));
            default -> throw new IllegalArgumentException("no step of a plan: '" + line + "'");
        };
    }
}
