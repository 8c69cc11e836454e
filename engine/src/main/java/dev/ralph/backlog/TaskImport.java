package dev.ralph.backlog;

import dev.ralph.backlog.ImportedTask.Status;
import dev.ralph.disk.Sha256;
import dev.ralph.process.PlainText;
import java.text.Normalizer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The tasks of a foreign file: a Markdown checklist, a `prd.json`, issues as `gh issue list --json` prints them, or
/// CSV.
///
/// It promises:
/// 1. No content makes it fail: what cannot be read is left out and is a problem with its line.
/// 2. The same text gives the same keys; no two tasks have the same key; no task is its own ancestor.
/// 3. Time and memory grow with the length of the text only.
///
/// @param problems in the order of their lines, at most [#MOST_PROBLEMS]
public record TaskImport(Format format, List<ImportedTask> tasks, List<Problem> problems) {
    public static final int LONGEST_TEXT = 16 * 1024 * 1024;
    public static final int MOST_TASKS = 100_000;
    public static final int MOST_PROBLEMS = 1000;
    public static final int LONGEST_TITLE = 500;
    public static final int LONGEST_DESCRIPTION = 65_536;

    private static final int LONGEST_WORD = 200;

    /// Image links are not links. No part can be left for another, so that a line is read once.
    private static final Pattern LINK = Pattern.compile("(?<!!)\\[([^\\[\\]]*+)]\\([ \\t]*+<?+"
            + "([^()\\s<>\\[\\]]++(?:\\([^()\\s<>\\[\\]]*+\\)[^()\\s<>\\[\\]]*+){0,4}+)[^()\\[\\]]*+\\)");

    private static final Pattern BLANKS = Pattern.compile("\\s++");
    private static final Pattern SIGNS = Pattern.compile("[*_`~\\s]++");
    private static final Pattern LAST_SIGNS = Pattern.compile("[ .,:;]++$");
    private static final Pattern BOLD = Pattern.compile("(?<![\\w*])\\*\\*([^*]++)\\*\\*(?![\\w*])");

    public enum Format {
        MARKDOWN,
        PRD,
        GITHUB_ISSUES,
        CSV
    }

    /// What was left out, or changed, and why.
    ///
    /// @param line from 1
    /// @param words as they go on after the line: `has no title; skipped`
    public record Problem(int line, String words) {}

    public TaskImport {
        tasks = List.copyOf(tasks);
        problems = List.copyOf(problems);
    }

    /// @param fileName its ending says what it is; without a known one the text does
    public static TaskImport read(String fileName, String text) {
        String content = text.startsWith("\ufeff") ? text.substring(1) : text;
        Format format = format(fileName.toLowerCase(Locale.ROOT), content);
        Found found = new Found();
        if (text.length() > LONGEST_TEXT) {
            found.problem(1, "is longer than " + LONGEST_TEXT / (1024 * 1024) + " MB; nothing is read");
            return found.end(format);
        }
        switch (format) {
            case MARKDOWN -> new MarkdownTasks(found).read(content);
            case CSV -> TaskRows.readCsv(content, found);
            case PRD, GITHUB_ISSUES -> format = TaskRows.readJson(content, found);
        }
        if (found.drafts.isEmpty() && found.problems.isEmpty()) {
            found.problem(1, "has no tasks");
        }
        return found.end(format);
    }

    private static Format format(String name, String text) {
        if (name.endsWith(".json")) {
            return Format.PRD;
        }
        if (name.endsWith(".csv") || name.endsWith(".tsv")) {
            return Format.CSV;
        }
        if (name.endsWith(".md") || name.endsWith(".markdown")) {
            return Format.MARKDOWN;
        }
        String start = text.substring(0, Math.min(text.length(), 10_000)).strip();
        if (start.startsWith("{") || start.matches("(?s)\\[\\s*+[\\[{\"\\]].*")) {
            return Format.PRD;
        }
        return TaskRows.isCsvHeader(start) ? Format.CSV : Format.MARKDOWN;
    }

