package dev.ralph.failure;

import static dev.ralph.failure.FailureType.COMPILATION_ERROR;
import static dev.ralph.failure.FailureType.MISSING_DEPENDENCY;

import dev.ralph.failure.OutputLines.Hit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Programs, scripts and libraries that a shell or npm does not find, and scripts that a shell cannot read.
final class ShellRecogniser {
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

    private ShellRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        Optional<Hit> syntax = lines.first(SYNTAX);
        if (syntax.isPresent()) {
            return syntax.map(
                    hit -> new Reading("shell", Reading.SHELL).of(COMPILATION_ERROR, hit.group(3), hit.place(1, 2)));
        }
        boolean notFound = lines.exitCode() == 127;
        return lines.last(NOT_FOUND)
                .map(hit -> absent(lines.at(hit.index()), notFound ? Reading.UNCAUGHT + 5 : Reading.SHELL))
                .or(() -> lines.last(NO_FILE)
                        .or(() -> lines.first(NPM))
                        .or(() -> lines.first(PIP))
                        .or(() -> lines.first(PERL))
                        .map(hit -> absent(lines.at(hit.index()), notFound ? Reading.UNCAUGHT : Reading.SHELL)));
    }

    private static Failure absent(String line, int confidence) {
        Location place = new OutputLines(List.of(line), 0, false)
                .first(PLACE)
                .map(hit -> hit.group(1).isEmpty() ? hit.place(3, 4) : hit.place(1, 2))
                .orElse(null);
        return new Reading(line.startsWith("npm") ? "npm" : "shell", confidence).of(MISSING_DEPENDENCY, line, place);
    }
}
