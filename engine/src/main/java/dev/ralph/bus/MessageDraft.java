package dev.ralph.bus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a writer says; the bus adds id and time. Start with [#of] and add what is known:
///
/// ```java
/// bus.post(Draft.of("FACT", "shop", "All tests pass").task("checkout").meta("commit", "4f2a91c"));
/// ```
///
/// Any type is allowed. Two characters of a body cannot be kept: NUL becomes `␀` and half a surrogate pair becomes
/// `�`, because one of either makes `grep` take the whole file for a binary one.
public record MessageDraft(
        String type,
        String project,
        @Nullable String task,
        @Nullable String run,
        List<MessageParent> parents,
        List<MessageLink> links,
        Map<String, String> meta,
        String body) {

    /// The longest body, in characters. What is longer belongs into a file that the message links to.
    public static final int MAX_BODY = 1 << 20;

    /// The most text that all headers together may hold, in characters.
    public static final int MAX_HEADERS = 16 * 1024;

    public MessageDraft {
        HeaderValue.required("type of a message", type);
        HeaderValue.required("project of a message", project);
        task = HeaderValue.orNull("task of a message", task);
        run = HeaderValue.orNull("run of a message", run);
        parents = List.copyOf(parents);
        links = List.copyOf(links);
        meta = HeaderValue.keys(meta);
        if (body.length() > MAX_BODY)
            throw new IllegalArgumentException("The body has " + body.length() + " characters, more than the "
                    + MAX_BODY + " a message may have; write it to a file and post a link to that.");
        int headers = headerLength(type, project, task, run, parents, links, meta);
        if (headers > MAX_HEADERS)
            throw new IllegalArgumentException("The headers have " + headers + " characters, more than the "
                    + MAX_HEADERS + " a message may have; put the long part into the body.");
        body = storable(body);
    }

    public static MessageDraft of(String type, String project, String body) {
        return new MessageDraft(type, project, null, null, List.of(), List.of(), Map.of(), body);
    }

    public MessageDraft task(@Nullable String id) {
        return new MessageDraft(type, project, id, run, parents, links, meta, body);
    }

    public MessageDraft run(@Nullable String id) {
        return new MessageDraft(type, project, task, id, parents, links, meta, body);
    }

    public MessageDraft parent(MessageParent parent) {
        return new MessageDraft(type, project, task, run, plus(parents, parent), links, meta, body);
    }

    public MessageDraft link(MessageLink link) {
        return new MessageDraft(type, project, task, run, parents, plus(links, link), meta, body);
    }

    public MessageDraft meta(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(meta);
        more.put(key, value);
        return new MessageDraft(type, project, task, run, parents, links, more, body);
    }

    private static <T> List<T> plus(List<T> list, T last) {
        List<T> more = new ArrayList<>(list);
        more.add(last);
        return more;
    }

    private static int headerLength(
            String type,
            String project,
            @Nullable String task,
            @Nullable String run,
            List<MessageParent> parents,
            List<MessageLink> links,
            Map<String, String> meta) {
        int sum = type.length() + project.length() + length(task) + length(run) + length(meta);
        for (MessageParent p : parents) sum += p.id().length() + p.kind().length() + length(p.meta());
        for (MessageLink l : links)
            sum += l.url().length() + l.label().length() + l.kind().length();
        return sum;
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    private static int length(Map<String, String> meta) {
        int sum = 0;
        for (Map.Entry<String, String> e : meta.entrySet())
            sum += e.getKey().length() + e.getValue().length();
        return sum;
    }

    private static String storable(String body) {
        StringBuilder changed = null;
        for (int i = 0; i < body.length(); i++) {
            char c = body.charAt(i);
            if (c > 0 && c < Character.MIN_SURROGATE) continue;
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < body.length()
                    && Character.isLowSurrogate(body.charAt(i + 1));
            if (pair) {
                i++;
            } else if (c == 0 || Character.isSurrogate(c)) {
                if (changed == null) changed = new StringBuilder(body);
                changed.setCharAt(i, c == 0 ? '\u2400' : '\ufffd');
            }
        }
        return changed == null ? body : changed.toString();
    }
}
