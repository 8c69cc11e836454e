package dev.ralph.survey;

import dev.ralph.verify.Check;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One way in which a repository is tested.
///
/// @param tool    what runs the tests, as people call it
/// @param folder  where, from the root of the repository; empty for the root itself
/// @param command the shell line
/// @param reports where it writes test reports, from that folder; none when it writes none
/// @param prepare the shell line that fetches what it needs, null for none
/// @param why     the files that say so
/// @param advice  what would make it better, null for nothing
public record TestSuite(
        String tool,
        String folder,
        String command,
        List<String> reports,
        @Nullable String prepare,
        String why,
        @Nullable String advice) {
    private static final int SHORT = 12;

    public TestSuite {
        reports = List.copyOf(reports);
        if (command.isBlank()) {
            throw new IllegalArgumentException("the test command of " + tool + " is empty");
        }
    }

    /// What people call it: the command itself where that is short.
    public String title() {
        return (command.length() <= SHORT ? command : tool + " tests") + (folder.isEmpty() ? "" : " in " + folder);
    }

    public Check.Command check() {
        return new Check.Command(
                command, 0, null, null, null, folder.isEmpty() ? null : folder, reports, null, true, title());
    }
}
