package dev.ralph.ratchet;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The Test Anything Protocol, versions 12 to 14, with subtests by indentation.
///
/// Lines that are none of its own are passed over, as its rules say. A run without a plan, with another number of
/// tests than planned, or with `Bail out!` was cut off: it is refused. A test with subtests stands for itself only
/// where it failed and none of them did. Subtests come before their test, or behind it between braces, as `tap` writes
/// them: the first brace ends the line of the test, before or after its time, or follows its details.
final class TapReport {
    private static final int INDENT = 4;
    private static final String ANNOUNCED = "# Subtest";
    private static final int DEEPEST = 100;
    private static final Pattern POINT = Pattern.compile("(not )?ok\\b(?: +(\\d{1,9})\\b)?(.*)");
    private static final Pattern PLAN = Pattern.compile("1\\.\\.(\\d{1,9})\\s*(?:#.*)?");
    private static final Pattern DIRECTIVE = Pattern.compile("(?i)(?<!\\\\)#\\s*(skip|todo)\\b.*");
    /// How long it took, which is no part of a name.
    private static final Pattern TIME = Pattern.compile("(?<!\\\\)#\\s*time=\\S++$");
    private static final Pattern LOOK =
            Pattern.compile("(?m)^(?:TAP version 1[234]|1\\.\\.\\d{1,9}[ \\t]*+(?:#.*)?|(?:not )?ok\\b.*)[ \\t]*+$");

    private final TestRun.Builder found;
    private final ReportText.Names names;
    private final List<Level> levels = new ArrayList<>(List.of(new Level()));
    private final Deque<Buffered> buffered = new ArrayDeque<>();
    /// A test without subtests, while nothing but details came behind it.
    private @Nullable Buffered last;
    private @Nullable String yaml;
    /// Tests without subtests so far.
    private int count;
    /// The depth of the subtests of which a comment says that they come.
    private int announced;

    TapReport(TestRun.Builder found, ReportText.Names names) {
        this.found = found;
        this.names = names;
    }

    /// One level of indentation that is open: what was planned, and what has come.
    private static final class Level {
        int planned = -1;
        int seen;
        List<Point> points = new ArrayList<>();
    }

    /// A test.
    ///
    /// @param below its subtests
    /// @param fails whether it, or a subtest that counts, failed
    private record Point(String name, TestOutcome standing, List<Point> below, boolean fails) {
        static Point of(String name, TestOutcome standing, List<Point> below) {
            boolean explained = below.stream().anyMatch(Point::fails);
            boolean fails = standing == TestOutcome.FAILED || (standing != TestOutcome.SKIPPED && explained);
            return new Point(name, standing, below, fails);
        }

        boolean standsForItself() {
            return below.isEmpty()
                    || standing == TestOutcome.SKIPPED
                    || (standing == TestOutcome.FAILED && below.stream().noneMatch(Point::fails));
        }
    }

    /// A test whose subtests follow it, up to a closing brace.
    private record Buffered(int depth, Point point) {}

    static boolean looksLike(String head) {
        return LOOK.matcher(head).find();
    }

    void read(ReportLines lines) throws BrokenReport, IOException {
        ReportLines.Line line = next(lines);
        while (line != null) {
            ReportLines.Line next = next(lines);
            int indent = indent(line.text());
            String rest = line.text().substring(indent);
            if (!inYaml(indent, rest)) {
                if (line.cut() && POINT.matcher(rest).matches()) {
                    throw new BrokenReport("the line of a test is longer than " + (ReportLines.LONGEST >> 20) + " MiB");
                }
                line(indent, rest, next == null ? "" : next.text());
            }
            line = next;
        }
        if (yaml != null) {
            throw new BrokenReport("it ends inside a YAML block: it was cut off");
        }
        if (levels.size() > 1 || !buffered.isEmpty()) {
            throw new BrokenReport("it ends inside a subtest: it was cut off");
        }
        finish(levels.getFirst(), "it");
        for (Point point : levels.getFirst().points) {
            tell(point, "");
        }
    }

    /// @param around the names of the tests that it is a subtest of
    private void tell(Point point, String around) throws BrokenReport {
        String path = names.joined(around, point.name);
        if (point.standsForItself()) {
            found.add(names.of(names.report(), path), point.standing);
        }
        if (point.standing != TestOutcome.SKIPPED) {
            for (Point one : point.below) {
                tell(one, path);
            }
        }
    }

