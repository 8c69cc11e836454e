package dev.ralph.backlog;

import dev.ralph.backlog.ImportedTask.Status;
import dev.ralph.backlog.TaskImport.Draft;
import dev.ralph.backlog.TaskImport.Found;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads checklists line by line: an item with a box is a task, one that is two columns deeper its subtask, a heading
/// `Phase N` an epic, and the other lines of an item its description. Boxes in code blocks and comments are not read.
final class MarkdownTasks {
    private static final int TAB = 4;
    private static final int STEP = 2;
    private static final String MARKER = "(?:[-*+]|\\d{1,9}[.)])";
    private static final Pattern ITEM = Pattern.compile("(?s)" + MARKER + "(?:[ \\t]++(.*+))?+");
    private static final Pattern BOX =
            Pattern.compile("(?s)\\[[ \\t]{0,3}+([^\\[\\]\\s]?+)\\ufe0f?+[ \\t]{0,3}+](?:[ \\t]++(.*+))?+");
    private static final Pattern HEADING = Pattern.compile("(?s)(#{1,6}+)[ \\t]++(.*+)");
    private static final Pattern PHASE = Pattern.compile("(?is)phase \\d.*+");
    private static final Pattern FENCE = Pattern.compile("(?s)(?:" + MARKER + "[ \\t]++)?+(`{3,}+|~{3,}+)(.*+)");

    /// An item that the lines below it may belong to.
    private record Item(int column, Draft task, StringBuilder text) {}

    private record Phase(int level, Draft epic) {}

    private final Found found;
    private final Deque<Item> items = new ArrayDeque<>();
    private final Deque<Phase> phases = new ArrayDeque<>();
    private final String[] headings = {"", "", "", "", "", ""};
    private final Map<String, String> sections = new HashMap<>();
    private String section = "";
    private boolean afterBlank;

    MarkdownTasks(Found found) {
        this.found = found;
    }

    void read(String text) {
        Iterator<String> lines = text.lines().iterator();
        String fence = null;
        boolean inComment = false;
        int opened = 0;
        for (int number = 1; lines.hasNext() && !found.isFull(); number++) {
            String line = lines.next();
            String words = line.strip();
            Matcher mark = FENCE.matcher(words);
            if (fence != null) {
                describe(line);
                fence = words.startsWith(fence)
                                && words.replace(fence.substring(0, 1), "").isEmpty()
                        ? null
                        : fence;
            } else if (inComment) {
                inComment = !words.contains("-->");
            } else if (words.startsWith("<!--") && !words.contains("-->")) {
                inComment = true;
                opened = number;
            } else if (mark.matches() && mark.group(2).indexOf(mark.group(1).charAt(0)) < 0) {
                fence = mark.group(1);
                opened = number;
                close(column(line));
                describe(line);
            } else {
                line(number, line, words);
            }
            afterBlank = words.isEmpty();
        }
        if ((fence != null || inComment) && !found.isFull()) {
            String what = inComment ? "comment" : "code block";
            found.problem(opened, "opens a " + what + " that never ends; the rest is skipped");
        }
        close(0);
    }

    private void line(int number, String line, String words) {
        Matcher heading = HEADING.matcher(words);
        Matcher item = ITEM.matcher(words);
        int column = column(line);
        if (heading.matches() && column < TAB) {
            close(0);
            heading(number, heading.group(1).length(), heading.group(2));
            return;
        }
        if (item.matches() || (afterBlank && !words.isEmpty())) {
            close(column);
        }
        Matcher box = BOX.matcher(item.matches() && item.group(1) != null ? item.group(1) : "");
        if (box.matches()) {
            task(number, column, box.group(1), box.group(2) == null ? "" : box.group(2));
        } else {
            describe(withoutComments(line));
        }
    }

    private static int column(String line) {
        int column = 0;
        for (int i = 0; i < line.length(); i++) {
            switch (line.charAt(i)) {
                case ' ' -> column++;
                case '\t' -> column += TAB - column % TAB;
                default -> {
                    return column;
                }
            }
        }
        return column;
    }

    private void heading(int number, int level, String text) {
        String title = TaskImport.title(withoutComments(text)).replaceFirst(" #++$", "");
        headings[level - 1] = title;
        Arrays.fill(headings, level, headings.length, "");
        section = String.join("\n", headings);
        while (!phases.isEmpty() && phases.peek().level() >= level) {
            phases.pop();
        }
        if (PHASE.matcher(title).matches()) {
            String outer = phases.isEmpty() ? null : phases.peek().epic().key;
            Draft epic = new Draft(TaskImport.key(outer, title), number, title);
            epic.type = ImportedTask.Type.EPIC;
            epic.status = Status.DONE;
            epic.parent = outer;
            epic.spec = TaskImport.link(text);
            phases.push(new Phase(level, epic));
        }
    }

    private void task(int number, int column, String mark, String text) {
        String title = TaskImport.title(withoutComments(text));
        if (title.isEmpty()) {
            found.problem(number, "is a box without a title; skipped");
            return;
        }
        Status status = mark.equalsIgnoreCase("x") ? Status.DONE : Status.PENDING;
        String epic = epic(status);
        String parent = items.isEmpty() ? epic : items.peek().task().key;
        Draft task = new Draft(key(parent, title), number, title);
        task.type = items.isEmpty() ? ImportedTask.Type.TASK : ImportedTask.Type.SUBTASK;
        task.parent = parent;
        task.status = status;
        task.spec = TaskImport.link(text);
        if (found.add(task)) {
            sections.put(task.key, section);
        }
        items.push(new Item(column, task, new StringBuilder()));
    }

    /// Lists repeat "write tests" under each of their headings. The heading only counts where it must: an item that
    /// moves from "Open" to "Done" stays the same task.
    private String key(@Nullable String parent, String title) {
        String key = TaskImport.key(parent, title);
        String taken = sections.get(key);
        return taken == null || taken.equals(section)
                ? key
                : TaskImport.key((parent == null ? "" : parent) + "\n" + section, title);
    }

    /// The phase a task is in, which is a task as soon as it has one, and done when all of them are.
    private @Nullable String epic(Status status) {
        phases.descendingIterator().forEachRemaining(phase -> {
            Draft epic = found.get(phase.epic().key);
            if (epic == null && found.add(phase.epic())) {
                epic = phase.epic();
            }
            if (epic != null && status == Status.PENDING) {
                epic.status = status;
            }
        });
        return phases.isEmpty() ? null : phases.peek().epic().key;
    }

    private void describe(String line) {
        if (!items.isEmpty() && items.peek().text().length() <= TaskImport.LONGEST_DESCRIPTION) {
            items.peek().text().append(line).append('\n');
        }
    }

    /// Ends the items that something in this column cannot belong to.
    private void close(int column) {
        while (!items.isEmpty() && items.peek().column() + STEP > column) {
            Item item = items.pop();
            item.task().description = TaskImport.description(item.text().toString());
            if (item.task().spec == null) {
                item.task().spec = TaskImport.link(item.task().description);
            }
        }
    }

    private static String withoutComments(String text) {
        StringBuilder rest = new StringBuilder();
        int from = 0;
        for (int start = text.indexOf("<!--"); start >= 0; start = text.indexOf("<!--", from)) {
            int end = text.indexOf("-->", start);
            if (end < 0) {
                break;
            }
            rest.append(text, from, start);
            from = end + "-->".length();
        }
        return rest.append(text, from, text.length()).toString();
    }
}
