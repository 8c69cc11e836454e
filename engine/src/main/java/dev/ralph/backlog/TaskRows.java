package dev.ralph.backlog;

import dev.ralph.backlog.ImportedTask.Status;
import dev.ralph.backlog.TaskImport.Draft;
import dev.ralph.backlog.TaskImport.Format;
import dev.ralph.backlog.TaskImport.Found;
import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.process.PlainText;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Tasks as rows of named fields: the stories of a `prd.json`, the issues of GitHub, the lines of a CSV file.
final class TaskRows {
    private static final Set<String> LISTS =
            Set.of("", "userstories", "stories", "tasks", "issues", "items", "features");
    private static final Set<String> DONE =
            Set.of("done", "closed", "complete", "completed", "finished", "resolved", "true", "yes", "x");
    private static final Set<String> DROPPED =
            Set.of("cancelled", "canceled", "notplanned", "duplicate", "wontfix", "wontdo");
    private static final Set<String> COMPLETIONS = Set.of("file_exists", "test_passing", "validate");
    private static final Pattern SIGNS = Pattern.compile("[\\s_'’-]++");
    private static final Pattern URL = Pattern.compile("https?://[^\\s\"<>]{1,2000}+");
    private static final Pattern ISSUE_URL =
            Pattern.compile("https?://[^/]++/([^/]++/[^/]++)/(?:issues|pull)/\\d++.*+");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,6}");
    private static final Pattern PRIORITY_LABEL = Pattern.compile(
            "(?i)(?:prio(?:rity)?[\\s:/_=-]*+(p?\\d|[a-z]++)|([a-z]++)[\\s_-]priority|(p\\d|critical|urgent))");
    private static final List<String> TITLES = List.of("title", "name", "summary");
    private static final List<String> URLS = List.of("htmlurl", "url", "link");
    private static final int MOST_COMMAND = 10_000;
    private static final int MB = 1024 * 1024;
    private static final int LONGEST_ITEM = 2 * MB;
    private static final int MOST_WORDS = 100;

    private final Found found;
    /// Stories are numbered from 1 in each `prd.json`; its branch tells them apart.
    private final String scope;
    private final Map<String, String> keys = new HashMap<>();
    private final Map<Draft, Integer> ranks = new HashMap<>();
    private Format format;
    private int items;
    private boolean isStory;

    private TaskRows(Found found, Format format, String scope) {
        this.found = found;
        this.format = format;
        this.scope = scope;
    }

    static Format readJson(String text, Found found) {
        StringBuilder branch = new StringBuilder();
        readItems(text, 0, new Found(), (name, _, value) -> {
            if (plain(name).equals("branchname") && value instanceof String words && branch.isEmpty()) {
                branch.append(TaskImport.word(words)).append(' ');
            }
        });
        TaskRows rows = new TaskRows(found, Format.PRD, branch.toString());
        readItems(text, LONGEST_ITEM, found, rows::item);
        rows.end();
        return rows.format;
    }

    private static void readItems(String text, int longest, Found found, JsonText.Items items) {
        try {
            JsonText.items(text, longest, items);
        } catch (InvalidJson e) {
            found.problem(e.line(), TaskImport.word(e.what()) + "; the rest is skipped");
        }
    }

    private void item(String list, int line, @Nullable Object value) {
        if (found.isFull() || !LISTS.contains(plain(list))) {
            return;
        }
        items++;
        if (value instanceof String title) {
            row(line, Map.of("title", title));
        } else if (value instanceof Map<?, ?> object) {
            Map<String, Object> fields = new HashMap<>();
            object.forEach((name, field) -> {
                if (field != null) {
                    fields.putIfAbsent(plain(String.valueOf(name)), field);
                }
            });
            isStory = plain(list).endsWith("stories") || fields.containsKey("passes");
            row(line, fields);
        } else {
            problem(line, "is not a readable object of at most " + LONGEST_ITEM / MB + " MB; skipped");
        }
    }

    /// `blocked_by`, `blockedBy` and `Blocked by` are one name.
    private static String plain(String name) {
        return SIGNS.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("");
    }

    static boolean isCsvHeader(String text) {
        CsvText csv = new CsvText(text);
        List<String> names = csv.next();
        return names != null
                && names.size() > 1
                && names.stream().map(TaskRows::plain).anyMatch("title"::equals);
    }

    static void readCsv(String text, Found found) {
        TaskRows rows = new TaskRows(found, Format.CSV, "");
        CsvText csv = new CsvText(text);
        List<String> names = List.of();
        while (csv.hasNext() && !found.isFull()) {
            List<String> cells = csv.next();
            if (cells == null) {
                found.problem(csv.line(), csv.trouble() + "; skipped");
            } else if (names.isEmpty() && !isEmpty(cells)) {
                names = cells.stream().map(TaskRows::plain).toList();
                if (names.stream().noneMatch(TITLES::contains)) {
                    found.problem(csv.line(), "has no column title; nothing is read");
                    return;
                }
            } else if (!isEmpty(cells)) {
                rows.cells(csv.line(), names, cells);
            }
        }
        rows.end();
    }

    private static boolean isEmpty(List<String> cells) {
        return cells.stream().allMatch(String::isBlank);
    }

    private void cells(int line, List<String> names, List<String> cells) {
        if (cells.size() > names.size() && !isEmpty(cells.subList(names.size(), cells.size()))) {
            problem(line, "has " + cells.size() + " fields, the header " + names.size() + "; skipped");
            return;
        }
        Map<String, Object> fields = new HashMap<>();
        for (int i = 0; i < Math.min(cells.size(), names.size()); i++) {
            fields.putIfAbsent(names.get(i), cells.get(i));
        }
        row(line, fields);
    }

    private void row(int line, Map<String, Object> fields) {
        String body = text(fields, "description", "body", "details");
        String title = TaskImport.title(text(fields, TITLES));
        if (title.isEmpty()) {
            title = TaskImport.title(body.lines().findFirst().orElse(""));
        }
        boolean isIssue = fields.get("number") instanceof Long;
        if (title.isEmpty()) {
            problem(line, "has no title; skipped");
        } else if (DROPPED.contains(state(fields)) || DROPPED.contains(plain(text(fields, "statereason")))) {
            problem(line, "is cancelled; skipped");
        } else if (isIssue
                && (fields.containsKey("pullrequest") || text(fields, URLS).contains("/pull/"))) {
            problem(line, "is a pull request; skipped");
        } else {
            task(line, title, body, isIssue, fields);
        }
    }

    private void task(int line, String title, String body, boolean isIssue, Map<String, Object> fields) {
        String url = url(line, text(fields, URLS).strip());
        String id = TaskImport.word(text(fields, isIssue ? "number" : "id"));
        String parent = TaskImport.title(text(fields, "parent"));
        Draft task = new Draft(key(isIssue, id, url, parent, title), line, title);
        task.description = TaskImport.description(body
                + more("Acceptance criteria", fields, "acceptancecriteria")
                + more("Steps", fields, "steps")
                + more("Subtasks", fields, "subtasks")
                + more("Notes", fields, "notes"));
        task.createdAt = BacklogTask.time(text(fields, "createdat"));
        task.parent = parent.isEmpty() ? null : parent;
        task.blockedBy = List.of("blockedby", "dependson", "dependencies").stream()
                .flatMap(name -> texts(fields.get(name)).stream())
                .filter(name -> !name.isBlank())
                .toList();
        boolean isDone = DONE.contains(plain(text(fields, "passes", "done", "status", "state")));
        task.status = isDone ? Status.DONE : Status.PENDING;
        task.externalId = id.isEmpty() ? null : id;
        task.externalUrl = url.isEmpty() ? null : url;
        task.tags = tags(fields.get("labels") == null ? fields.get("tags") : fields.get("labels"));
        task.priority = isIssue ? labelPriority(task.tags) : priority(line, fields);
        String spec = TaskImport.word(text(fields, "spec"));
        task.spec = spec.isEmpty() ? TaskImport.link(task.description) : spec;
        task.completion = completion(line, fields.get("completion"));
        if (found.add(task)) {
            if (!id.isEmpty()) {
                keys.putIfAbsent(id, task.key);
                keys.putIfAbsent("#" + id, task.key);
            }
            keys.putIfAbsent(task.key, task.key);
            keys.putIfAbsent(TaskImport.key(null, title), task.key);
            format = isIssue && format == Format.PRD ? Format.GITHUB_ISSUES : format;
            if (isStory
                    && task.priority != null
                    && NUMBER.matcher(text(fields, "priority")).matches()) {
                ranks.put(task, task.priority);
            }
        }
    }

    private String key(boolean isIssue, String id, String url, String parent, String title) {
        if (isIssue) {
            return issue(url, id);
        }
        return id.isEmpty()
                ? TaskImport.key(parent.isEmpty() ? null : TaskImport.key(null, parent), title)
                : scope + id;
    }

    /// Two repositories have issues of the same number.
    private static String issue(String url, String number) {
        Matcher issue = ISSUE_URL.matcher(url);
        return TaskImport.word(issue.matches() ? issue.group(1) : "") + "#" + number;
    }

    private String url(int line, String url) {
        if (url.isEmpty() || (URL.matcher(url).matches() && PlainText.of(url).equals(url))) {
            return url;
        }
        problem(line, "has an address that is not http or https; the address is left out");
        return "";
    }

    private static String state(Map<String, Object> fields) {
        return plain(text(fields, "status", "state"));
    }

    private @Nullable Integer priority(int line, Map<String, Object> fields) {
        String text = TaskImport.word(text(fields, "priority"));
        Integer priority = NUMBER.matcher(text).matches() ? Integer.valueOf(text) : level(plain(text));
        if (priority == null && !text.isEmpty()) {
            problem(line, "has the unknown priority \"" + text + "\"; the priority is left out");
        }
        return priority;
    }

    /// `p1`, `P1`, `priority: high`, `prio/2`, `high priority`: the most urgent of them. A mere `high` is not a
    /// priority.
    private static @Nullable Integer labelPriority(List<String> labels) {
        Integer most = null;
        for (String label : labels) {
            Matcher priority = PRIORITY_LABEL.matcher(label);
            if (priority.matches()) {
                String word = priority.group(1) != null
                        ? priority.group(1)
                        : Objects.requireNonNull(priority.group(2) != null ? priority.group(2) : priority.group(3));
                String name = word.toLowerCase(Locale.ROOT);
                Integer level = level(Character.isDigit(name.charAt(0)) ? "p" + name : name);
                most = level == null || (most != null && most > level) ? most : level;
            }
        }
        return most;
    }

    /// Trackers count down from the most urgent, Ralph counts up from the least.
    private static @Nullable Integer level(String word) {
        return switch (word) {
            case "p0", "critical", "urgent", "highest" -> 3;
            case "p1", "high" -> 2;
            case "p2", "medium", "normal" -> 1;
            case "p3", "p4", "p5", "low", "lowest" -> 0;
            default -> null;
        };
    }

    private @Nullable Map<String, Object> completion(int line, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        Map<String, Object> completion = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> object && COMPLETIONS.contains(String.valueOf(object.get("type")))) {
            object.forEach((name, field) -> {
                if (field instanceof String text
                        && text.length() <= MOST_COMMAND
                        && PlainText.of(text).equals(text)) {
                    completion.put(String.valueOf(name), text);
                }
            });
            if (completion.size() == object.size()) {
                return completion;
            }
        }
        problem(line, "has a completion that Ralph does not know; the completion is left out");
        return null;
    }

    private static String text(Map<String, Object> fields, String... names) {
        return text(fields, List.of(names));
    }

    private static String text(Map<String, Object> fields, List<String> names) {
        return names.stream()
                .map(name -> String.join("\n", texts(fields.get(name))))
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse("");
    }

    private static List<String> tags(@Nullable Object value) {
        Stream<String> tags = value instanceof String text ? parts(text) : texts(value).stream();
        return tags.map(TaskImport::word)
                .filter(tag -> !tag.isEmpty())
                .distinct()
                .limit(MOST_WORDS)
                .toList();
    }

    private static Stream<String> parts(String words) {
        return Arrays.stream(words.split("[,;|]")).map(String::strip).filter(word -> !word.isEmpty());
    }

    /// With GitHub a label is an object with a name, another issue one with a number, and blockers are its `nodes`.
    private static List<String> texts(@Nullable Object value) {
        if (value instanceof Map<?, ?> object && object.get("nodes") instanceof List<?> nodes) {
            return texts(nodes);
        }
        return value instanceof List<?> list
                ? list.stream()
                        .map(TaskRows::text)
                        .filter(text -> !text.isEmpty())
                        .toList()
                : List.of(text(value));
    }

    private static String text(@Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            return object.get("number") instanceof Long number
                    ? issue(text(object.get("url")), number.toString())
                    : object.get("name") instanceof String name
                            ? name
                            : object.get("title") instanceof String title ? title : "";
        }
        return value instanceof String || value instanceof Number || value instanceof Boolean ? value.toString() : "";
    }

    private static String more(String heading, Map<String, Object> fields, String name) {
        List<String> texts =
                texts(fields.get(name)).stream().filter(text -> !text.isBlank()).toList();
        return texts.isEmpty() ? "" : "\n\n" + heading + ":\n- " + String.join("\n- ", texts);
    }

    /// Programs print JSON on one line: there the line says too little.
    private void problem(int line, String words) {
        found.problem(line, (items == 0 ? "" : "item " + items + " ") + words);
    }

    private static String quoted(Draft task) {
        return "\"" + TaskImport.word(task.title) + "\" ";
    }

    /// Rows may name rows below them: names become keys when all are known.
    private void end() {
        for (Draft task : found.drafts()) {
            String parent = task.parent == null ? null : named(task, task.parent, "parent");
            task.parent = parent;
            task.type = parent == null ? ImportedTask.Type.TASK : ImportedTask.Type.SUBTASK;
            task.blockedBy = task.blockedBy.stream()
                    .flatMap(name -> key(TaskImport.title(name)) == null ? parts(name) : Stream.of(name))
                    .limit(MOST_WORDS)
                    .map(name -> named(task, TaskImport.title(name), "blocker"))
                    .filter(key -> key != null)
                    .distinct()
                    .toList();
        }
        openCircles();
        int last = ranks.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        ranks.forEach((task, rank) -> task.priority = last + 1 - rank);
    }

    private @Nullable String key(String name) {
        String key = keys.get(name);
        if (key == null) {
            key = keys.get(TaskImport.key(null, name));
        }
        // where the list has no addresses, its issues have no repository
        String number = name.substring(Math.max(0, name.lastIndexOf('#')));
        return key == null && number.equals(keys.get(number)) ? number : key;
    }

    private @Nullable String named(Draft task, String name, String what) {
        String key = key(name);
        if (key == null) {
            found.problem(
                    task.line,
                    quoted(task) + "names the " + what + " \"" + name
                            + "\", which is not in this file; it is left out");
        } else if (key.equals(task.key)) {
            found.problem(task.line, quoted(task) + "is its own " + what + "; it is left out");
        }
        return task.key.equals(key) ? null : key;
    }

    private void openCircles() {
        Set<String> checked = new HashSet<>();
        for (Draft task : found.drafts()) {
            Set<String> path = new HashSet<>();
            Draft child = task;
            while (child != null && checked.add(child.key)) {
                path.add(child.key);
                if (child.parent != null && path.contains(child.parent)) {
                    found.problem(
                            child.line, quoted(child) + "is an ancestor of its own parent; the parent is left out");
                    child.parent = null;
                    child.type = ImportedTask.Type.TASK;
                }
                child = child.parent == null ? null : found.get(child.parent);
            }
        }
    }
}