    private static ReportLines.@Nullable Line next(ReportLines lines) throws IOException {
        ReportLines.Line line = lines.next();
        while (line != null && line.text().isBlank()) {
            line = lines.next();
        }
        return line;
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

    /// @param next the line behind it
    private void line(int indent, String rest, String next) throws BrokenReport {
        Buffered before = last;
        last = null;
        if (rest.startsWith("Bail out!")) {
            throw new BrokenReport("the run gave up: " + rest.substring(0, Math.min(rest.length(), 200)));
        }
        if (indent % INDENT != 0 || indent / INDENT > Math.max(levels.size(), announced)) {
            return;
        }
        if (rest.startsWith(ANNOUNCED)) {
            announced = indent / INDENT + 1;
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
            point(indent / INDENT, point, indent(next) == indent + INDENT);
        } else if (before != null && before.depth == indent / INDENT && opens(indent, rest, next)) {
            levels.get(before.depth).points.removeLast();
            count--;
            await(before);
        } else if (rest.strip().equals("}") && !buffered.isEmpty() && buffered.getLast().depth == indent / INDENT) {
            settle(indent / INDENT, buffered.removeLast().point);
        }
    }

    /// Not so what a test prints as JSON.
    private static boolean opens(int indent, String rest, String next) {
        String below = next.substring(indent(next));
        return rest.strip().equals("{")
                && indent(next) == indent + INDENT
                && (below.startsWith(ANNOUNCED)
                        || PLAN.matcher(below).matches()
                        || POINT.matcher(below).matches());
    }

    private Level open(int depth) {
        while (levels.size() <= depth) {
            levels.add(new Level());
        }
        return levels.get(depth);
    }

    private void point(int depth, Matcher point, boolean goesDeeper) throws BrokenReport {
        Level level = open(depth);
        String rest = withoutTime(point.group(3));
        boolean opens = goesDeeper && rest.endsWith("{");
        String told = opens ? withoutTime(rest.substring(0, rest.length() - 1)) : rest;
        Point test = Point.of(name(told, level.seen + 1), standing(point.group(1) != null, told), List.of());
        level.seen++;
        announced = depth;
        if (opens) {
            await(new Buffered(depth, test));
        } else {
            last = levels.size() == depth + 1 ? new Buffered(depth, test) : null;
            settle(depth, test);
        }
    }

    private void await(Buffered test) {
        buffered.addLast(test);
        open(test.depth + 1);
    }

    /// A test is over, and so is everything below it.
    private void settle(int depth, Point test) throws BrokenReport {
        Level level = open(depth);
        List<Point> below = new ArrayList<>();
        while (levels.size() > depth + 1) {
            Level closed = levels.removeLast();
            finish(closed, "the subtest '" + test.name + "'");
            if (levels.size() == depth + 1) {
                below = closed.points;
            } else {
                throw new BrokenReport("the subtest '" + test.name + "' ends inside another one");
            }
        }
        level.points.add(Point.of(test.name, test.standing, below));
        if (below.isEmpty() && ++count > TestRun.Builder.MOST_TESTS) {
            throw new BrokenReport("it holds more than " + TestRun.Builder.MOST_TESTS + " tests");
        }
    }

    private static TestOutcome standing(boolean not, String rest) {
        if (DIRECTIVE.matcher(rest).find()) {
            return TestOutcome.SKIPPED;
        }
        return not ? TestOutcome.FAILED : TestOutcome.PASSED;
    }

    /// Without dash and directive.
    private String name(String rest, int number) {
        String name = DIRECTIVE.matcher(rest).replaceFirst("").strip();
        if (name.startsWith("-")) {
            name = name.substring(1).strip();
        }
        name = names.part(name.replace("\\#", "#").replace("\\\\", "\\"));
        return name.isEmpty() ? String.format(Locale.ROOT, "test %d", number) : name;
    }

    /// A time is the last word, with what begins it: nothing else is searched, as a line may be full of them.
    private static String withoutTime(String told) {
        String text = told.stripTrailing();
        int word = text.length();
        while (word > 0 && !Character.isWhitespace(text.charAt(word - 1))) {
            word--;
        }
        int from = text.substring(0, word).stripTrailing().length();
        Matcher time = TIME.matcher(text).useTransparentBounds(true).region(Math.max(0, from - 1), text.length());
        return time.find() ? text.substring(0, time.start()).stripTrailing() : text;
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
