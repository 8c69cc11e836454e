package dev.ralph.git;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// A name as git keeps it, relative to the top of its repository: bytes, which need not be text.
///
/// @param bytes one character for each byte
public record RawName(String bytes) implements Comparable<RawName> {
    private static final Path ROOT = Path.of("/");

    public RawName {
        boolean good = !bytes.isEmpty() && bytes.charAt(0) != '/';
        for (int i = 0; good && i < bytes.length(); i++) {
            good = bytes.charAt(i) != 0 && bytes.charAt(i) <= 255;
        }
        if (!good) {
            throw new IllegalArgumentException("no name that git could hold: '" + bytes + "'");
        }
    }

    public static RawName of(byte[] bytes) {
        return new RawName(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    /// @param file below `top`
    static RawName of(Path top, Path file) {
        String raw = ROOT.resolve(top.relativize(file)).toUri().getRawPath().substring(1);
        StringBuilder bytes = new StringBuilder();
        for (int i = 0; i < raw.length(); i++) {
            boolean escaped = raw.charAt(i) == '%';
            bytes.append(escaped ? (char) Integer.parseInt(raw, i + 1, i + 3, 16) : raw.charAt(i));
            i += escaped ? 2 : 0;
        }
        String name = bytes.toString();
        return new RawName(name.endsWith("/") ? name.substring(0, name.length() - 1) : name);
    }

    public byte[] toBytes() {
        return bytes.getBytes(StandardCharsets.ISO_8859_1);
    }

    /// Below the folder that it is relative to.
    public Path path() {
        StringBuilder encoded = new StringBuilder("file:///");
        for (int i = 0; i < bytes.length(); i++) {
            char c = bytes.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/';
            encoded.append(plain ? String.valueOf(c) : "%" + HexFormat.of().toHexDigits((byte) c));
        }
        return ROOT.relativize(Path.of(URI.create(encoded.toString())));
    }

    /// As people read it, as far as it is text.
    @Override
    public String toString() {
        return new String(toBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public int compareTo(RawName other) {
        return bytes.compareTo(other.bytes);
    }

    /// Whether it lies in the folder of that name.
    public boolean isBelow(RawName folder) {
        return bytes.startsWith(folder.bytes + "/");
    }

    /// Any of its folders, or itself, is called that.
    boolean hasPart(String name) {
        return Arrays.asList(bytes.split("/")).contains(name);
    }

    /// An absolute path between quotes, as commands that read lines want it.
    static String quoted(Path file) {
        return quoted("\"/", of(ROOT, file.toAbsolutePath()));
    }

    /// The same for this name.
    String quoted() {
        return quoted("\"", this);
    }

    private static String quoted(String beginning, RawName name) {
        StringBuilder text = new StringBuilder(beginning);
        for (byte b : name.toBytes()) {
            boolean plain = b > ' ' && b < 127 && b != '"' && b != '\\';
            text.append(plain ? String.valueOf((char) b) : String.format("\\%03o", b & 0xff));
        }
        return text.append('"').toString();
    }

    /// What a command printed with `-z`.
    static List<RawName> list(String output) {
        return Stream.of(output.split("\0"))
                .filter(name -> !name.isEmpty())
                .map(RawName::new)
                .toList();
    }
}
