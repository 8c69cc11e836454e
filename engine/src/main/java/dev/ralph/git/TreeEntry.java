package dev.ralph.git;

import java.util.LinkedHashMap;
import java.util.Map;

/// What a tree of git holds under a name: a file, a link, or the commit of a submodule.
///
/// @param mode as git writes it: `100644`, `100755`, `120000` or `160000`
public record TreeEntry(String mode, String id) {
    public static final String FILE = "100644";
    public static final String PROGRAM = "100755";
    public static final String LINK = "120000";
    private static final String SUBMODULE = "160000";

    public boolean isSubmodule() {
        return mode.equals(SUBMODULE);
    }

    /// What `ls-files -s -z` (mode, id, stage) or `ls-tree -r -z` (mode, type, id) printed.
    static Map<RawName, TreeEntry> map(String output, int idColumn) {
        Map<RawName, TreeEntry> blobs = new LinkedHashMap<>();
        for (String line : output.split("\0")) {
            int tab = line.indexOf('\t');
            if (tab > 0) {
                String[] words = line.substring(0, tab).split(" ");
                blobs.put(new RawName(line.substring(tab + 1)), new TreeEntry(words[0], words[idColumn]));
            }
        }
        return blobs;
    }
}
