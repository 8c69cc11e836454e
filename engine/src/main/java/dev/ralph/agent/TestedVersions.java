package dev.ralph.agent;

import java.util.List;

/// The versions of an agent's program that Ralph was tested with.
///
/// @param tested in ascending order, empty for programs that have no versions
public record TestedVersions(List<String> tested) {
    public TestedVersions {
        tested = List.copyOf(tested);
        tested.forEach(version -> {
            if (!version.equals(in(version))) {
                throw new IllegalArgumentException("'" + version + "' is not a version");
            }
        });
    }

    static TestedVersions of(String... tested) {
        return new TestedVersions(List.of(tested));
    }

    /// How a version stands to the tested ones.
    public enum Standing {
        /// Tested, or between two that were.
        KNOWN,
        OLDER,
        NEWER,
        /// What the program printed holds no version.
        UNREADABLE
    }

    /// @param printed what the program prints when asked for its version
    public Standing standing(String printed) {
        String version = in(printed);
        if (tested.isEmpty()) {
            return Standing.KNOWN;
        }
        if (version.isEmpty()) {
            return Standing.UNREADABLE;
        }
        return compare(version, tested.getFirst()) < 0
                ? Standing.OLDER
                : compare(version, tested.getLast()) > 0 ? Standing.NEWER : Standing.KNOWN;
    }

    /// The first thing in a text that looks like a version: three numbers or more with dots. Empty if there is none.
    public static String in(String printed) {
        int at = 0;
        while (at < printed.length()) {
            int end = at;
            while (end < printed.length() && (isDigit(printed.charAt(end)) || printed.charAt(end) == '.')) {
                end++;
            }
            String run = printed.substring(at, end).replaceAll("^\\.+|\\.+$", "");
            if (run.matches("\\d{1,9}(\\.\\d{1,12}){2,4}")) {
                return run;
            }
            at = end + 1;
        }
        return "";
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int compare(String a, String b) {
        String[] left = a.split("\\.");
        String[] right = b.split("\\.");
        for (int i = 0; i < Math.max(left.length, right.length); i++) {
            long x = i < left.length ? Long.parseLong(left[i]) : 0;
            long y = i < right.length ? Long.parseLong(right[i]) : 0;
            if (x != y) {
                return Long.compare(x, y);
            }
        }
        return 0;
    }
}
