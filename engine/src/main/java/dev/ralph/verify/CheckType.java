package dev.ralph.verify;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A kind of check: its name, its fields and what is made of them, and what holds for every check of the kind. Reading,
/// order, hints and the JSON Schema follow from it.
///
/// @param unrepeatable why it cannot be made again later from the commit that was kept; null when it can
public record CheckType(
        String name,
        Cost cost,
        List<Field> fields,
        Function<CheckFields, Check> reader,
        Set<Trait> traits,
        @Nullable String unrepeatable) {
    /// What a check costs: a loop makes the cheap ones first.
    public enum Cost {
        /// Reading what was said.
        WORDS,
        /// Looking at files, or asking git.
        LOOK,
        /// Comparing everything that changed.
        COMPARISON,
        /// Running commands.
        RUN,
        /// Reading what commands left.
        REPORTS,
        /// Running commands again.
        EXPERIMENT,
        /// Another agent.
        AGENT
    }

    public enum Trait {
        /// It can be made in a git repository only.
        NEEDS_GIT,
        /// What it runs is told which task it is about; others could behave for it.
        TELLS_TASK,
        /// Passing it proves something only about what was said, or what other checks are worth.
        PROVES_NOTHING,
        /// Other agents are asked for it.
        ASKS
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

    /// @param words the few that it takes, empty for any
    /// @param least the smallest number
    /// @param most  the largest number
    public record Field(String name, Form form, boolean required, List<String> words, int least, int most) {
        public Field {
            words = List.copyOf(words);
        }

        Field(String name, Form form) {
            this(name, form, false, List.of(), 1, Integer.MAX_VALUE);
        }

        static Field word(String name, List<String> words) {
            return new Field(name, Form.WORD, false, words, 1, 1);
        }

        /// There is no such check without it.
        Field needed() {
            return new Field(name, form, true, words, least, most);
        }
    }

    public CheckType {
        fields = List.copyOf(fields);
        traits = Set.copyOf(traits);
    }

    CheckType(String name, Cost cost, List<Field> fields, Function<CheckFields, Check> reader, Trait... traits) {
        this(name, cost, fields, reader, Set.of(traits), null);
    }

    CheckType unrepeatable(String why) {
        return new CheckType(name, cost, fields, reader, traits, why);
    }

    /// @throws InvalidCheck when a field is unknown, is missing or makes no sense
    Check read(CheckFields given) {
        return reader.apply(known(given));
    }

    /// The fields, all of which this kind has.
    CheckFields known(CheckFields given) {
        given.allow(fields.stream().map(Field::name).toArray(String[]::new));
        return given;
    }
}
