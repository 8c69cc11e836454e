package dev.ralph.spec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.Block;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.ListBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.jspecify.annotations.Nullable;

/// `tasks.md`: what is to be done, in this order, as a tree of bullets with boxes. Boxes in code, quotes and comments
/// are not tasks.
///
/// @param tasks      the top level, with their children
/// @param inOrder    all of them as they stand in the document
/// @param references to requirements and properties
public record TasksDocument(
        String text,
        List<Section> sections,
        List<SpecTask> tasks,
        List<SpecTask> inOrder,
        List<Reference> references,
        List<SpecFinding> findings)
        implements SpecDocument {
    public TasksDocument {
        sections = List.copyOf(sections);
        tasks = List.copyOf(tasks);
        inOrder = List.copyOf(inOrder);
        references = List.copyOf(references);
        findings = List.copyOf(findings);
    }

    public static TasksDocument of(String text) {
        return new Reading(text).read();
    }

    @Override
    public SpecFile file() {
        return SpecFile.TASKS;
    }

    /// The first one with this id: two with the same are a finding.
    public Optional<SpecTask> task(String id) {
        return inOrder.stream().filter(task -> task.id().equals(id)).findFirst();
    }

    /// All of them by their ids, each the first with it.
    public Map<String, SpecTask> byId() {
        Map<String, SpecTask> byId = new HashMap<>();
        inOrder.forEach(task -> byId.putIfAbsent(task.id(), task));
        return byId;
    }

    /// The same document with another character in the box of one task.
    ///
    /// @throws IllegalArgumentException where there is no such task
    public TasksDocument marked(String id, Marker marker) {
        SpecTask task =
                task(id).orElseThrow(() -> new IllegalArgumentException("there is no task " + id + " in tasks.md"));
        return marked(Map.of(task, marker));
    }

    /// The same document with other characters in the boxes of these tasks of its own.
    public TasksDocument marked(Map<SpecTask, Marker> markers) {
        StringBuilder marked = new StringBuilder(text.length());
        int from = 0;
        List<SpecTask> ordered = new ArrayList<>(markers.keySet());
        ordered.sort(Comparator.comparingInt(SpecTask::markerOffset));
        for (SpecTask task : ordered) {
            marked.append(text, from, task.markerOffset())
                    .append(Objects.requireNonNull(markers.get(task)).written());
            from = text.indexOf(']', task.markerOffset() + 1);
        }
        return markers.isEmpty()
                ? this
                : of(marked.append(text, from, text.length()).toString());
    }

    private static final class Reading {
        /// What a person sees as one character is one marker, however it is coded.
        private static final Pattern BOX =
                Pattern.compile("\\[(\\X)\\](?:([ \\t]{0,3}+\\\\?+\\*)(?=[ \\t]|\\z)|(?=[ \\t]|\\z))");

        private static final Pattern NUMBERED = Pattern.compile("(?s)[ \\t]*+([*_]{2})?+(?:Task[ \\t]++)?+("
                + Reference.NUMBER + ")(?:[.:)]{1,2}+(?=[ \\t*_]|\\z)|(?=[ \\t]|[*_]{2}|\\z))(.*)");
        private static final Pattern CHECKPOINT = Pattern.compile("(?is)[*_]{0,2}+(?:final[ \\t]++)?+checkpoint\\b.*");

        /// A bullet with a box that its author takes for a task; a star right before a box may also be emphasis.
        private static final Pattern LOOKS_LIKE_TASK =
                Pattern.compile("(?s)[ \\t]*+(?:(?:[-*+]|\\d{1,9}+[.)])[ \\t]++|[-+])"
                        + "\\[(?:[ \\t]{0,3}+|[ \\t]?+[xX~>-][ \\t]?+)\\](?![(\\[:]).*");

        /// A task while what is below it is read.
        private static final class Draft {
            private final List<Reference> references = new ArrayList<>();
            private final List<String> details = new ArrayList<>();
            private final List<SpecTask> children = new ArrayList<>();
        }

        private final MarkdownSource source;
        private final String text;
        private final List<Section> sections = new ArrayList<>();
        private int count;
        private final List<Reference> references = new ArrayList<>();
        private final List<SpecFinding> findings = new ArrayList<>();

        Reading(String text) {
            this.text = text;
            this.source = new MarkdownSource(text);
        }

        TasksDocument read() {
            findings.addAll(source.findings(SpecFile.TASKS));
            for (int i = 0; i < source.titles().size(); i++) {
                sections.add(source.headingSection(i));
            }
            List<SpecTask> written = new ArrayList<>();
            blocks(source.root(), null, written);
            List<SpecTask> tasks = nested(written);
            List<SpecTask> ordered = new ArrayList<>();
            flatten(tasks, ordered);
            ordered.forEach(task -> sections.add(task.section()));
            sections.sort(
                    Comparator.comparingInt(Section::start).thenComparing(Section::end, Comparator.reverseOrder()));
            if (ordered.isEmpty() && findings.isEmpty()) {
                found(1, "no-tasks", "no task found: write bullets like \"- [ ] 1. Do this\"");
            }
            notTasks(ordered);
            TaskRules.check(tasks, findings);
            return new TasksDocument(text, sections, tasks, ordered, references, findings);
        }

        /// A number says what belongs below what, also where nothing is indented.
        private static List<SpecTask> nested(List<SpecTask> siblings) {
            List<SpecTask> nested = new ArrayList<>();
            int next = 0;
            while (next < siblings.size()) {
                SpecTask task = siblings.get(next++);
                int from = next;
                while (next < siblings.size() && task.isAbove(siblings.get(next))) {
                    next++;
                }
                nested.add(from == next ? task : task.withMore(nested(siblings.subList(from, next))));
            }
            return nested;
        }

        private static void flatten(List<SpecTask> from, List<SpecTask> into) {
            for (SpecTask task : from) {
                into.add(task);
                flatten(task.children(), into);
            }
        }

        /// @param within the task that these blocks belong to
        private void blocks(Node parent, @Nullable Draft within, List<SpecTask> siblings) {
            for (Block block : MarkdownSource.children(parent)) {
                block(block, within, siblings);
            }
        }

        private void block(Block block, @Nullable Draft within, List<SpecTask> siblings) {
            if (block instanceof ListBlock list) {
                List<Block> items = MarkdownSource.children(list);
                int next = 0;
                while (next < items.size()) {
                    Block item = items.get(next++);
                    Matcher box = box(list, item);
                    if (box == null) {
                        blocks(item, within, siblings);
                        continue;
                    }
                    // too little indentation for Markdown, enough for whoever wrote it
                    int from = next;
                    while (next < items.size()
                            && source.indentation(items.get(next)) > source.indentation(item)
                            && box(list, items.get(next)) == null) {
                        next++;
                    }
                    siblings.add(task(item, box, items.subList(from, next)));
                }
            } else if (block instanceof Paragraph && within != null) {
                String words = source.words(block);
                within.references.addAll(Reference.in(words, source.firstLine(block) + 1));
                String detail = Reference.without(words);
                if (detail.chars().anyMatch(Character::isLetterOrDigit)) {
                    within.details.add(detail);
                }
            }
        }

        /// The box that an item of a list begins with, null where it is no task.
        private @Nullable Matcher box(ListBlock list, Block item) {
            List<Block> parts = MarkdownSource.children(item);
            if (!(list instanceof BulletList)
                    || parts.isEmpty()
                    || !(parts.getFirst() instanceof Paragraph || parts.getFirst() instanceof Heading)) {
                return null;
            }
            Matcher box = BOX.matcher(source.words(parts.getFirst()));
            return box.lookingAt() && text.charAt(source.offset(parts.getFirst())) == '[' ? box : null;
        }

        /// @param more items behind it that belong to it
        private SpecTask task(Block item, Matcher box, List<Block> more) {
            int place = ++count;
            Draft draft = new Draft();
            List<Block> parts = MarkdownSource.children(item);
            Block first = parts.getFirst();
            String rest = source.words(first).substring(box.end());
            draft.references.addAll(Reference.in(rest, source.firstLine(first) + 1));
            parts.subList(1, parts.size()).forEach(part -> block(part, draft, draft.children));
            more.forEach(below -> blocks(below, draft, draft.children));
            references.addAll(draft.references);
            Matcher numbered = NUMBERED.matcher(rest);
            boolean hasNumber = numbered.matches();
            String id = hasNumber ? numbered.group(2) : "#" + place;
            String title = title(hasNumber ? numbered.group(3) : rest, hasNumber ? numbered.group(1) : null);
            String inBox = box.group(1);
            return new SpecTask(
                    id,
                    title,
                    inBox.length() == 1 ? Marker.of(inBox.charAt(0)) : Marker.UNKNOWN,
                    box.group(2) != null,
                    CHECKPOINT.matcher(title).matches(),
                    Reference.numbers(draft.references, Reference.Target.REQUIREMENT),
                    Reference.numbers(draft.references, Reference.Target.PROPERTY),
                    draft.details,
                    nested(draft.children),
                    source.section(
                            Section.Kind.TASK,
                            id,
                            title,
                            source.firstLine(item),
                            source.lastLine(more.isEmpty() ? item : more.getLast()) + 1),
                    source.offset(first) + 1);
        }

        /// @param opened the emphasis that began before the number
        private static String title(String rest, @Nullable String opened) {
            String title = Reference.without(rest);
            int closed = opened == null ? -1 : title.indexOf(opened);
            return closed < 0 ? title : (title.substring(0, closed) + title.substring(closed + 2)).strip();
        }

        /// A box that is not a task after all must not be overlooked: the work would seem done without it.
        private void notTasks(List<SpecTask> ordered) {
            Set<Integer> known = new HashSet<>();
            ordered.forEach(task -> known.add(task.section().line() - 1));
            quietLines(source.root(), known);
            for (int line = 0; line < source.lines(); line++) {
                if (!known.contains(line)
                        && LOOKS_LIKE_TASK.matcher(source.line(line)).matches()) {
                    String words =
                            "this is not read as a task: write \"- [ ] N. Text\", indented by two columns per level";
                    found(line + 1, "not-a-task", words);
                }
            }
        }

        private void quietLines(Node parent, Set<Integer> lines) {
            for (Block block : MarkdownSource.children(parent)) {
                if (block instanceof FencedCodeBlock
                        || block instanceof BlockQuote
                        || (block instanceof HtmlBlock
                                && source.line(source.firstLine(block)).contains("<!--"))) {
                    for (int line = source.firstLine(block); line <= source.lastLine(block); line++) {
                        lines.add(line);
                    }
                } else {
                    quietLines(block, lines);
                }
            }
        }

        private void found(int line, String rule, String words) {
            findings.add(new SpecFinding(SpecFile.TASKS, line, rule, words));
        }
    }
}
