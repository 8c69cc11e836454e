package dev.ralph.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// How one message is written.
///
/// ```
///
/// ---
/// msg_id: MSG-20260223-191710-184887000-PID67946-0001
/// body_bytes: 14
/// ts: 2026-02-23T19:17:10.184887Z
/// type: FACT
/// project_id: shop
/// crc32c: 5f1b03c9
/// ---
/// All tests pass
/// ```
///
/// The form promises:
/// 1. A record begins with a line break of its own, so a torn predecessor cannot swallow it.
/// 2. Only `---` followed by a line that starts with `msg_id:` begins a record, and no body ever holds that: a body
///    line that starts with `msg_id:` is written as `\msg_id:` (one more backslash if it has some already). A reader
///    may therefore start anywhere in the file, also behind damage. Length alone would not give that: behind a torn
///    record a reader has to search for the next beginning, and would find the one forged in the torn body.
/// 3. A record of which a part is missing, or was changed, is noticed: length and checksum cover headers and body. The
///    length comes early, so that torn headers do not pass for those of a foreign writer, who gives none; and a body
///    does not end with a line `---` (it becomes `\---`), which the beginning of the next record could stand in for.
/// 4. A header value is one line: what could end it is escaped inside double quotes.
/// 5. Every other body line stands in the file as it was given, for people and for `grep`.
final class RecordForm {
    static final String BODY_BYTES = "body_bytes";
    static final String CHECKSUM = "crc32c";
    private static final String DASHES = "---";

    private RecordForm() {}

    static byte[] encode(BusMessage message) {
        StringBuilder head = new StringBuilder(256);
        byte[] body = guarded(message.body()).getBytes(UTF_8);
        header(head, "msg_id", message.id());
        header(head, BODY_BYTES, Integer.toString(body.length));
        header(head, "ts", Timestamps.iso(message.at()));
        header(head, "type", message.type());
        header(head, "project_id", message.project());
        header(head, "task_id", message.task());
        header(head, "run_id", message.run());
        header(head, "issue_id", message.issueId().orElse(null));
        parents(head, message.parents());
        links(head, message.links());
        map(head, "", message.meta());
        byte[] headers = head.toString().getBytes(UTF_8);
        return assemble(headers, body);
    }

    private static byte[] assemble(byte[] headers, byte[] body) {
        byte[] end = (CHECKSUM + ": " + checksum(headers, body, body.length) + "\n---\n").getBytes(UTF_8);
        byte[] start = "\n---\n".getBytes(UTF_8);
        byte[] record = new byte[start.length + headers.length + end.length + body.length + 1];
        int at = put(record, 0, start);
        at = put(record, at, headers);
        at = put(record, at, end);
        at = put(record, at, body);
        record[at] = '\n';
        return record;
    }

    private static int put(byte[] into, int at, byte[] part) {
        System.arraycopy(part, 0, into, at, part.length);
        return at + part.length;
    }

    static String checksum(byte[] headers, byte[] body, int length) {
        CRC32C crc = new CRC32C();
        crc.update(headers, 0, headers.length);
        crc.update(body, 0, length);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    /// Puts a backslash before each line that starts with `msg_id:`, and before a last line of just `---`; also if
    /// backslashes stand there already.
    static String guarded(String body) {
        if (!body.contains("msg_id:") && !body.endsWith(DASHES)) return body;
        StringBuilder out = new StringBuilder(body.length() + 16);
        for (int start = 0; start < body.length(); ) {
            int end = lineEnd(body, start);
            if (needsGuard(body, start)) out.append('\\');
            out.append(body, start, end);
            start = end;
        }
        return out.toString();
    }

    /// Takes away what [#guarded] put there.
    static String unguarded(String body) {
        if (!body.contains("\\msg_id:") && !body.endsWith("\\" + DASHES)) return body;
        StringBuilder out = new StringBuilder(body.length());
        for (int start = 0; start < body.length(); ) {
            int end = lineEnd(body, start);
            boolean guarded = body.charAt(start) == '\\' && needsGuard(body, start);
            out.append(body, guarded ? start + 1 : start, end);
            start = end;
        }
        return out.toString();
    }

    private static int lineEnd(String text, int start) {
        int end = text.indexOf('\n', start);
        return end < 0 ? text.length() : end + 1;
    }

    private static boolean needsGuard(String text, int start) {
        int at = start;
        while (at < text.length() && text.charAt(at) == '\\') at++;
        boolean lastDashes = text.length() - at == DASHES.length() && text.endsWith(DASHES);
        return lastDashes || text.startsWith("msg_id:", at);
    }

    private static void header(StringBuilder out, String key, @Nullable String value) {
        if (value == null) return;
        out.append(key).append(": ");
        scalar(out, value);
        out.append('\n');
    }

    private static void parents(StringBuilder out, List<MessageParent> parents) {
        if (parents.isEmpty()) return;
        out.append("parents:\n");
        for (MessageParent parent : parents) {
            header(out, "  - msg_id", parent.id());
            if (!parent.kind().isEmpty()) header(out, "    kind", parent.kind());
            map(out, "    ", parent.meta());
        }
    }

    private static void links(StringBuilder out, List<MessageLink> links) {
        if (links.isEmpty()) return;
        out.append("links:\n");
        for (MessageLink link : links) {
            header(out, "  - url", link.url());
            if (!link.label().isEmpty()) header(out, "    label", link.label());
            if (!link.kind().isEmpty()) header(out, "    kind", link.kind());
        }
    }

    private static void map(StringBuilder out, String indent, Map<String, String> meta) {
        if (meta.isEmpty()) return;
        out.append(indent).append("meta:\n");
        meta.forEach((key, value) -> {
            out.append(indent).append("  ");
            scalar(out, key);
            header(out, "", value);
        });
    }

    private static void scalar(StringBuilder out, String value) {
        if (plain(value)) out.append(value);
        else quoted(out, value);
    }

    /// Whether YAML reads the text as itself without quotes. Narrower than YAML, on purpose.
    static boolean plain(String value) {
        if (value.isEmpty() || !plainStart(value.charAt(0))) return false;
        for (int i = 1; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean last = i == value.length() - 1;
            if (c == ' ' || c == ':') {
                if (last || value.charAt(i + 1) == ' ') return false;
            } else if (!plainStart(c) && "-+@=,~()".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean plainStart(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '/'
                || c == '.';
    }

    private static void quoted(StringBuilder out, String value) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c == '\n') out.append("\\n");
            else if (c == '\t') out.append("\\t");
            else if (Character.isHighSurrogate(c)
                    && i + 1 < value.length()
                    && Character.isLowSurrogate(value.charAt(i + 1)))
                out.append(c).append(value.charAt(++i));
            else if (Character.isSurrogate(c)) out.append('\ufffd');
            else if (HeaderValue.breaksLine(c) || c >= '\ufeff')
                out.append("\\u").append(HexFormat.of().toHexDigits(c));
            else out.append(c);
        }
        out.append('"');
    }
}
