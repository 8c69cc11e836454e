package dev.ralph.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A value as somebody wrote it, before its key gives it a meaning.
sealed interface WrittenValue {
    Spot spot();

    /// How it is named in a message: `the number 5`, `a list`.
    String described();

    /// Where it stands in its file; both 0 outside of files.
    record Spot(int line, int column) {
        static final Spot NONE = new Spot(0, 0);
    }

    /// How a text was marked as one.
    enum Notation {
        /// Bare in YAML, where `5`, `true` and an empty value are no text.
        PLAIN,
        /// In quotes or as a block: always text.
        QUOTED,
        /// From the environment or the command line, where everything is text and the key decides.
        ARGUMENT
    }

    record Text(String value, Notation notation, Spot spot) implements WrittenValue {
        static Text argument(String value) {
            return new Text(value, Notation.ARGUMENT, Spot.NONE);
        }

        @Override
        public String described() {
            return switch (meaning()) {
                case NOTHING -> "no value";
                case TRUTH -> value;
                case NUMBER -> "the number " + value;
                case TEXT -> "'" + ForeignText.shortened(value) + "'";
            };
        }

        YamlMeaning meaning() {
            return notation == Notation.PLAIN ? YamlMeaning.ofPlain(value) : YamlMeaning.TEXT;
        }
    }

    /// Scalars, or mappings where a key takes such.
    record Items(List<WrittenValue> items, Spot spot) implements WrittenValue {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public String described() {
            return "a list";
        }
    }

    /// Names with values, in the order of the file.
    record Mapping(List<Pair> pairs, Spot spot) implements WrittenValue {
        record Pair(WrittenValue name, WrittenValue value) {
            /// Empty where its name is no text.
            String key() {
                return name instanceof Text text ? text.value() : "";
            }
        }

        public Mapping {
            pairs = List.copyOf(pairs);
        }

        @Override
        public String described() {
            return "a mapping";
        }
    }

    /// From a program, which gives values as they are.
    ///
    /// @param value null for `off`
    record Meant(@Nullable Object value) implements WrittenValue {
        @Override
        public Spot spot() {
            return Spot.NONE;
        }

        @Override
        public String described() {
            return String.valueOf(value);
        }
    }

    /// Something no key takes: an alias, or lists and mappings in too many others.
    record Nested(String described, Spot spot) implements WrittenValue {}
}
