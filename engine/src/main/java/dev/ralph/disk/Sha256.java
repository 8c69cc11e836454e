package dev.ralph.disk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// SHA-256 in small letters.
public final class Sha256 {
    /// Stands where there is nothing before.
    public static final String NONE = "0".repeat(64);

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    private Sha256() {}

    public static String of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    /// Of a whole file, which may be larger than memory.
    public static String of(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return of(in);
        }
    }

    /// Of all that is left of a stream.
    public static String of(InputStream in) throws IOException {
        MessageDigest digest = digest();
        byte[] part = new byte[1 << 16];
        for (int read = in.read(part); read >= 0; read = in.read(part)) {
            digest.update(part, 0, read);
        }
        return hex(digest);
    }

    public static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    /// @param what for the message
    public static String require(String what, String hash) {
        if (!FORM.matcher(hash).matches()) {
            throw new IllegalArgumentException(what + " is not a SHA-256 in lower case");
        }
        return hash;
    }

    /// For what is hashed piece by piece.
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
