package dev.ralph.run;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Text from files that anybody may have written: bytes that are no UTF-8 become replacement characters.
final class LenientText {
    private static final char ESCAPE = '\u001b';
    private static final char BELL = '\u0007';

    private LenientText() {}

    static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /// The last lines of a file, at most `bytes` long, [#plain]; empty when there is no such file.
    static String tail(Path file, int lines, int bytes) throws IOException {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        try (RandomAccessFile source = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, source.length() - bytes);
            source.seek(from);
            byte[] end = new byte[(int) Math.min(bytes, source.length() - from)];
            source.readFully(end);
            String text = new String(end, StandardCharsets.UTF_8);
            int start = text.length();
            for (int line = 0; line <= lines && start >= 0; line++) {
                start = text.lastIndexOf('\n', start - 1);
            }
            return plain(start < 0 ? text : text.substring(start + 1));
        }
    }

    /// Without colours and other orders to a terminal: what is quoted in prompts and messages is read by agents and
    /// people, and programs under test like to print in colour.
    static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ESCAPE) {
                i = lastOfSequence(text, i);
            } else if (c == '\n' || c == '\t' || !Character.isISOControl(c)) {
                plain.append(c);
            } else if (c != '\r') {
                plain.append('\ufffd');
            }
        }
        return plain.toString();
    }

    /// Where a sequence ends; one that is broken off ends with its line.
    private static int lastOfSequence(String text, int escape) {
        int i = escape + 1;
        boolean titles = i < text.length() && text.charAt(i) == ']';
        boolean parameters = i < text.length() && text.charAt(i) == '[';
        if (titles || parameters) {
            i++;
        }
        char last = titles ? '\uffff' : parameters ? '?' : '/';
        while (i < text.length() && text.charAt(i) >= ' ' && text.charAt(i) <= last) {
            i++;
        }
        if (i == text.length() || (text.charAt(i) < ' ' && text.charAt(i) != BELL && text.charAt(i) != ESCAPE)) {
            return i - 1;
        }
        boolean twoBytes = text.charAt(i) == ESCAPE && i + 1 < text.length() && text.charAt(i + 1) == '\\';
        return twoBytes ? i + 1 : text.charAt(i) == ESCAPE ? i - 1 : i;
    }
}
