package dev.ralph.claim;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Words in a row that mean something together.
///
/// Written as: words between blanks, `a|b` either, `a?` perhaps, `@name` any of a [Vocabulary] class, `#` a number
/// above zero, `*` any word, `~3` up to three other words, `^` where a sentence begins, `$` where it ends.
final class Phrase {
    private final List<Element> elements = new ArrayList<>();

    private record Element(Kind kind, Set<String> words, int most, boolean optional) {}

    private enum Kind {
        WORD,
        COUNT,
        ANY,
        GAP,
        START,
        END
    }

    Phrase(String written) {
        for (String part : written.strip().split(" +")) {
            boolean optional = part.endsWith("?") && part.length() > 1;
            elements.add(element(optional ? part.substring(0, part.length() - 1) : part, optional));
        }
    }

    private static Element element(String part, boolean optional) {
        return switch (part.charAt(0)) {
            case '#' -> new Element(Kind.COUNT, Set.of(), 1, optional);
            case '*' -> new Element(Kind.ANY, Set.of(), 1, false);
            case '~' -> new Element(Kind.GAP, Set.of(), Integer.parseInt(part.substring(1)), false);
            case '^' -> new Element(Kind.START, Set.of(), 0, false);
            case '$' -> new Element(Kind.END, Set.of(), 0, false);
            default -> new Element(Kind.WORD, Vocabulary.words(part), 1, optional);
        };
    }

    /// The words it can begin with.
    Set<String> firstWords() {
        Set<String> first = new HashSet<>();
        beginnings().forEach(element -> first.addAll(element.words));
        return first;
    }

    boolean mayBeginWithCount() {
        return beginnings().stream().anyMatch(element -> element.kind == Kind.COUNT);
    }

    private List<Element> beginnings() {
        List<Element> first = new ArrayList<>();
        for (Element element : elements) {
            if (element.kind == Kind.GAP || element.kind == Kind.ANY || element.kind == Kind.END) {
                throw new IllegalStateException("a phrase begins with a word or a number");
            }
            first.add(element);
            if (!element.optional && element.kind != Kind.START) {
                break;
            }
        }
        return first;
    }

    /// @return where it ends when it stands at that place, -1 when it does not
    int end(Sentence sentence, int at) {
        return end(sentence, at, 0);
    }

    private int end(Sentence sentence, int at, int index) {
        if (index == elements.size()) {
            return at;
        }
        Element element = elements.get(index);
        if (element.kind == Kind.START || element.kind == Kind.END) {
            boolean there = at == (element.kind == Kind.START ? 0 : sentence.size());
            return there ? end(sentence, at, index + 1) : -1;
        }
        if (element.kind == Kind.GAP) {
            for (int skipped = 0; skipped <= element.most; skipped++) {
                int end = end(sentence, at + skipped, index + 1);
                if (end >= 0) {
                    return end;
                }
                if (at + skipped >= sentence.size() || sentence.isMark(at + skipped)) {
                    return -1;
                }
            }
            return -1;
        }
        if (at < sentence.size() && fits(element, sentence, at)) {
            int end = end(sentence, at + 1, index + 1);
            if (end >= 0) {
                return end;
            }
        }
        return element.optional ? end(sentence, at, index + 1) : -1;
    }

    private static boolean fits(Element element, Sentence sentence, int at) {
        String word = sentence.word(at);
        return switch (element.kind) {
            case ANY -> !sentence.isMark(at);
            case COUNT ->
                Vocabulary.isCount(word)
                        && !sentence.word(at - 1).equals("#")
                        && !sentence.word(at + 1).equals("%");
            case WORD, GAP, START, END -> element.words.contains(word);
        };
    }
}
