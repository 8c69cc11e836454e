package dev.ralph.ratchet;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The characters of an XML report.
///
/// Several runners copy what a test printed as it is, with control characters and broken bytes that XML does not allow.
/// They make no report untrue, so they are replaced.
final class XmlText {
    private static final Pattern ENCODING =
            Pattern.compile("^[^<]{0,3}<\\?xml[^>]{0,200}?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]{1,40})[\"']");

    private XmlText() {}

    static String decoded(byte[] bytes) throws BrokenReport {
        char[] text = new String(bytes, charset(bytes)).toCharArray();
        int from = text.length > 0 && text[0] == '\uFEFF' ? 1 : 0;
        for (int i = from; i < text.length; i++) {
            char c = text[i];
            boolean allowed = (c >= ' ' && c < '\uFFFE') || c == '\n' || c == '\r' || c == '\t';
            boolean paired = !Character.isSurrogate(c)
                    || (Character.isHighSurrogate(c) && i + 1 < text.length && Character.isLowSurrogate(text[i + 1]))
                    || (Character.isLowSurrogate(c) && i > 0 && Character.isHighSurrogate(text[i - 1]));
            if (!allowed || !paired) {
                text[i] = '?';
            }
        }
        return new String(text, from, text.length - from);
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