    /// On one line, without the marks of links and bold words; empty where nothing is left.
    static String title(String text) {
        String start = cut(text, 4 * LONGEST_TITLE);
        String plain = BOLD.matcher(LINK.matcher(start).replaceAll("$1")).replaceAll("$1");
        return cut(oneLine(plain), LONGEST_TITLE);
    }

    /// A name, a reference, a label.
    static String word(String text) {
        return cut(oneLine(cut(text, 2 * LONGEST_WORD)), LONGEST_WORD);
    }

    private static String oneLine(String text) {
        return BLANKS.matcher(PlainText.of(text)).replaceAll(" ").strip();
    }

    static String description(String text) {
        String start = cut(text.replace("\r\n", "\n").replace('\r', '\n'), LONGEST_DESCRIPTION);
        return PlainText.of(start).stripTrailing().stripIndent().strip();
    }

    private static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = longest - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }

    /// The target of the first Markdown link.
    static @Nullable String link(String text) {
        Matcher link = LINK.matcher(text);
        return link.find() && link.group(2).length() <= 1000 ? PlainText.of(link.group(2)) : null;
    }

    /// What stays the same when somebody changes the case, the blanks, the emphasis or the full stop of a title. The
    /// scope is only hashed: keys stay short however deep a task is.
    static String key(@Nullable String scope, String title) {
        String lower = Normalizer.normalize(title, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
        String name = LAST_SIGNS
                .matcher(SIGNS.matcher(lower).replaceAll(" "))
                .replaceFirst("")
                .strip();
        String key = name.isEmpty() ? title : name;
        return scope == null ? key : Sha256.of(scope).substring(0, 16) + "/" + key;
    }

    /// A task while its file is read.
    static final class Draft {
        final String key;
        final int line;
        final String title;
        ImportedTask.Type type = ImportedTask.Type.TASK;
        String description = "";

        @Nullable
        String parent;

        List<String> blockedBy = List.of();
        Status status = Status.PENDING;

        @Nullable
        Integer priority;

        @Nullable
        String externalId;

        @Nullable
        String externalUrl;

        List<String> tags = List.of();

        @Nullable
        String spec;

        @Nullable
        Map<String, Object> completion;

        @Nullable
        Instant createdAt;

        Draft(String key, int line, String title) {
            this.key = key;
            this.line = line;
            this.title = title;
        }

        private ImportedTask task() {
            return new ImportedTask(
                    key,
                    line,
                    type,
                    title,
                    description,
                    parent,
                    blockedBy,
                    status,
                    priority,
                    externalId,
                    externalUrl,
                    tags,
                    spec,
                    completion,
                    createdAt);
        }
    }

    /// What a reader has found so far.
    static final class Found {
        private final Map<String, Draft> drafts = new LinkedHashMap<>();
        private final List<Problem> problems = new ArrayList<>();
        private int added;

        void problem(int line, String words) {
            if (problems.size() < MOST_PROBLEMS - 1) {
                problems.add(new Problem(line, words));
            } else if (problems.size() < MOST_PROBLEMS) {
                problems.add(new Problem(line, "and what follows has more problems than are listed"));
            }
        }

        @Nullable
        Draft get(String key) {
            return drafts.get(key);
        }

        Collection<Draft> drafts() {
            return drafts.values();
        }

        boolean isFull() {
            return added > MOST_TASKS;
        }

        /// A key counts once. What is beyond the limit is reported once.
        boolean add(Draft draft) {
            if (isFull()) {
                return false;
            }
            if (++added > MOST_TASKS) {
                problem(draft.line, "is beyond the limit of " + MOST_TASKS + " tasks; it and what follows is skipped");
                return false;
            }
            Draft earlier = drafts.putIfAbsent(draft.key, draft);
            if (earlier != null) {
                problem(draft.line, "repeats \"" + word(draft.title) + "\" of line " + earlier.line + "; skipped");
            }
            return earlier == null;
        }

        private TaskImport end(Format format) {
            problems.sort(Comparator.comparingInt(Problem::line));
            return new TaskImport(
                    format, drafts.values().stream().map(Draft::task).toList(), problems);
        }
    }
}
