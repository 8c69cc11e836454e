package dev.ralph.heal;

import dev.ralph.disk.LockFile;
import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.paths.Folders;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.UnlinkedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `DEVLOG.md` at the root of the project: what was corrected, for people, in the form of specification 000.
///
/// It promises: entries are numbered one after the other, whoever writes at the same time; an entry that is written
/// again after a crash is there once; what else stands in the file stays as it is.
record Devlog(Path project, ZoneId zone) {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final String SECTION = "## Self-Healing Events";
    private static final Pattern NUMBER = Pattern.compile("(?m)^### Self-Healing Event #(\\d{1,9})\\b");
    private static final Pattern HEADING = Pattern.compile("(?m)^##? .*$");
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private static final int LONGEST = 400;

    static Path file(Path project) {
        return project.resolve("DEVLOG.md");
    }

    /// How a correction turned out.
    enum Status {
        RESOLVED("✅ Resolved"),
        FAILED("❌ Failed again"),
        REFUSED("❌ Not applied");

        private final String words;

        Status(String words) {
            this.words = words;
        }
    }

    void corrected(
            Instant at,
            String task,
            String error,
            String cause,
            String correction,
            int attempt,
            int most,
            Status status)
            throws IOException {
        append(
                "",
                List.of(
                        "**Date**: " + DATE.format(at.atZone(zone)),
                        "**Task**: " + line(task),
                        "**Error**: " + line(error),
                        "**Root Cause**: " + line(cause),
                        "**Correction**: " + line(correction),
                        "**Attempt**: " + attempt + " of " + most,
                        "**Status**: " + status.words),
                "");
    }

    /// @param context in several lines
    void escalated(String task, String error, int most, String context) throws IOException {
        append(
                " - ESCALATION REQUIRED",
                List.of(
                        "**Task**: " + line(task),
                        "**Error**: " + line(error),
                        "**Attempts**: " + most + " of " + most + " exhausted",
                        "**Status**: ⚠️ Human intervention required",
                        "**Context**: what the task left, below"),
                "\n" + Quoted.fenced(context) + "\n");
    }

    /// In one line, so that no line of it passes for one of ours.
    private static String line(String words) {
        String one = words.strip().replaceAll("\\s*[\\r\\n]+\\s*", " - ").replaceAll("\\p{Cntrl}", " ");
        return one.length() > LONGEST ? one.substring(0, LONGEST - 1) + "…" : one;
    }

    private void append(String kind, List<String> lines, String more) throws IOException {
        Path file = file(project);
        UnlinkedFiles.require(project, file);
        Path state = OrchestratorState.file(project).resolveSibling("devlog.lock");
        Folders.below(project, state.getParent());
        OwnFolders.ignored(state.resolveSibling(""));
        try (LockFile _ = LockFile.lock(state, LONGEST_WAIT)) {
            String text = Files.exists(file) ? LenientText.read(file) : "# Development Log\n";
            String body = "\n\n" + String.join("  \n", lines) + "\n" + more;
            if (text.contains(kind + body)) {
                return; // who wrote it died before it could say so
            }
            int number = 0;
            for (Matcher found = NUMBER.matcher(text); found.find(); ) {
                number = Math.max(number, Integer.parseInt(found.group(1)));
            }
            String entry = "### Self-Healing Event #" + (number + 1) + kind + body;
            WholeFile.writeDurably(FaultPoint.DEVLOG, file, inserted(text, entry));
        }
    }

    /// At the end of its section, which is made where there is none.
    private static String inserted(String text, String entry) {
        Matcher headings = HEADING.matcher(text);
        int end = -1;
        while (headings.find()) {
            if (headings.group().strip().equals(SECTION)) {
                end = text.length();
            } else if (end == text.length()) {
                end = headings.start();
            }
        }
        if (end < 0) {
            return text.stripTrailing() + "\n\n" + SECTION + "\n\n" + entry;
        }
        String before = text.substring(0, end).stripTrailing() + "\n\n";
        return before + entry + (end < text.length() ? "\n" + text.substring(end) : "");
    }
}
