package dev.ralph.budget;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The name of a model without what only says where it is from or when it was made: `anthropic/claude-x-5-20260101[1m]`
/// is a `claude-x-5`. A version is part of the name: `claude-x-5-1` is another model, possibly at another price.
final class ModelName {
    private ModelName() {}

    static String plain(String name) {
        String plain = name.strip().toLowerCase(Locale.ROOT);
        plain = plain.substring(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('|')) + 1);
        for (String shorter = shorter(plain); shorter != null; shorter = shorter(plain)) {
            plain = shorter;
        }
        return plain;
    }

    /// Without the last part that is a date, `latest` or a choice in brackets; null when there is none.
    private static @Nullable String shorter(String name) {
        if (name.endsWith("]") && name.lastIndexOf('[') > 0) {
            return name.substring(0, name.lastIndexOf('['));
        }
        if (name.endsWith(")") && name.lastIndexOf('(') > 0) {
            return name.substring(0, name.lastIndexOf('('));
        }
        if (name.endsWith("-latest")) {
            return name.substring(0, name.length() - "-latest".length());
        }
        for (String date : new String[] {"-dddd-dd-dd", "-dddddddd", "@dddddddd", "-dd-dddd", "-dd-dd"}) {
            int start = name.length() - date.length();
            if (start > 0 && fits(name, start, date)) {
                return name.substring(0, start);
            }
        }
        return null;
    }

    private static boolean fits(String name, int start, String date) {
        for (int i = 0; i < date.length(); i++) {
            char wanted = date.charAt(i);
            char there = name.charAt(start + i);
            if (wanted == 'd' ? there < '0' || there > '9' : there != wanted) {
                return false;
            }
        }
        return true;
    }
}
