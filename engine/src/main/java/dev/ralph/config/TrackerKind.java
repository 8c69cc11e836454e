package dev.ralph.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A tracker: a mapping with its type and where it is.
record TrackerKind() implements ValueKind<TrackerSettings> {
    /// Instead of a label: every open issue.
    static final String ANY = "*";

    private static final String REPO = "^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}/[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$";
    private static final String WORD = "^[^\\s,][^\\n,]{0,49}$";
    private static final String URL = "^(https://.+|http://(127\\.0\\.0\\.1|localhost|\\[::1\\])([:/].*)?)$";
    private static final String INSIDE = "^(?!/|~|(.*/)?\\.\\.(/|$)|\\.git(/|$)).+$";
    private static final List<String> TYPES = List.of("github", "file");

    @Override
    public TrackerSettings read(WrittenValue written, Base base) throws ValueMismatch {
        if (!(written instanceof WrittenValue.Mapping mapping)) {
            throw ValueMismatch.expected(written, expected());
        }
        Map<String, WrittenValue> fields = new LinkedHashMap<>();
        List<ValueMismatch> wrong = new ArrayList<>();
        for (WrittenValue.Mapping.Pair pair : mapping.pairs()) {
            if (fields.put(pair.key(), pair.value()) != null) {
                wrong.add(ValueMismatch.duplicate(pair));
            }
        }
        String type = field("type", fields, "github|file", "github or file", written, wrong);
        boolean isFile = "file".equals(type);
        Set<String> known = isFile ? Set.of("type", "path", "label") : Set.of("type", "repo", "url", "label");
        for (WrittenValue.Mapping.Pair pair : mapping.pairs()) {
            if (type != null && !known.contains(pair.key())) {
                wrong.add(ValueMismatch.unknown(
                        pair,
                        known,
                        isFile
                                ? "; a tracker of type file has path and label"
                                : "; a tracker of type github has repo, url and label"));
            }
        }
        String repo = null;
        String path = null;
        String url = TrackerSettings.GITHUB;
        if (isFile) {
            path = field("path", fields, INSIDE, "the path of a file inside the project", written, wrong);
        } else if (type != null) {
            repo = field("repo", fields, REPO, "a repository, OWNER/NAME", written, wrong);
            String given = fields.containsKey("url")
                    ? field("url", fields, URL, "an address that begins with https://", written, wrong)
                    : url;
            url = given == null || !isAddress(given) ? "" : given.replaceFirst("/+$", "");
            if (given != null && url.isEmpty()) {
                wrong.add(new ValueMismatch(written, "url: found '" + ForeignText.shortened(given) + "', no address"));
            }
        }
        String label = fields.containsKey("label")
                ? field("label", fields, WORD, "a label of at most 50 characters, or '*' for all", written, wrong)
                : ANY;
        ValueMismatch.throwAny(wrong);
        String clean = path == null ? null : Path.of(path).normalize().toString();
        return new TrackerSettings(
                isFile ? TrackerSettings.Type.FILE : TrackerSettings.Type.GITHUB,
                repo,
                url,
                ANY.equals(label) ? null : label,
                clean);
    }

    private static boolean isAddress(String text) {
        try {
            URI address = new URI(text);
            return address.getHost() != null && address.getQuery() == null && address.getUserInfo() == null;
        } catch (URISyntaxException none) {
            return false;
        }
    }

    private static @Nullable String field(
            String name,
            Map<String, WrittenValue> fields,
            String pattern,
            String expected,
            WrittenValue all,
            List<ValueMismatch> wrong) {
        WrittenValue value = fields.get(name);
        if (value == null) {
            wrong.add(new ValueMismatch(all, name + " is missing, expected " + expected));
            return null;
        }
        if (value instanceof WrittenValue.Text text
                && text.meaning() == YamlMeaning.TEXT
                && text.value().matches(pattern)) {
            return text.value();
        }
        wrong.add(new ValueMismatch(value, name + ": found " + value.described() + ", expected " + expected));
        return null;
    }

    @Override
    public String expected() {
        return "a tracker, such as {type: github, repo: OWNER/NAME} or {type: file, path: issues.jsonl}";
    }

    @Override
    public Map<String, Object> schema() {
        return JsonObject.of(
                "oneOf",
                List.of(
                        object(
                                TYPES.get(0),
                                "repo",
                                JsonObject.of("repo", JsonObject.text(REPO), "url", JsonObject.text(URL))),
                        object(TYPES.get(1), "path", JsonObject.of("path", JsonObject.text(INSIDE)))));
    }

    private static Map<String, Object> object(String type, String required, Map<String, Object> more) {
        Map<String, Object> fields = JsonObject.of("type", JsonObject.of("const", type));
        fields.putAll(more);
        fields.put("label", JsonObject.text(WORD));
        List<String> all = List.of("type", required);
        return JsonObject.of("type", "object", "additionalProperties", false, "required", all, "properties", fields);
    }
}
