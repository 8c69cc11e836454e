package dev.ralph.git;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What git's configuration says, of all files together, and which files decide that.
///
/// @param values the last one of each key
/// @param files  all that were read, and those of the usual ones that are not there yet
record GitConfig(Map<String, String> values, Set<Path> files) {
    GitConfig {
        values = Map.copyOf(values);
        files = Set.copyOf(files);
    }

    /// @param common where the repository keeps what all its working trees share
    static GitConfig read(Git git, Path gitDir, Path common) throws IOException {
        Map<String, String> values = new HashMap<>();
        Set<Path> files = new HashSet<>(List.of(common.resolve("config"), gitDir.resolve("config.worktree")));
        files.addAll(List.of(ofUser("config"), home().resolve(".gitconfig")));
        String[] parts = git.must(new byte[0], "config", "-z", "--list", "--show-origin")
                .stdout()
                .split("\0");
        for (int i = 0; i + 1 < parts.length; i += 2) {
            if (parts[i].startsWith("file:")) {
                files.add(git.folder().resolve(parts[i].substring("file:".length())));
            }
            String[] pair = parts[i + 1].split("\n", 2);
            values.put(pair[0], pair.length == 1 ? "true" : pair[1]);
        }
        return new GitConfig(values, files);
    }

    /// Whether a file leads to others: one of those may say nothing now and something later.
    boolean includes() {
        return values.keySet().stream().anyMatch(key -> key.startsWith("include"));
    }

    /// The keys of all filters.
    List<String> filters() {
        return values.keySet().stream().filter(key -> key.startsWith("filter.")).toList();
    }

    /// The files outside of a working tree that say what is ignored in it.
    ///
    /// @param top of the working tree
    List<Path> ignoring(Path top, Path common) {
        String chosen = values.get("core.excludesfile");
        Path users = chosen == null
                ? ofUser("ignore")
                : chosen.startsWith("~/") ? home().resolve(chosen.substring(2)) : top.resolve(chosen);
        return List.of(common.resolve("info/exclude"), users);
    }

    /// Where git looks for a file of the user's.
    private static Path ofUser(String name) {
        String folder = System.getenv("XDG_CONFIG_HOME");
        Path configuration = folder == null || folder.isEmpty() ? home().resolve(".config") : Path.of(folder);
        return configuration.resolve("git").resolve(name);
    }

    private static Path home() {
        String home = System.getenv("HOME");
        return Path.of(home == null || home.isEmpty() ? "/" : home);
    }
}
