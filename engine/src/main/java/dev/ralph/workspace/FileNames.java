package dev.ralph.workspace;

import dev.ralph.git.RawName;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/// Names of files as text and back without loss: a name is bytes, and not all bytes are text.
public final class FileNames {
    private static final Path ROOT = Path.of("/");
    private static final int LONGEST = 3000;

    private FileNames() {}

    /// One word without blanks or line ends that [#decoded] understands.
    public static String encoded(Path relative) {
        String raw = ROOT.resolve(relative).toUri().getRawPath();
        int end = raw.length();
        while (end > 1 && raw.charAt(end - 1) == '/') {
            end--; // a folder of that name happens to stand at the root
        }
        return raw.substring(1, end);
    }

    public static Path decoded(String encoded) {
        return ROOT.relativize(Path.of(URI.create("file:///" + encoded)));
    }

    /// The name of one file.
    static Path path(byte[] bytes) {
        for (byte b : bytes) {
            if (b < ' ') { // also what is no ASCII
                return decoded(escaped(bytes));
            }
        }
        return Path.of(new String(bytes, StandardCharsets.US_ASCII));
    }

    private static String escaped(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes) {
            text.append('%').append(HexFormat.of().toHexDigits(b));
        }
        return text.toString();
    }

    /// The bytes the kernel and git know it by.
    public static byte[] bytes(Path relative) {
        String encoded = encoded(relative);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c == '%') {
                bytes.write(Integer.parseInt(encoded, i + 1, i + 3, 16));
                i += 2;
            } else {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    /// Whether it is too long to be named wherever a workspace may lie: the kernel takes no path of 4096 bytes. Agents
    /// make longer ones by going from folder to folder.
    static boolean isTooLong(Path relative) {
        int letters = relative.toString().length();
        return letters * 3 > LONGEST && bytes(relative).length > LONGEST;
    }

    /// What git calls it.
    static RawName raw(Path relative) {
        return RawName.of(bytes(relative));
    }

    /// As people read it: what would move a cursor or hide a character is spelled out.
    public static String shown(Path relative) {
        StringBuilder text = new StringBuilder();
        relative.toString().codePoints().forEach(c -> {
            boolean plain = !Character.isISOControl(c)
                    && Character.getType(c) != Character.FORMAT
                    && Character.getType(c) != Character.LINE_SEPARATOR
                    && Character.getType(c) != Character.PARAGRAPH_SEPARATOR;
            if (plain) {
                text.appendCodePoint(c);
            } else {
                text.append("\\u{").append(Integer.toHexString(c)).append('}');
            }
        });
        return text.toString();
    }
}
