package dev.ralph.spec;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The three documents of a feature.
public enum SpecFile {
    REQUIREMENTS,
    DESIGN,
    TASKS;

    public String fileName() {
        return name().toLowerCase(Locale.ROOT) + ".md";
    }

    public static Optional<SpecFile> of(String fileName) {
        return Arrays.stream(values())
                .filter(file -> file.fileName().equals(fileName))
                .findFirst();
    }
}
