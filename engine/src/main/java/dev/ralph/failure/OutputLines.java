package dev.ralph.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The lines of an output, and where something stands in them.
record OutputLines(List<String> all) {

    /// @param index of the line
    record Hit(int index, MatchResult found) {
        String group(int number) {
            String group = found.group(number);
            return group == null ? "" : group.strip();
        }

        /// Null where the group has no number that a line could have.
        @Nullable
        Integer number(int group) {
            String digits = group(group);
            int value = digits.isEmpty() || digits.length() > 9 ? 0 : Integer.parseInt(digits);
            return value < 1 ? null : value;
        }
    }

    static OutputLines of(FailureOutput output) {
        return new OutputLines(output.text().lines().toList());
    }

    int size() {
        return all.size();
    }

    /// Empty behind the last line.
    String at(int index) {
        return index >= 0 && index < all.size() ? all.get(index) : "";
    }

    boolean has(Pattern pattern) {
        return first(pattern).isPresent();
    }

    Optional<Hit> first(Pattern pattern) {
        return first(pattern, 0, size());
    }

    Optional<Hit> first(Pattern pattern, int from, int to) {
        for (int i = Math.max(0, from); i < Math.min(to, size()); i++) {
            Matcher matcher = pattern.matcher(all.get(i));
            if (matcher.find()) {
                return Optional.of(new Hit(i, matcher.toMatchResult()));
            }
        }
        return Optional.empty();
    }

    Optional<Hit> last(Pattern pattern) {
        return last(pattern, 0, size());
    }

    Optional<Hit> last(Pattern pattern, int from, int to) {
        for (int i = Math.min(to, size()) - 1; i >= Math.max(0, from); i--) {
            Matcher matcher = pattern.matcher(all.get(i));
            if (matcher.find()) {
                return Optional.of(new Hit(i, matcher.toMatchResult()));
            }
        }
        return Optional.empty();
    }

    List<Hit> every(Pattern pattern) {
        List<Hit> hits = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            Matcher matcher = pattern.matcher(all.get(i));
            if (matcher.find()) {
                hits.add(new Hit(i, matcher.toMatchResult()));
            }
        }
        return hits;
    }

    /// The first line at or behind `from` that holds anything.
    int filled(int from) {
        int i = from;
        while (i < size() && all.get(i).isBlank()) {
            i++;
        }
        return i;
    }

    /// Some lines as one, without the blanks around each.
    String joined(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = Math.max(0, from); i < Math.min(to, size()); i++) {
            String line = all.get(i).strip();
            if (!line.isEmpty()) {
                text.append(text.isEmpty() ? "" : "\n").append(line);
            }
        }
        return text.toString();
    }
}
