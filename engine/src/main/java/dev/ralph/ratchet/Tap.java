package dev.ralph.ratchet;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The Test Anything Protocol, versions 12 to 14, with subtests by indentation.
///
/// Lines that are none of its own are passed over, as its rules say. A run without a plan, with another number of
/// tests than planned, or with `Bail out!` was cut off: it is refused. A test with subtests stands for itself only
/// where it failed and none of them did.
final class Tap {
    private static final int INDENT = 4;
    private static final int DEEPEST = 100;
    private static final Pattern POINT = Pattern.compile("(not )?ok\\b(?: +(\\d{1,9})\\b)?(.*)");
    private static final Pattern PLAN = Pattern.compile("1\\.\\.(\\d{1,9})\\s*(?:#.*)?");
    private static final Pattern DIRECTIVE = Pattern.compile("(?i)(?<!\\\\)#\\s*(skip|todo)\\b.*");
    private static final Pattern LOOK =
            Pattern.compile("(?m)^(?:TAP version 1[234]|1\\.\\.\\d{1,9}[ \\t]*+(?:#.*)?|(?:not )?ok\\b.*)[ \\t]*+$");

    private final TestRun.Builder found;
    private final ReportText.Names names;
    private final List<Level> levels = new ArrayList<>(List.of(new Level()));
    private @Nullable String yaml;

    Tap(TestRun.Builder found, ReportText.Names names) {
        this.found = found;
        this.names = names;
    }

    /// One level of indentation that is open: what was planned, and what has come.
    private static final class Level {
        int planned = -1;
        int seen;
        List<Point> points = new ArrayList<>();
    }

    private record Point(String name, Standing standing) {}

    static boolean looksLike(String text) {
        return LOOK.matcher(text.substring(0, Math.min(text.length(), 1 << 16))).find();
    }

    void read(String text) throws BrokenReport {
        for (String line : (Iterable<String>) text.lines()::iterator) {
            int indent = indent(line);
            String rest = line.substring(indent);
            if (!inYaml(indent, rest)) {
                line(indent, rest);
            }
        }
        if (yaml != null) {
            throw new BrokenReport("it ends inside a YAML block: it was cut off");
        }
        if (levels.size() > 1) {
            throw new BrokenReport("it ends inside a subtest: it was cut off");
        }
        finish(levels.getFirst(), "it");
        for (Point point : levels.getFirst().points) {
            found.add(names.of(names.report(), point.name), point.standing);
        }
    }

    private static int indent(String line) {
        int indent = 0;
        while (indent < line.length() && line.charAt(indent) == ' ') {
            indent++;
        }
        return indent;
    }

    /// Details of the test before, indented by two more than it; they may look like tests.
    private boolean inYaml(int indent, String rest) {
        if (yaml == null && rest.stripTrailing().equals("---") && indent % INDENT == 2) {
            yaml = " ".repeat(indent);
            return true;
        }
        if (yaml != null) {
            if (indent == yaml.length() && rest.stripTrailing().equals("...")) {
                yaml = null;
            }
            return true;
        }
        return false;
    }

    private void line(int indent, String rest) throws BrokenReport {
        if (rest.startsWith("Bail out!")) {
            throw new BrokenReport("the run gave up: " + rest.substring(0, Math.min(rest.length(), 200)));
        }
        if (indent % INDENT != 0 || indent / INDENT > levels.size()) {
            return;
        }
        if (indent / INDENT >= DEEPEST) {
            throw new BrokenReport("its subtests are nested more than " + DEEPEST + " deep");
        }
        Matcher plan = PLAN.matcher(rest);
        Matcher point = POINT.matcher(rest);
        if (plan.matches()) {
            Level level = open(indent / INDENT);
            if (level.planned >= 0) {
                throw new BrokenReport("it holds two plans: '" + rest.strip() + "' is the second");
            }
            level.planned = Integer.parseInt(plan.group(1));
        } else if (point.matches()) {
            point(indent / INDENT, point);
        }
    }

    private Level open(int depth) {
        while (levels.size() <= depth) {
            levels.add(new Level());
        }
        return levels.get(depth);
    }

    private void point(int depth, Matcher point) throws BrokenReport {
        Level level = open(depth);
        String name = name(point.group(3), level.seen + 1);
        Standing standing = standing(point.group(1) != null, point.group(3));
        level.seen++;
        List<Point> below = new ArrayList<>();
        while (levels.size() > depth + 1) {
            Level closed = levels.removeLast();
            finish(closed, "the subtest '" + name + "'");
            if (levels.size() == depth + 1) {
                below = closed.points;
            } else {
                throw new BrokenReport("the subtest '" + name + "' ends inside another one");
            }
        }
        boolean explained = below.stream().anyMatch(one -> one.standing == Standing.FAILED);
        if (below.isEmpty() || standing == Standing.SKIPPED || (standing == Standing.FAILED && !explained)) {
            level.points.add(new Point(name, standing));
        }
        if (standing != Standing.SKIPPED) {
            below.forEach(one -> level.points.add(new Point(name + " > " + one.name, one.standing)));
        }
        if (level.points.size() > TestRun.Builder.MOST_TESTS) {
            throw new BrokenReport("it holds more than " + TestRun.Builder.MOST_TESTS + " tests");
        }
    }

    private static Standing standing(boolean not, String rest) {
        if (DIRECTIVE.matcher(rest).find()) {
            return Standing.SKIPPED;
        }
        return not ? Standing.FAILED : Standing.PASSED;
    }

    /// Without dash, directive and the brace that opens a subtest in some writers' form.
    private static String name(String rest, int number) {
        String name = DIRECTIVE.matcher(rest).replaceFirst("").strip();
        if (name.startsWith("-")) {
            name = name.substring(1).strip();
        }
        name = name.replace("\\#", "#").replace("\\\\", "\\");
        return name.isEmpty() ? String.format(Locale.ROOT, "test %d", number) : name;
    }

    private static void finish(Level level, String what) throws BrokenReport {
        if (level.planned < 0) {
            throw new BrokenReport(what + " has no plan: it was cut off");
        }
        if (level.planned != level.seen) {
            throw new BrokenReport(what + " planned " + level.planned + (level.planned == 1 ? " test" : " tests")
                    + ", but " + level.seen + " came");
        }
    }
}
