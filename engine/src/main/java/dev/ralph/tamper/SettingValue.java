package dev.ralph.tamper;

import java.util.List;

/// A value of a file of settings, with the names that lead to it.
///
/// @param path in lower case, with slashes: `project/build/plugins/plugin/artifactid`
record SettingValue(String path, String value, int line) {
    String last() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// The part between the slashes before the first one.
    String first() {
        return path.contains("/") ? path.substring(0, path.indexOf('/')) : path;
    }

    String shown() {
        return TamperExcerpt.line(last() + " = " + value);
    }

    /// Those that are new or changed, none of them too long to look at.
    static List<SettingValue> added(List<SettingValue> after, List<SettingValue> before) {
        List<SettingValue> added = without(after, before);
        added.forEach(leaf -> SettingLine.bounded(leaf.value));
        return added;
    }

    /// Those that one side has and the other has not, each as often as it has it more often.
    static List<SettingValue> without(List<SettingValue> leaves, List<SettingValue> others) {
        return FileChange.without(leaves, others, leaf -> List.of(leaf.path, leaf.value));
    }
}
