package dev.ralph.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads many objects at once, as they are stored: no filter and no text converter sees them.
public final class ObjectContents {
    private final Git git;

    ObjectContents(Git git) {
        this.git = git;
    }

    /// @param largest of one object
    /// @param most    of all of them together
    /// @return the bytes of each that is not too large
    /// @throws IOException when one of them is another than its name says
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
        Map<String, byte[]> found = new HashMap<>();
        if (!wanted.isEmpty()) {
            new ObjectVerification(git).read(wanted).forEach(stored -> found.put(stored.id(), stored.bytes()));
        }
        return found;
    }

    /// One character for each byte.
    private String lines(Collection<String> ids, String how) throws IOException {
        if (ids.isEmpty()) {
            return "";
        }
        byte[] input = (String.join("\n", ids) + "\n").getBytes(StandardCharsets.US_ASCII);
        return git.must(input, "cat-file", how).raw();
    }
}
