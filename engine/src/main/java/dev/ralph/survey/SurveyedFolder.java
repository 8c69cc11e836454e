package dev.ralph.survey;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// One folder of a repository, looked at by name and by the beginning of its files.
///
/// @param name from the root of the repository; empty for the root
record SurveyedFolder(Path path, String name) {
    private static final int LONGEST = 1 << 20;
    private static final int MOST = 50;

    boolean has(String file) {
        return Files.isRegularFile(path.resolve(file));
    }

    boolean hasFolder(String folder) {
        return Files.isDirectory(path.resolve(folder));
    }

    boolean isExecutable(String file) {
        return has(file) && Files.isExecutable(path.resolve(file));
    }

    /// The first of these files that is there; empty when none is.
    String first(List<String> files) {
        return files.stream().filter(this::has).findFirst().orElse("");
    }

    /// The text of a file; empty when it cannot be read.
    String text(String file) {
        if (!has(file)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(path.resolve(file))) {
            return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return "";
        }
    }

    /// The first file here or in one of these folders that is called so and says so; empty when none does.
    String firstSaying(List<String> folders, Pattern called, String pattern) {
        for (String folder : folders) {
            String below = folder.isEmpty() ? "" : folder + "/";
            try (Stream<Path> files = Files.list(path.resolve(folder))) {
                Optional<String> first = files.map(file -> file.getFileName().toString())
                        .filter(called.asMatchPredicate())
                        .sorted()
                        .limit(MOST)
                        .map(name -> below + name)
                        .filter(file -> says(file, pattern))
                        .findFirst();
                if (first.isPresent()) {
                    return first.get();
                }
            } catch (IOException | UncheckedIOException unreadable) {
                // As if there were none.
            }
        }
        return "";
    }

    boolean says(String file, String pattern) {
        return Pattern.compile(pattern).matcher(text(file)).find();
    }
}
