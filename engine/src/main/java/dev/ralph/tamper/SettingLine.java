package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.List;

/// A line of a file, without blanks around it; comments and empty ones are none.
record SettingLine(String text, int number) {

    /// Longer lines and values are no matter for rules that look at each of them.
    private static final int LONGEST = 4000;

    /// What may be looked at by any rule, however it looks.
    static String bounded(String text) {
        if (text.length() > LONGEST) {
            throw new FileTooLarge("holds a line or a value of more than " + LONGEST + " characters");
        }
        return text;
    }

    private static List<SettingLine> of(String text) {
        List<SettingLine> lines = new ArrayList<>();
        int number = 0;
        for (String whole : text.split("\n", -1)) {
            number++;
            String line = whole.strip();
            boolean comment = (line.startsWith("#") && !line.startsWith("#!"))
                    || line.startsWith("//")
                    || line.startsWith("<!--");
            if (!line.isEmpty() && !comment) {
                lines.add(new SettingLine(line, number));
            }
        }
        return lines;
    }

    static List<SettingLine> added(FileChange change) {
        List<SettingLine> added = without(of(change.textAfter()), of(change.textBefore()));
        added.forEach(line -> bounded(line.text));
        return added;
    }

    /// The number of the first one that was not there; 0 when all were.
    static int firstAdded(FileChange change) {
        List<SettingLine> added = without(of(change.textAfter()), of(change.textBefore()));
        return added.isEmpty() ? 0 : added.getFirst().number;
    }

    static List<SettingLine> removed(FileChange change) {
        return without(of(change.textBefore()), of(change.textAfter()));
    }

    private static List<SettingLine> without(List<SettingLine> lines, List<SettingLine> others) {
        return FileChange.without(lines, others, SettingLine::text);
    }
}
