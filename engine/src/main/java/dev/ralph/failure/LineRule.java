package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;
import static dev.ralph.failure.FailureType.RESOURCE_ERROR;
import static dev.ralph.failure.FailureType.RUNTIME_ERROR;
import static dev.ralph.failure.FailureType.TEST_FAILURE;

import dev.ralph.failure.OutputLines.Hit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An error that a tool says in one line.
///
/// @param line   may have the groups `file`, `line` and `says`; without the last, the whole line is the message
/// @param absent what the message has where something is missing that the tool needs
/// @param above  how many lines above belong to the message
/// @param below  how many lines below
record LineRule(
        Reading reading,
        FailureType type,
        Pattern line,
        @Nullable Pattern absent,
        int above,
        int below) implements Recogniser {
    static final Reading FORMATTER = new Reading("formatter", Reading.BUILD_TOOL);
    private static final Reading GO = new Reading("go build", Reading.BUILD_TOOL);
    private static final Reading MAKE = new Reading("make", Reading.BUILD_TOOL);
    private static final Reading JAVA = new Reading("java", Reading.UNCAUGHT);
    private static final Reading PYTHON = new Reading("python", Reading.UNCAUGHT);

    private static final String STUBS =
            "Cannot find implementation or library stub|Library stubs not installed|\\[import(?:-not-found|-untyped)?\\]$|missing library stubs|\\(reportMissing(?:Imports|ModuleSource|TypeStubs)\\)$";

    private static final String C_SOURCE =
            "(?<file>\\S[^:()]*\\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|m|mm|inl|ipp|tcc|cu|s|S|f|f90))";
    /// "error" and "fatal error" as GCC and javac are translated.
    static final String ERROR = "(?:(?:fatal )?error|error fatal|(?:schwerwiegender )?Fehler|erreur(?: fatale)?"
            + "|errore(?: irreversibile| fatale)?|erro(?: fatal)?|(?:фатальная )?ошибка|błąd(?: krytyczny)?|fatalt fel|fel"
            + "|(?:fatale )?fout|(?:致命的)?エラー|致命错误|错误|嚴重錯誤|錯誤) ?[:：] ?";
    private static final String C_HEADER =
            "^[^:]+: No such file or directory$|^[\\w./+-]+\\.h\\w{0,2}: .+$|^'[^']+' file not found";

    /// Where two are as sure, the upper one is believed.
    static final List<LineRule> ALL = List.of(
            compiler(
                    "kotlinc",
                    "^e: (?:file://)?(?<file>\\S+\\.kts?):(?: \\()?(?<line>\\d+)[:,] ?\\d+\\)?:? (?<says>.+)$"),
            compiler("eslint", "^(?<file>\\S[^:]*\\.\\w+):(?<line>\\d+):\\d+: (?<says>.*) \\[Error/.*\\]$")
                    .absent(EslintRecogniser.UNRESOLVED.pattern()),
            compiler("eslint", "^(?<file>\\S[^:]*\\.\\w+): line (?<line>\\d+), col \\d+, Error - (?<says>.*)$")
                    .absent(EslintRecogniser.UNRESOLVED.pattern()),
            compiler("eslint", "^ESLint (?:couldn't find|found too many warnings)")
                    .absent("couldn't find"),
            compiler("mypy", "^\\s{0,4}(?<file>\\S[^:]*\\.pyi?):(?<line>\\d+):(?:\\d+:){0,3} error: (?<says>.+)$")
                    .absent(STUBS),
            compiler("pyright", "^\\s{0,4}(?<file>\\S[^:]*\\.pyi?):(?<line>\\d+):\\d+ - error: (?<says>.+)$")
                    .absent(STUBS),
            compiler("ruff", "^\\s+--> (?<file>\\S+\\.pyi?):(?<line>\\d+):\\d+$")
                    .with(1, 0),
            compiler(
                    "scalac", "^\\[error\\]\\s+(?<file>\\S+\\.(?:scala|sc|sbt)):(?<line>\\d+)(?::\\d+)?: (?<says>.+)$"),
            compiler("scalac", "^(?<file>\\S+\\.scala):(?<line>\\d+): error: (?<says>.+)$"),
            compiler(
                    "scalac",
                    "^(?:\\[error\\]\\s+)?-- (?:\\[E\\d+\\] )?(?<says>.*Error): (?<file>\\S+\\.(?:scala|sc)):(?<line>\\d+):\\d+ ?-*$"),
            compiler("go build", "^(?:vet: )?(?<file>\\S[^:\\s]*\\.go):(?<line>\\d+):\\d+: (?<says>.+)$"),
            of(GO, MISSING_DEPENDENCY, "^package (\\S+) is not in (?:GOROOT|std)"),
            of(GO, COMPILATION_ERROR, "^\\s+imports (?<says>.*: import cycle not allowed.*)$"),
            of(GO, COMPILATION_ERROR, "^go: .*errors parsing"),
            of(GO, MISSING_DEPENDENCY, "^go: (?!downloading|finding|extracting|added|upgraded)(.+)$"),
            compiler("gcc", "^" + C_SOURCE + ":(?<line>\\d+)(?::\\d+)?: " + ERROR + "(?<says>.+)$")
                    .absent(C_HEADER),
            compiler(
                            "gcc",
                            "^" + C_SOURCE
                                    + "\\((?<line>\\d+)(?:,\\d+)?\\)\\s?: (?:fatal )?error(?: C\\d+)?: (?<says>.+)$")
                    .absent(C_HEADER),
            of(
                    new Reading("gcc", Reading.COMPILER),
                    MISSING_DEPENDENCY,
                    "ld(?:\\.\\w+)?: (?:error: )?(?:cannot find (-l\\S+?)(?::.*)?|unable to find library (-l\\S+)|library not found for (-l\\S+))$"),
            compiler(
                    "gcc",
                    "(?:(?<file>\\S+\\.\\w{1,4}):(?:\\(\\.[^)]*\\)|(?<line>\\d+)): )?(?<says>undefined reference to .+|multiple definition of .+|duplicate symbol .+|Undefined symbols for architecture .+)$"),
            of(
                            new Reading("gcc", Reading.BUILD_TOOL + 5),
                            COMPILATION_ERROR,
                            "^(?:\\S*/)?(?:[\\w-]*-)?(?:gcc|g\\+\\+|cc|c\\+\\+|clang|clang\\+\\+|cc1|cc1plus|collect2|ld|ld\\.lld|as)(?:-\\d+)?: (?:fatal error|error|fatal): (.+)$|^(?:cc1|cc1plus): (out of memory.*)$|^(?:LLVM ERROR: |virtual memory exhausted)(.*)$")
                    .absent("No such file")
                    .with(1, 0),
            of(
                    MAKE,
                    MISSING_DEPENDENCY,
                    "^\\S*make(?:\\[\\d+\\])?: \\*\\*\\* (?<says>No rule to make target .+|No targets specified.*)$"),
            of(MAKE, MISSING_DEPENDENCY, "^\\S*make(?:\\[\\d+\\])?: (?<says>\\S+): No such file or directory$"),
            of(MAKE, COMPILATION_ERROR, "^(?<file>\\S+):(?<line>\\d+): \\*\\*\\* (?<says>.+?)(?:\\s+Stop\\.)?$"),
            of(FORMATTER, COMPILATION_ERROR, "^error: cannot format (?<file>\\S+): .*: (?<line>\\d+):\\d+: .*$"),
            of(FORMATTER, COMPILATION_ERROR, "^\\[error\\] (?<file>\\S+): \\w*Error: .* \\((?<line>\\d+):\\d+\\)$"),
            of(FORMATTER, COMPILATION_ERROR, "^Diff in (?<file>\\S+?)(?: at line |:)(?<line>\\d+):$"),
            of(
                    new Reading("node", Reading.ENDED),
                    RESOURCE_ERROR,
                    "^FATAL ERROR: .*(?:heap out of memory|Allocation failed)"),
            of(
                    JAVA,
                    MISSING_DEPENDENCY,
                    "^(?:Error: )?(?<says>(?:Could not find or load main class|Unable to access jarfile|Main method not found).*)$"),
            of(JAVA, RUNTIME_ERROR, "^# A fatal error has been detected.*$").with(0, 1),
            of(
                            JAVA,
                            RESOURCE_ERROR,
                            "^# There is insufficient memory|^Error occurred during initialization of VM|^The system is out of resources\\.?")
                    .with(0, 1),
            of(
                    PYTHON,
                    COMPILATION_ERROR,
                    "^(?:\\*{3} )?Sorry: (?<says>(?:Syntax|Indentation|Tab)Error: .*) \\((?<file>[^()]+), line (?<line>\\d+)\\)$"),
            of(PYTHON, MISSING_DEPENDENCY, "^\\S*python\\S*: (?:No module named |can't open file )"),
            of(
                    new Reading("ruby", Reading.UNCAUGHT),
                    COMPILATION_ERROR,
                    "^(?:ruby: )?(?<file>\\S+\\.rb):(?<line>\\d+): (?<says>.*\\bsyntax errors?\\b.*)$"),
            of(
                    new Reading("rust", Reading.UNCAUGHT),
                    RUNTIME_ERROR,
                    "^thread '([^']*)'(?: \\(\\d+\\))? has overflowed its stack"),
            of(
                    new Reading("pytest", Reading.BUILD_TOOL),
                    MISSING_DEPENDENCY,
                    "^ERROR: .*not found: |error: unrecognized arguments: "),
            of(
                            new Reading("googletest", Reading.TEST_RUNNER),
                            TEST_FAILURE,
                            "^(?<file>\\S+\\.\\w+):(?<line>\\d+): Failure$")
                    .with(0, 4),
            of(
                    new Reading("shell", Reading.SHELL),
                    RUNTIME_ERROR,
                    "^(?:\\S+: )?(?<file>\\S+): (?:line )?(?<line>\\d+): (?<says>\\S+: (?:parameter (?:null or )?not set|unbound variable))$"),
            of(
                    new Reading("perl", Reading.SHELL),
                    RUNTIME_ERROR,
                    "^(?!#)(?<says>\\S.*) at (?<file>\\S+\\.p[lm]) line (?<line>\\d+)\\.$"),
            of(new Reading("jest", Reading.BUILD_TOOL), COMPILATION_ERROR, "^● Validation Error:$")
                    .absent("not found|cannot be found")
                    .with(0, 2),
            of(new Reading("pytest", Reading.SHELL), TEST_FAILURE, "^=* ?(?<says>no tests ran|collected 0 items)\\b"),
            of(new Reading("jest", Reading.SHELL), TEST_FAILURE, "^No test(?: file)?s found, exiting with code 1"));

    private static LineRule compiler(String tool, String line) {
        return of(new Reading(tool, Reading.COMPILER), COMPILATION_ERROR, line);
    }

    private static LineRule of(Reading reading, FailureType type, String line) {
        return new LineRule(reading, type, Pattern.compile(line), null, 0, 0);
    }

    private LineRule absent(String words) {
        return new LineRule(reading, type, line, Pattern.compile(words), above, below);
    }

    private LineRule with(int linesAbove, int linesBelow) {
        return new LineRule(reading, type, line, absent, linesAbove, linesBelow);
    }

    @Override
    public Optional<Failure> read(OutputLines lines) {
        return lines.first(line).map(hit -> {
            String message = line.namedGroups().containsKey("says")
                    ? hit.found().group("says")
                    : lines.joined(hit.index() - above, hit.index() + 1 + below);
            Location place = place(hit);
            return absent != null && absent.matcher(message).find()
                    ? reading.of(MISSING_DEPENDENCY, message, place)
                    : reading.symptom(type, message, place);
        });
    }

    private @Nullable Location place(Hit hit) {
        if (!line.namedGroups().containsKey("file") || hit.found().group("file") == null) {
            return null;
        }
        return Location.at(
                StackFrames.file(hit.found().group("file")),
                StackFrames.number(hit.found().group("line")));
    }
}
