package dev.ralph.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the model answers, step by step. From Java: [#of] or [#builder]; from a file: [#read], see
/// `docs/internals/testkit.md`.
///
/// @param steps the answers, in order
/// @param end the text of every answer after the last step
/// @param side what side requests get: requests that offer no tools (titles, probes) or contain one of the
///     `sideMarks`. They take no step. Null means that there are none: every request takes a step
/// @param sideMarks texts by which a request that does offer tools is known as a side request
/// @param models the names in the model lists
/// @param delay how long a request waits for a step that has no delay of its own
/// @param folder where relative paths of [ScriptedCall.Write] lie, for write tools that want absolute ones; null means
///     the folder that the request itself names
public record ModelScript(
        List<ModelStep> steps,
        String end,
        @Nullable String side,
        List<String> sideMarks,
        List<String> models,
        Duration delay,
        @Nullable Path folder) {
    /// The text of answers after the last step, unless a script has its own.
    public static final String OVER = "The script is over.";

    static final String TITLE = "Scripted title";
    static final List<String> MARKS = List.of("memory extraction subagent");
    static final List<String> MODELS = List.of("scripted-model");

    public ModelScript {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a script's delay cannot be negative: " + delay);
        }
        if (sideMarks.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("an empty side mark would make every request a side request");
        }
        steps = List.copyOf(steps);
        sideMarks = List.copyOf(sideMarks);
        models = List.copyOf(models);
    }

    /// A script of these steps, with every other setting at its default.
    public static ModelScript of(ModelStep... steps) {
        return builder().steps(steps).build();
    }

    /// Reads a script file.
    ///
    /// @throws BadModelScript if it is not JSON, or not a script: the message says what, and where
    /// @throws IOException if it cannot be read
    public static ModelScript read(Path file) throws IOException {
        return ScriptFile.parse(file.toString(), Files.readString(file));
    }

    /// Reads a script from its JSON text.
    ///
    /// @throws BadModelScript if it is not JSON, or not a script: the message says what, and where
    public static ModelScript parse(String json) {
        return ScriptFile.parse("script", json);
    }

    /// The same script for a client that works in this folder, see [#folder].
    public ModelScript in(Path where) {
        return new ModelScript(steps, end, side, sideMarks, models, delay, where);
    }

    /// A script to be put together.
    public static Builder builder() {
        return new Builder();
    }

    /// Puts a script together.
    public static final class Builder {
        private final List<ModelStep> steps = new ArrayList<>();
        private String end = OVER;
        private @Nullable String side = TITLE;
        private List<String> sideMarks = MARKS;
        private List<String> models = MODELS;
        private Duration delay = Duration.ZERO;
        private @Nullable Path folder;

        private Builder() {}

        /// Adds steps.
        public Builder steps(ModelStep... more) {
            steps.addAll(List.of(more));
            return this;
        }

        /// The text of every answer after the last step.
        public Builder end(String text) {
            end = text;
            return this;
        }

        /// The answer to side requests.
        public Builder side(String text) {
            side = text;
            return this;
        }

        /// Every request takes a step, also one that offers no tools.
        public Builder noSide() {
            side = null;
            return this;
        }

        /// Texts by which a request is known as a side request although it offers tools.
        public Builder sideMarks(String... marks) {
            sideMarks = List.of(marks);
            return this;
        }

        /// The names in the model lists.
        public Builder models(String... names) {
            models = List.of(names);
            return this;
        }

        /// How long a request waits for a step that has no delay of its own.
        public Builder delay(Duration wait) {
            delay = wait;
            return this;
        }

        /// Where relative paths of write calls lie, for tools that want absolute ones.
        public Builder folder(Path where) {
            folder = where;
            return this;
        }

        /// The script.
        public ModelScript build() {
            return new ModelScript(steps, end, side, sideMarks, models, delay, folder);
        }
    }
}
