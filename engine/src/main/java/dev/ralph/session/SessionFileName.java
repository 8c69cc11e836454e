package dev.ralph.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ralph.disk.Sha256;
import java.util.HexFormat;

/// The name of a session's file: whatever a session is called, it lies in the folder, and no two share one.
final class SessionFileName {
    private static final int LONGEST = 120;

    private SessionFileName() {}

    static String of(String session) {
        StringBuilder name = new StringBuilder("session-");
        for (byte b : session.getBytes(UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
            // Upper case is written as a code too: some file systems do not tell it apart.
            if (plain) {
                name.append(c);
            } else {
                name.append('%').append(HexFormat.of().toHexDigits((byte) c));
            }
        }
        return (name.length() <= LONGEST ? name.toString() : "session-sha256-" + Sha256.of(session)) + ".json";
    }
}
