package dev.ralph.git;

import dev.ralph.disk.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;

/// What stands in a working tree, as a hash: whoever changes a file, adds one or moves the branch changes it.
///
/// It is made from what git says has changed, and from size and time of those files: contents are not read.
final class WorkTree {
    private final Path top;
    private final MessageDigest digest = Sha256.digest();

    WorkTree(Path top) {
        this.top = top;
    }

    /// @param status as `git status --porcelain=v2 -z` prints it
    String fingerprint(String head, String status) {
        add(head);
        String[] parts = status.split("\0");
        for (int i = 0; i < parts.length; i++) {
            String part = parts[i];
            add(part);
            int blanks = switch (part.isEmpty() ? ' ' : part.charAt(0)) {
                case '1' -> 8;
                case '2' -> 9;
                case 'u' -> 10;
                case '?' -> 1;
                default -> 0;
            };
            if (blanks > 0) {
                addFile(after(part, blanks));
            }
            if (blanks == 9 && i + 1 < parts.length) { // the name it had before follows by itself
                add(parts[++i]);
            }
        }
        return Sha256.hex(digest);
    }

    private static String after(String part, int blanks) {
        int at = 0;
        for (int i = 0; i < blanks; i++) {
            at = part.indexOf(' ', at) + 1;
        }
        return part.substring(at);
    }

    private void addFile(String name) {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(top.resolve(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            add(found.size() + " " + found.lastModifiedTime());
        } catch (IOException | InvalidPathException gone) {
            add("gone");
        }
    }

    private void add(String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }
}
