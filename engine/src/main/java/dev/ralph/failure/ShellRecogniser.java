package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// Programs, scripts and libraries that a shell or npm does not find, and scripts that a shell cannot read.
final class ShellRecogniser implements Recogniser {
    private static final Pattern NOT_FOUND = Pattern.compile(
            "^(?:\\S*/)?(?:\\S*sh|\\S+): (?:(?:line )?(\\d+): )?(\\S+): (?:command not found|not found|inaccessible or not found)$"
                    + "|^\\w+: command not found: (\\S+)$|: executable file not found in \\$PATH|^(\\S+) is not recognized as an internal or external command"
                    + "|^(?:/usr/bin/)?env: ['‘]?([^'’:]+)['’]?: No such file or directory$|error while loading shared libraries: ");
    private static final Pattern NO_FILE = Pattern.compile(
            "^(?:\\S*/)?\\w*sh: (?:\\d+: )?(?:line \\d+: )?(?:cannot open )?(\\S+): (?:No such file(?: or directory)?|Permission denied)$");
    private static final Pattern PLACE =
            Pattern.compile("^(\\S+\\.\\w*sh): (?:line )?(\\d+): | at (\\S+) line (\\d+)\\.$");
    private static final Pattern SYNTAX =
            Pattern.compile("^(\\S+): (?:line )?(\\d+): (?:\\d+: )?([Ss]yntax error.*|unexpected EOF.*)$");
    private static final Pattern NPM = Pattern.compile(
            "^npm (?:ERR!|error) (?:(Missing script:.*|missing script:.*)|code (E404|ERESOLVE|ENOENT|ETARGET|EUSAGE|ENOVERSIONS))");
    private static final Pattern PIP = Pattern.compile(
            "^ERROR: (No matching distribution found.*|Could not find a version.*|Could not open requirements file.*)$");
    private static final Pattern PERL = Pattern.compile("^(Can't locate \\S+\\.pm in @INC.*)");

    @Override
    public String tool() {
        return "shell";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> syntax = lines.first(SYNTAX);
        if (syntax.isPresent()) {
            Hit hit = syntax.get();
            return Optional.of(Reading.of(
                    FailureType.COMPILATION_ERROR, Reading.SHELL, tool(), hit.group(3), StackFrames.place(hit, 1, 2)));
        }
        Optional<Hit> absent = lines.last(NOT_FOUND);
        int confidence = output.exitCode() == 127 ? Reading.UNCAUGHT + 5 : Reading.SHELL;
        if (absent.isEmpty()) {
            absent = lines.last(NO_FILE)
                    .or(() -> lines.first(NPM))
                    .or(() -> lines.first(PIP))
                    .or(() -> lines.first(PERL));
            confidence = output.exitCode() == 127 ? Reading.UNCAUGHT : Reading.SHELL;
        }
        if (absent.isEmpty()) {
            return Optional.empty();
        }
        String line = lines.at(absent.get().index());
        Location place = null;
        var placed = PLACE.matcher(line);
        if (placed.find()) {
            int group = placed.group(1) == null ? 3 : 1;
            place = Location.at(placed.group(group), StackFrames.number(placed.group(group + 1)));
        }
        return Optional.of(Reading.of(
                FailureType.MISSING_DEPENDENCY, confidence, line.startsWith("npm") ? "npm" : tool(), line, place));
    }
}
