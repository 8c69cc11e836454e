package dev.ralph.git;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The programs that a configuration names for converting files. Whoever may write the configuration, or the
/// attributes that ask for them, would have them run by us.
///
/// @param keys as `git config` lists them: `filter.NAME.clean`
record GitFilters(List<String> keys) {
    private static final Map<String, String> OFF =
            Map.of("clean", "", "smudge", "", "process", "", "required", "false");

    /// The environment in which none of them runs. Options of the command line would not do: they end a key at the
    /// first
    /// `=`, and a name may hold one.
    Map<String, String> off() throws IOException {
        Set<String> names = new LinkedHashSet<>();
        for (String key : keys) {
            int last = key.lastIndexOf('.');
            if (last > "filter.".length()) {
                names.add(key.substring("filter.".length(), last));
            }
        }
        Map<String, String> environment = new LinkedHashMap<>();
        int count = 0;
        for (String name : names) {
            if (name.chars().anyMatch(c -> c < ' ' || c > '~')) {
                throw new GitFailed(
                        "the git configuration has a filter whose name is not plain text, which Ralph cannot"
                                + " switch off: remove the section filter.\"" + name + "\"");
            }
            for (Map.Entry<String, String> value : OFF.entrySet()) {
                environment.put("GIT_CONFIG_KEY_" + count, "filter." + name + "." + value.getKey());
                environment.put("GIT_CONFIG_VALUE_" + count, value.getValue());
                count++;
            }
        }
        if (count > 0) {
            environment.put("GIT_CONFIG_COUNT", Integer.toString(count));
        }
        return environment;
    }
}
