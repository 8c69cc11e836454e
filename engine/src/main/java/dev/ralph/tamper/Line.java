package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A line of a file, without blanks around it; comments and empty ones are none.
record Line(String text, int number) {

    static List<Line> of(String text) {
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (String whole : text.split("\n", -1)) {
            number++;
            String line = whole.strip();
            boolean comment = (line.startsWith("#") && !line.startsWith("#!"))
                    || line.startsWith("//")
                    || line.startsWith("<!--");
            if (!line.isEmpty() && !comment) {
                lines.add(new Line(line, number));
            }
        }
        return lines;
    }

    static List<Line> added(Changed change) {
        return without(of(change.textAfter()), of(change.textBefore()));
    }

    static List<Line> removed(Changed change) {
        return without(of(change.textBefore()), of(change.textAfter()));
    }

    private static List<Line> without(List<Line> lines, List<Line> others) {
        Map<String, Integer> known = new HashMap<>();
        others.forEach(line -> known.merge(line.text, 1, Integer::sum));
        return lines.stream()
                .filter(line -> known.merge(line.text, -1, Integer::sum) < 0)
                .toList();
    }
}
