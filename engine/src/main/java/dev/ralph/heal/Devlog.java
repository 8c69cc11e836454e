package dev.ralph.heal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ralph.disk.LockFile;
import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.paths.Folders;
import dev.ralph.paths.UnlinkedFiles;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/// `DEVLOG.md` at the root of the project: what was corrected, for people, in the form of specification 000.
///
/// It promises: entries are numbered one after the other, whoever writes at the same time; an entry that is written
/// again after a crash is there once; what else stands in the file stays as it is.
record Devlog(Path project, ZoneId zone) {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final String SECTION = "## Self-Healing Events";
    private static final Pattern NUMBER = Pattern.compile("### Self-Healing Event #(\\d{1,9})\\b");
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private static final int LONGEST = 400;

    static Path file(Path project) {
        return project.resolve("DEVLOG.md");
    }

    /// How a correction turned out.
    enum Status {
        RESOLVED("✅ Resolved"),
        FAILED("❌ Failed again"),
        REFUSED("❌ Not applied"),
        CANCELLED("❌ Cancelled before it was done again");

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
                "\n" + QuotedText.fenced(context) + "\n");
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
        IgnoredStateFolders.ignored(state.resolveSibling(""));
        try (LockFile _ = LockFile.lock(state, LONGEST_WAIT)) {
            // each byte a character, since what others wrote may be no UTF-8 and stays as it is
            String text = Files.exists(file) ? new String(bytes(file), ISO_8859_1) : "# Development Log\n";
            String body = "\n\n" + String.join("  \n", lines) + "\n" + more;
            if (text.contains(ofBytes(kind + body))) {
                return; // who wrote it died before it could say so
            }
            Place place = Place.in(text);
            String entry = "### Self-Healing Event #" + (place.last() + 1) + kind + body;
            WholeFile.writeDurably(
                    FaultPoint.DEVLOG, file, place.with(ofBytes(entry)).getBytes(ISO_8859_1));
        }
    }

    private static byte[] bytes(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(file.toString(), null, "not a regular file; remove it");
        }
        return Files.readAllBytes(file);
    }

    private static String ofBytes(String words) {
        return new String(words.getBytes(UTF_8), ISO_8859_1);
    }

    /// Where the next entry belongs: at the end of its section, which is made where there is none. What only looks like
    /// a heading, in a code block, is none.
    ///
    /// @param text  the file
    /// @param end   of the section; below 0 where there is none
    /// @param fence that closes a code block which never ends; empty where there is none
    /// @param last  the highest number of an entry
    private record Place(String text, int end, String fence, int last) {
        static Place in(String text) {
            Node root = Parser.builder()
                    .includeSourceSpans(IncludeSourceSpans.BLOCKS)
                    .inlineParserFactory(_ -> (_, _) -> {})
                    .build()
                    .parse(text);
            int end = -1;
            int last = 0;
            String fence = "";
            for (Node node = root.getFirstChild(); node != null; node = node.getNext()) {
                if (node instanceof Heading heading) {
                    SourceSpan first = heading.getSourceSpans().getFirst();
                    String words = text.substring(first.getInputIndex(), first.getInputIndex() + first.getLength());
                    Matcher numbered = NUMBER.matcher(words);
                    last = numbered.lookingAt() ? Math.max(last, Integer.parseInt(numbered.group(1))) : last;
                    if (words.strip().equals(SECTION)) {
                        end = text.length();
                    } else if (end == text.length() && heading.getLevel() <= 2) {
                        end = first.getInputIndex();
                    }
                } else if (node instanceof FencedCodeBlock block && block.getClosingFenceLength() == null) {
                    int length = Objects.requireNonNull(block.getOpeningFenceLength());
                    fence = block.getFenceCharacter().repeat(length) + "\n";
                }
            }
            return new Place(text, end, fence, last);
        }

        String with(String entry) {
            int at = end < 0 ? text.length() : end;
            String before = text.substring(0, at);
            if (at == text.length() && !fence.isEmpty()) {
                before += (before.endsWith("\n") ? "" : "\n") + fence;
            }
            String gap =
                    before.endsWith("\n\n") || before.endsWith("\n\r\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
            String section = end < 0 ? SECTION + "\n\n" : "";
            return before + gap + section + entry + (at < text.length() ? "\n" + text.substring(at) : "");
        }
    }
}
