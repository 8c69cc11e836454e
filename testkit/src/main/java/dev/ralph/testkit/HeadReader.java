package dev.ralph.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads a request's first line and headers. Strict where leniency would let two readers disagree, and bounded.
final class HeadReader {
    static final int MAX_BYTES = 64 * 1024;
    private static final int MAX_HEADERS = 200;
    private static final int MAX_BLANK_LINES = 4;

    private final InputStream in;
    private int left = MAX_BYTES;

    HeadReader(InputStream in) {
        this.in = in;
    }

    /// First line and headers.
    record Head(String method, String target, Map<String, String> headers) {}

    /// Null if the connection ended before a request began.
    @Nullable
    Head read() throws IOException, BadRequest {
        String first = line();
        for (int blank = 0; first != null && first.isEmpty() && blank < MAX_BLANK_LINES; blank++) {
            first = line();
        }
        if (first == null) {
            return null;
        }
        String[] words = first.split(" ", -1);
        if (words.length != 3 || !isToken(words[0])) {
            throw new BadRequest(400, "the first line is no request line");
        }
        if (!words[2].equals("HTTP/1.1")) {
            throw new BadRequest(words[2].startsWith("HTTP/") ? 505 : 400, "only HTTP/1.1 is spoken here");
        }
        if (!words[1].startsWith("/")) {
            throw new BadRequest(400, "the request's target is no path");
        }
        return new Head(words[0], words[1], headers());
    }

    private Map<String, String> headers() throws IOException, BadRequest {
        Map<String, String> headers = new TreeMap<>();
        for (int count = 0; ; count++) {
            String line = line();
            if (line == null) {
                throw new BadRequest(400, "the request ends within its headers");
            }
            if (line.isEmpty()) {
                return headers;
            }
            int colon = line.indexOf(':');
            if (colon < 0 || !isToken(line.substring(0, colon))) {
                throw new BadRequest(400, "a header line is none");
            }
            if (count == MAX_HEADERS) {
                throw new BadRequest(431, "more than " + MAX_HEADERS + " headers");
            }
            add(
                    headers,
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
    }

    private static void add(Map<String, String> headers, String name, String value) throws BadRequest {
        String before = headers.get(name);
        if (before != null && (name.equals("content-length") || name.equals("transfer-encoding"))) {
            throw new BadRequest(400, "the header " + name + " is there twice");
        }
        headers.put(name, before == null ? value : before + ", " + value);
    }

    /// The next line without its end; null at the end of the stream before its first byte.
    @Nullable
    String line() throws IOException, BadRequest {
        byte[] bytes = new byte[128];
        int length = 0;
        while (true) {
            int next = in.read();
            if (next < 0 && length == 0) {
                return null;
            }
            if (next < 0) {
                throw new BadRequest(400, "the request ends within a line");
            }
            if (--left < 0) {
                throw new BadRequest(431, "the request's head has more than " + MAX_BYTES + " bytes");
            }
            if (next == '\n') {
                boolean carriage = length > 0 && bytes[length - 1] == '\r';
                return checked(new String(bytes, 0, carriage ? length - 1 : length, StandardCharsets.ISO_8859_1));
            }
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * length);
            }
            bytes[length++] = (byte) next;
        }
    }

    private static String checked(String line) throws BadRequest {
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if ((c < ' ' && c != '\t') || c == 0x7f) {
                throw new BadRequest(400, "there is a control character in the request's head");
            }
        }
        return line;
    }

    static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!letter && "!#$%&'*+-.^_`|~".indexOf(c) < 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
