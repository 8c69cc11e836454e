package dev.ralph.spec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The features in `src/test/resources/specs`.
final class SampleSpecs {
    static final List<String> NAMES = List.of("photo-import", "rate-limit", "accounts");

    private SampleSpecs() {}

    static Feature feature(String name) {
        return new Feature(
                name,
                RequirementsDocument.of(text(name, SpecFile.REQUIREMENTS)),
                DesignDocument.of(text(name, SpecFile.DESIGN)),
                TasksDocument.of(text(name, SpecFile.TASKS)));
    }

    static String text(String name, SpecFile file) {
        try (InputStream in = Objects.requireNonNull(
                SampleSpecs.class.getResourceAsStream("/specs/" + name + "/" + file.fileName()))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// Every document of every feature as it is, with other line ends, with a byte order mark, and cut off.
    static List<SpecDocument> documents() {
        List<SpecDocument> documents = new ArrayList<>();
        for (String name : NAMES) {
            for (SpecFile file : SpecFile.values()) {
                String text = text(name, file);
                for (String variant : List.of(
                        text,
                        text.replace("\n", "\r\n"),
                        text.replace("\n", "\r"),
                        "\uFEFF" + text,
                        "\uFEFF" + text.replace("\n", "\r\n"),
                        text.stripTrailing(),
                        text.replace("  ", "\t"))) {
                    documents.add(SpecDocument.of(file, variant));
                }
            }
        }
        return documents;
    }
}
