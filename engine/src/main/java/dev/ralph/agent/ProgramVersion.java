package dev.ralph.agent;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The version of an agent's program by the package that it came with, or by the name of its file or of the folder that
/// an installer made for this version of it. The program is not
/// asked: that takes as long as starting it, and what goes by its name may be a script that does something else.
final class ProgramVersion {
    private static final int LONGEST = 1 << 20;

    private ProgramVersion() {}

    /// Null when it is not known.
    static @Nullable String of(Path program) {
        try {
            Path file = program.toRealPath();
            String named = TestedVersions.in(String.valueOf(file.getFileName()));
            String packaged = named.isEmpty() ? ofPackage(file) : named;
            return packaged == null ? ofFolder(file, String.valueOf(program.getFileName())) : packaged;
        } catch (IOException gone) {
            return null;
        }
    }

    private static @Nullable String ofPackage(Path file) throws IOException {
        for (Path at = file.getParent(); at != null && !at.endsWith("node_modules"); at = at.getParent()) {
            Path description = at.resolve("package.json");
            boolean inside = at.toString().contains("node_modules");
            if (inside && Files.isRegularFile(description) && Files.size(description) <= LONGEST) {
                String version = TestedVersions.in(field(Files.readString(description)));
                if (!version.isEmpty()) {
                    return version;
                }
            }
        }
        return null;
    }

    /// As in `Cellar/codex/0.145.0/bin/codex` or `mise/installs/npm-openai-codex/0.145.0/bin/codex`: other folders with
    /// numbers in their names, such as those of Node, are of something else.
    private static @Nullable String ofFolder(Path file, String name) {
        for (Path at = file.getParent(); at != null && at.getParent() != null; at = at.getParent()) {
            String version = String.valueOf(at.getFileName());
            String above = String.valueOf(at.getParent().getFileName());
            if (above.contains(name) && version.equals(TestedVersions.in(version))) {
                return version;
            }
        }
        return null;
    }

    /// What a JSON object says about `version`, empty when nothing.
    private static String field(String json) {
        try {
            return JsonText.object(json).get("version") instanceof String version ? version : "";
        } catch (InvalidJson damaged) {
            return "";
        }
    }
}
