package dev.ralph.config;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The bytes of a configuration file as text.
final class FileText {
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private FileText() {}

    /// The text without a byte order mark, or null if it is not UTF-8, which the layer then says.
    static @Nullable String decoded(byte[] bytes, Path file, ConfigLayer layer) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), out, true);
        out.flip();
        String text = out.toString();
        if (result.isError()) {
            layer.wrong(file + ":" + end(text), "is not valid UTF-8 from here on; save the file as UTF-8");
            return null;
        }
        return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    /// Line and column just after the text.
    static String end(String text) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return line + ":" + (text.codePointCount(lineStart, text.length()) + 1);
    }
}
