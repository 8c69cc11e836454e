package dev.ralph.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// One of a few things, each with a word.
record ChoiceKind<T>(List<String> words, List<T> choices) implements ValueKind<T> {
    /// @param words what people write for each choice, as `on|off`
    @SafeVarargs
    @SuppressWarnings("varargs") // they are only read
    static <T> ChoiceKind<T> of(String words, T... choices) {
        return new ChoiceKind<>(List.of(words.split("\\|")), List.of(choices));
    }

    /// Constants whose words are their names in lower case.
    @SafeVarargs
    @SuppressWarnings("varargs") // they are only read
    static <E extends Enum<E>> ChoiceKind<E> named(E... choices) {
        List<String> words = new ArrayList<>();
        for (E choice : choices) {
            words.add(choice.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        return new ChoiceKind<>(words, List.of(choices));
    }

    ChoiceKind {
        words = List.copyOf(words);
        if (words.size() != choices.size()) {
            throw new IllegalArgumentException(words + " are not the words of " + choices);
        }
    }

    @Override
    public T read(WrittenValue written, Base base) throws ValueMismatch {
        String word = ValueKind.scalar(written, expected());
        int found = words.indexOf(word);
        if (found < 0) {
            throw new ValueMismatch(
                    written,
                    "found " + written.described() + ", expected " + expected() + NearestName.hint(word, words));
        }
        return choices.get(found);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the first equals of a record makes classes at run time
    public String text(T value) {
        for (int i = 0; i < choices.size(); i++) {
            if (choices.get(i) == value) {
                return words.get(i);
            }
        }
        return words.get(choices.indexOf(value));
    }

    @Override
    public String expected() {
        if (words.size() == 1) {
            return words.getFirst();
        }
        return String.join(", ", words.subList(0, words.size() - 1)) + " or " + words.getLast();
    }

    @Override
    public String placeholder() {
        return String.join("|", words);
    }

    @Override
    public Map<String, Object> schema() {
        return JsonObject.of("enum", words);
    }
}
