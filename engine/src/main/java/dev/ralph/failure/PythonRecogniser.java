package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The last traceback, and programs that Python cannot read.
final class PythonRecogniser implements Recogniser {
    private static final Pattern TRACEBACK =
            Pattern.compile("^\\s*(?:\\+ )?(?:Exception Group )?Traceback \\(most recent call last\\):");
    private static final Pattern EXCEPTION = Pattern.compile("^\\s{0,4}([A-Za-z_][\\w.]*)(?:: (.*))?$");
    private static final Pattern SYNTAX = Pattern.compile("^(?:Syntax|Indentation|Tab)Error: .*");
    /// As `py_compile` and `compileall` say it.
    private static final Pattern SORRY =
            Pattern.compile("^(?:\\*{3} )?Sorry: ((?:Syntax|Indentation|Tab)Error: .*) \\(([^()]+), line (\\d+)\\)$");

    private static final Pattern FILE = Pattern.compile("^\\s*File \"");
    private static final Pattern NO_MODULE =
            Pattern.compile("^\\S*python\\S*: (No module named .*)$|^\\S*python\\S*: (can't open file .*)$");
    private static final Pattern CALLED = Pattern.compile("\\.\\w+\\(");

    @Override
    public String tool() {
        return "python";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> sorry = lines.first(SORRY);
        if (sorry.isPresent()) {
            return sorry.map(hit -> Reading.of(
                    FailureType.COMPILATION_ERROR,
                    Reading.UNCAUGHT,
                    tool(),
                    hit.group(1),
                    StackFrames.place(hit, 2, 3)));
        }
        Optional<Hit> traceback = lines.last(TRACEBACK);
        Optional<Hit> syntax = lines.last(SYNTAX);
        if (syntax.isPresent()
                && lines.first(FILE, syntax.get().index() - 6, syntax.get().index())
                        .isPresent()) {
            int at = syntax.get().index();
            return Optional.of(Reading.of(
                    FailureType.COMPILATION_ERROR,
                    Reading.UNCAUGHT,
                    tool(),
                    lines.at(at),
                    StackFrames.python(lines, at - 6, at)));
        }
        if (traceback.isPresent()) {
            return Optional.of(uncaught(lines, traceback.get().index() + 1));
        }
        return lines.first(NO_MODULE)
                .map(hit -> Reading.of(
                        FailureType.MISSING_DEPENDENCY, Reading.UNCAUGHT, tool(), lines.at(hit.index()), null));
    }

    private Failure uncaught(OutputLines lines, int from) {
        int end = from;
        while (end < lines.size()
                && (lines.at(end).startsWith(" ") || (lines.at(end).isEmpty() && end < from + 1))) {
            end++;
        }
        String message = exception(lines, from, Math.min(lines.size(), end + 1));
        Location place = StackFrames.python(lines, from, end);
        Failure failure = Reading.uncaught(Reading.UNCAUGHT, tool(), message, place);
        // None in the place of something that is called: nobody made it yet. None in the place of a value: a value.
        if (failure.type() == FailureType.RUNTIME_ERROR && message.contains("'NoneType' object has no attribute")) {
            return Reading.missing(failure, called(lines, from, end));
        }
        return failure;
    }

    private static boolean called(OutputLines lines, int from, int end) {
        for (int i = end - 1; i >= from; i--) {
            String line = lines.at(i).strip();
            if (!line.isEmpty() && !line.matches("[~^]+(?: *[~^]+)*")) {
                return CALLED.matcher(line).find();
            }
        }
        return false;
    }

    /// The last line that is an exception with its words.
    static String exception(OutputLines lines, int from, int end) {
        String found = "";
        for (int i = from; i < end; i++) {
            String line = lines.at(i);
            Matcher exception = EXCEPTION.matcher(line);
            if (!line.startsWith(" ")
                    && exception.find()
                    && !line.startsWith("Traceback")
                    && !line.startsWith("During handling")) {
                found = line;
            }
        }
        return found.isEmpty() ? lines.at(end - 1).strip() : found;
    }
}
