package dev.ralph.workspace;

import java.nio.file.Path;

/// One step of keeping work in a folder. Each may be repeated after a crash.
sealed interface Step {
    Path path();

    /// One line of the plan's file.
    String line();

    /// Takes away what stands there.
    record Remove(Path path) implements Step {
        @Override
        public String line() {
            return "remove " + Names.encoded(path);
        }
    }

    /// Gives what was staged its name, in place of whatever stood there.
    ///
    /// @param staged its name until then, in the same folder
    record Place(Path path, String staged) implements Step {
        @Override
        public String line() {
            return "place " + Names.encoded(path) + " " + staged;
        }

        Path stagedPath() {
            return path.resolveSibling(staged);
        }
    }

    record Mode(Path path, int mode) implements Step {
        @Override
        public String line() {
            return "mode " + Names.encoded(path) + " " + Integer.toOctalString(mode);
        }
    }

    /// Gives a folder that had to be opened for the other steps its permissions back.
    record Close(Path path, int mode) implements Step {
        @Override
        public String line() {
            return "close " + Names.encoded(path) + " " + Integer.toOctalString(mode);
        }
    }

    static Step parse(String line) {
        String[] words = line.split(" ");
        return switch (words[0] + " " + words.length) {
            case "remove 2" -> new Remove(Names.decoded(words[1]));
            case "place 3" -> new Place(Names.decoded(words[1]), words[2]);
            case "mode 3" -> new Mode(Names.decoded(words[1]), Integer.parseInt(words[2], 8));
            case "close 3" -> new Close(Names.decoded(words[1]), Integer.parseInt(words[2], 8));
            default -> throw new IllegalArgumentException("no step of a plan: '" + line + "'");
        };
    }
}
