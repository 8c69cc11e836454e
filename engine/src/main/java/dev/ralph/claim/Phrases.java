package dev.ralph.claim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Phrases by the words they can begin with, so that each word of a text is compared with few of them.
///
/// @param <T> what a phrase stands for
final class Phrases<T> {
    private final Map<String, List<T>> byWord = new HashMap<>();
    private final List<T> withCount = new ArrayList<>();

    static Phrases<Phrase> of(String... written) {
        Phrases<Phrase> phrases = new Phrases<>();
        Stream.of(written).map(Phrase::new).forEach(phrase -> phrases.add(phrase, phrase));
        return phrases;
    }

    void add(Phrase phrase, T meaning) {
        for (String word : phrase.firstWords()) {
            byWord.computeIfAbsent(word, _ -> new ArrayList<>()).add(meaning);
        }
        if (phrase.mayBeginWithCount()) {
            withCount.add(meaning);
        }
    }

    List<T> beginningWith(String word) {
        List<T> named = byWord.getOrDefault(word, List.of());
        if (!Vocabulary.isCount(word)) {
            return named;
        }
        return named.isEmpty()
                ? withCount
                : Stream.concat(named.stream(), withCount.stream()).toList();
    }

    /// @return where one of them ends that stands at that place, -1 when none does
    static int end(Phrases<Phrase> phrases, Sentence sentence, int at) {
        for (Phrase phrase : phrases.beginningWith(sentence.word(at))) {
            int end = phrase.end(sentence, at);
            if (end >= 0) {
                return end;
            }
        }
        return -1;
    }
}
