package dev.ralph.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads many objects at once, as they are stored: no filter and no text converter sees them.
public final class Contents {
    private final Git git;

    Contents(Git git) {
        this.git = git;
    }

    /// @param largest of one object
    /// @param most    of all of them together
    /// @return the bytes of each that is not too large
    public Map<String, byte[]> of(Collection<String> ids, long largest, long most) throws IOException {
        List<String> wanted = new ArrayList<>();
        long all = 0;
        for (String line : lines(ids, "--batch-check=%(objectname) %(objecttype) %(objectsize)")
                .split("\n")) {
            String[] words = line.split(" ");
            if (words.length == 3 && words[1].equals("blob")) {
                long size = Long.parseLong(words[2]);
                if (size <= largest && all + size <= most) {
                    wanted.add(words[0]);
                    all += size;
                }
            }
        }
        return wanted.isEmpty() ? Map.of() : bytes(lines(wanted, "--batch"));
    }

    /// One character for each byte.
    private String lines(Collection<String> ids, String how) throws IOException {
        if (ids.isEmpty()) {
            return "";
        }
        byte[] input = (String.join("\n", ids) + "\n").getBytes(StandardCharsets.US_ASCII);
        return git.must(input, "cat-file", how).raw();
    }

    /// What `--batch` printed: for each object a line with its name, type and size, then its bytes and a line end.
    private static Map<String, byte[]> bytes(String printed) {
        Map<String, byte[]> found = new HashMap<>();
        int at = 0;
        while (at < printed.length()) {
            int end = printed.indexOf('\n', at);
            String[] words = printed.substring(at, end).split(" ");
            int size = Integer.parseInt(words[2]);
            found.put(words[0], printed.substring(end + 1, end + 1 + size).getBytes(StandardCharsets.ISO_8859_1));
            at = end + 1 + size + 1;
        }
        return found;
    }
}
