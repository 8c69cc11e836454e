package dev.ralph.failure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What real tools printed about small broken programs, each with what should be read from it.
///
/// An output begins behind a line `%%% NAME TYPE tool=… exit=… [at=FILE:LINE] [property] [timed-out] [test=…]`, in
/// which
/// a test's name has `_` for blanks. `bench/corpus/make-failures` makes all of them anew.
record FailureCorpus(List<Labelled> outputs) {

    record Labelled(
            String name,
            FailureType type,
            String tool,
            @Nullable String file,
            int line,
            boolean property,
            @Nullable String test,
            FailureOutput output,
            String raw) {

        Failure failure() {
            return FailureClassifier.classify(output);
        }

        boolean placed(Location place) {
            return file != null
                    && place.file() != null
                    && (place.file().endsWith(file) || file.endsWith(place.file()))
                    && Objects.equals(place.line(), line);
        }

        boolean named(Location place) {
            return place.test() != null && place.test().replace(' ', '_').equals(test);
        }
    }

    static FailureCorpus named(String name) {
        try (InputStream in = Objects.requireNonNull(FailureCorpus.class.getResourceAsStream("/failure/" + name))) {
            return parsed(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static FailureCorpus parsed(String all) {
        List<Labelled> outputs = new ArrayList<>();
        for (String output : all.split("(?m)^%%% ")) {
            if (!output.isBlank()) {
                outputs.add(labelled(output));
            }
        }
        return new FailureCorpus(outputs);
    }

    private static Labelled labelled(String output) {
        int end = output.indexOf('\n');
        String[] head = output.substring(0, end).split(" ");
        String at = value(head, "at=");
        int colon = at == null ? -1 : at.lastIndexOf(':');
        String text = output.substring(end + 1);
        int exit = Integer.parseInt(Objects.requireNonNull(value(head, "exit="), head[0]));
        return new Labelled(
                head[0],
                FailureType.of(head[1]),
                Objects.requireNonNull(value(head, "tool="), head[0]),
                at == null ? null : at.substring(0, colon),
                at == null ? 0 : Integer.parseInt(at.substring(colon + 1)),
                List.of(head).contains("property"),
                value(head, "test="),
                new FailureOutput(text, exit, List.of(head).contains("timed-out")),
                text);
    }

    private static @Nullable String value(String[] head, String key) {
        for (String word : head) {
            if (word.startsWith(key)) {
                return word.substring(key.length());
            }
        }
        return null;
    }
}
