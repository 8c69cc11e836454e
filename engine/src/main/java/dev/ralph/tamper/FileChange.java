package dev.ralph.tamper;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A name whose content is another since the baseline. A file that moved is two of them.
///
/// @param path   from the top of the project, with slashes
/// @param before null when it is new
/// @param after  null when it is gone
public record FileChange(
        String path, @Nullable FileContent before, @Nullable FileContent after) {
    public FileChange {
        if (path.isBlank() || path.startsWith("/")) {
            throw new IllegalArgumentException("no path in a project: '" + path + "'");
        }
        if (before == null && after == null) {
            throw new IllegalArgumentException(path + " is neither there before nor after");
        }
    }

    boolean isNew() {
        return before == null;
    }

    boolean isGone() {
        return after == null;
    }

    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// Empty where there was nothing, or nothing that can be looked into.
    String textBefore() {
        return text(before);
    }

    String textAfter() {
        return text(after);
    }

    /// Why it cannot be compared; null when it can.
    @Nullable
    String unreadable() {
        if (after instanceof FileContent.Opaque(String why)) {
            return why;
        }
        return before instanceof FileContent.Opaque(String why) && after != null ? "before " + why : null;
    }

    private static String text(@Nullable FileContent content) {
        if (!(content instanceof FileContent.Text(String text))) {
            return "";
        }
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /// Those that one side has and the other has not, each as often as it has it more often.
    ///
    /// @param same what two have in common that count as one
    static <T> List<T> without(List<T> some, List<T> others, Function<T, Object> same) {
        Map<Object, Integer> known = new HashMap<>();
        others.forEach(other -> known.merge(same.apply(other), 1, Integer::sum));
        return some.stream()
                .filter(one -> known.merge(same.apply(one), -1, Integer::sum) < 0)
                .toList();
    }
}
