package dev.ralph.tamper;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What is left of a statement when its names are taken out: literals, marks, and the words that assert.
final class StatementShape {
    private StatementShape() {}

    static String of(Statement statement) {
        StringBuilder shape = new StringBuilder();
        for (String word : statement.words()) {
            shape.append(isFree(word) ? "_" : word).append(' ');
        }
        return shape.toString();
    }

    private static boolean isFree(String word) {
        return Statement.isName(word) && !Assertions.isVocabulary(word) && !Assertions.isElsewhere(word);
    }

    /// Whether each name became one other name, and no two became the same: `assertEquals(want, got)` is no renaming of
    /// `assertEquals(got, got)`.
    static boolean isRenamed(Statement before, Statement after) {
        List<String> old = before.words();
        List<String> now = after.words();
        Map<String, String> there = new HashMap<>();
        Map<String, String> back = new HashMap<>();
        boolean good = old.size() == now.size();
        for (int i = 0; good && i < old.size(); i++) {
            String name = old.get(i);
            String other = now.get(i);
            good = isFree(name)
                    ? isFree(other)
                            && there.getOrDefault(name, other).equals(other)
                            && back.getOrDefault(other, name).equals(name)
                    : name.equals(other);
            there.put(name, other);
            back.put(other, name);
        }
        return good;
    }
}
