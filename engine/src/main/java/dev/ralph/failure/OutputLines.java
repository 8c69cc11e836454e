package dev.ralph.failure;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The lines of an output, and where something stands in them.
record OutputLines(List<String> all, int exitCode, boolean timedOut) {

    /// @param index of the line
    record Hit(int index, MatchResult found) {

        /// Empty where the group matched nothing.
        String group(int number) {
            String group = found.group(number);
            return group == null ? "" : group.strip();
        }

        /// The first of two groups that matched anything.
        String either(int first, int second) {
            return group(first).isEmpty() ? group(second) : group(first);
        }

        /// Null where the group has no number that a line could have.
        @Nullable
        Integer number(int group) {
            return StackFrames.number(group(group));
        }

        /// What a tool names in two groups.
        Location place(int file, int line) {
            return Location.at(StackFrames.file(group(file)), number(line));
        }
    }

    static OutputLines of(FailureOutput output) {
        return new OutputLines(output.text().lines().toList(), output.exitCode(), output.timedOut());
    }

    OutputLines with(List<String> others) {
        return new OutputLines(others, exitCode, timedOut);
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
        return every(pattern, from, to).findFirst();
    }

    Optional<Hit> last(Pattern pattern) {
        return last(pattern, 0, size());
    }

    Optional<Hit> last(Pattern pattern, int from, int to) {
        int end = Math.min(to, size());
        return IntStream.range(Math.max(0, from), end)
                .mapToObj(i -> hit(pattern, Math.max(0, from) + end - 1 - i))
                .flatMap(Optional::stream)
                .findFirst();
    }

    Stream<Hit> every(Pattern pattern) {
        return every(pattern, 0, size());
    }

    Stream<Hit> every(Pattern pattern, int from, int to) {
        return IntStream.range(Math.max(0, from), Math.min(to, size()))
                .mapToObj(i -> hit(pattern, i))
                .flatMap(Optional::stream);
    }

    private Optional<Hit> hit(Pattern pattern, int index) {
        Matcher matcher = pattern.matcher(all.get(index));
        return matcher.find() ? Optional.of(new Hit(index, matcher.toMatchResult())) : Optional.empty();
    }

    /// The next line that matches, or the end.
    int next(Pattern pattern, int from) {
        return first(pattern, from, size()).map(Hit::index).orElse(size());
    }

    /// The file and the line of the first line that matches a pattern with these two groups.
    @Nullable
    Location place(Pattern pattern, int from, int to) {
        return first(pattern, from, to).map(hit -> hit.place(1, 2)).orElse(null);
    }

    /// The first line at or behind `from` that holds anything.
    int filled(int from) {
        return next(from, line -> !line.isBlank());
    }

    /// The first line at or behind `from` that holds nothing.
    int blank(int from) {
        return next(from, String::isBlank);
    }

    private int next(int from, Predicate<String> wanted) {
        int i = from;
        while (i < size() && !wanted.test(all.get(i))) {
            i++;
        }
        return i;
    }

    /// Some lines as one, without the blanks around each.
    String joined(int from, int to) {
        return IntStream.range(Math.max(0, from), Math.min(to, size()))
                .mapToObj(i -> all.get(i).strip())
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }
}
