package dev.ralph.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// One of the constants of an enum, written in lower case.
record ChoiceKind<E extends Enum<E>>(List<E> choices) implements Kind<E> {
    ChoiceKind {
        choices = List.copyOf(choices);
    }

    @Override
    public E read(Written written, Base base) throws Misfit {
        String word = Kind.scalar(written, expected());
        for (E choice : choices) {
            if (text(choice).equals(word)) {
                return choice;
            }
        }
        throw new Misfit(
                written, "found " + written.described() + ", expected " + expected() + Nearest.hint(word, words()));
    }

    @Override
    public String text(E value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String expected() {
        List<String> words = words();
        if (words.size() == 1) {
            return words.getFirst();
        }
        return String.join(", ", words.subList(0, words.size() - 1)) + " or " + words.getLast();
    }

    @Override
    public String placeholder() {
        return String.join("|", words());
    }

    @Override
    public Map<String, Object> schema() {
        return JsonObject.of("enum", words());
    }

    List<String> words() {
        List<String> words = new ArrayList<>();
        for (E choice : choices) {
            words.add(text(choice));
        }
        return words;
    }
}
