package dev.ralph.ratchet;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The characters of an XML report, piece by piece.
///
/// Several runners copy what a test printed as it is, with control characters and broken bytes that XML does not allow.
/// They make no report untrue, so they are replaced.
final class XmlText extends Reader {
    private static final Pattern ENCODING =
            Pattern.compile("^[^<]{0,3}<\\?xml[^>]{0,200}?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]{1,40})[\"']");
    private static final int NOTHING = -1;

    private final Reader in;
    private final char[] raw = new char[1 << 13];
    private final XmlSections sections = new XmlSections();
    private final StringBuilder ready = new StringBuilder();
    private int at;
    /// A first half of a character whose second has not come.
    private int half = NOTHING;
    private boolean begun;

    /// @param head how the report begins
    XmlText(InputStream in, byte[] head) throws BrokenReport {
        this.in = new InputStreamReader(in, charset(head));
    }

    @Override
    public int read(char[] target, int from, int length) throws IOException {
        while (at == ready.length()) {
            if (!fill()) {
                return -1;
            }
        }
        int count = Math.min(length, ready.length() - at);
        ready.getChars(at, at + count, target, from);
        at += count;
        return count;
    }

    private boolean fill() throws IOException {
        ready.setLength(0);
        at = 0;
        int count = in.read(raw, 0, raw.length);
        if (count < 0) {
            boolean torn = half != NOTHING;
            half = NOTHING;
            if (torn) {
                sections.pass('?', ready);
            }
            return torn;
        }
        for (int i = begun || count == 0 || raw[0] != '\uFEFF' ? 0 : 1; i < count; i++) {
            pass(raw[i]);
        }
        begun |= count > 0;
        return true;
    }

    private void pass(char c) {
        if (half != NOTHING) {
            boolean paired = Character.isLowSurrogate(c);
            sections.pass(paired ? (char) half : '?', ready);
            half = NOTHING;
            if (paired) {
                sections.pass(c, ready);
                return;
            }
        }
        if (Character.isHighSurrogate(c)) {
            half = c;
            return;
        }
        boolean allowed = (c >= ' ' && c < '\uFFFE' && !Character.isLowSurrogate(c)) || c == '\n' || c == '\r';
        sections.pass(allowed || c == '\t' ? c : '?', ready);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private static Charset charset(byte[] bytes) throws BrokenReport {
        if (bytes.length > 1 && (bytes[0] == (byte) 0xFE || bytes[0] == (byte) 0xFF || bytes[0] == 0)) {
            return StandardCharsets.UTF_16;
        }
        if (bytes.length > 1 && bytes[1] == 0) {
            return StandardCharsets.UTF_16LE;
        }
        String head = new String(bytes, 0, Math.min(bytes.length, 300), StandardCharsets.ISO_8859_1);
        Matcher declared = ENCODING.matcher(head);
        try {
            return declared.find() ? Charset.forName(declared.group(1)) : StandardCharsets.UTF_8;
        } catch (IllegalArgumentException unknown) {
            throw new BrokenReport("its encoding is not known: " + declared.group(1));
        }
    }
}
