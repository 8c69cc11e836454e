package dev.ralph.verify;

import java.util.List;
import java.util.function.Function;

/// A kind of check as people write it: its name, its fields, and what is made of them. Reading, hints and the JSON
/// Schema follow from it.
public record CheckType(String name, List<Field> fields, Function<Fields, Check> reader) {
    /// @param words the few that it takes, empty for any
    /// @param least the smallest number
    /// @param most  the largest number
    public record Field(String name, Form form, boolean required, List<String> words, int least, int most) {
        public Field {
            words = List.copyOf(words);
        }

        private static Field of(String name, Form form) {
            return new Field(name, form, false, List.of(), 1, Integer.MAX_VALUE);
        }

        static Field text(String name) {
            return of(name, Form.TEXT);
        }

        static Field texts(String name) {
            return of(name, Form.TEXTS);
        }

        static Field flag(String name) {
            return of(name, Form.FLAG);
        }

        static Field seconds(String name) {
            return of(name, Form.SECONDS);
        }

        static Field stages(String name) {
            return of(name, Form.STAGES);
        }

        static Field number(String name, int least, int most) {
            return new Field(name, Form.NUMBER, false, List.of(), least, most);
        }

        static Field word(String name, List<String> words) {
            return new Field(name, Form.WORD, false, words, 1, 1);
        }

        /// There is no such check without it.
        Field needed() {
            return new Field(name, form, true, words, least, most);
        }
    }

    /// What stands in a field.
    public enum Form {
        TEXT,
        TEXTS,
        WORD,
        FLAG,
        NUMBER,
        SECONDS,
        STAGES
    }

    public CheckType {
        fields = List.copyOf(fields);
    }

    static CheckType of(String name, Function<Fields, Check> reader, Field... fields) {
        return new CheckType(name, List.of(fields), reader);
    }

    /// @throws InvalidCheck when a field is unknown, is missing or makes no sense
    Check read(Fields given) {
        return reader.apply(known(given));
    }

    /// The fields, all of which this kind has.
    Fields known(Fields given) {
        given.allow(fields.stream().map(Field::name).toArray(String[]::new));
        return given;
    }
}
