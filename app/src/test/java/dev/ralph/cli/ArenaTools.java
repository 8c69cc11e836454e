package dev.ralph.cli;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The programs that the repositories of the arena are tested with: java, python3 with pytest, node with npm, make, sh.
final class ArenaTools {
    private ArenaTools() {}

    /// What agents and checks see of this machine: the path, with the JDK and Python of the tests first.
    static Map<String, String> environment() {
        List<String> path = new ArrayList<>();
        path.add(Path.of(System.getProperty("java.home"), "bin").toString());
        String python = python();
        if (python != null) {
            path.add(Path.of(python).resolveSibling(".").normalize().toString());
        }
        path.add(System.getenv().getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin"));
        Map<String, String> environment = new HashMap<>();
        environment.put("PATH", String.join(File.pathSeparator, path));
        environment.put("PYTHONDONTWRITEBYTECODE", "1");
        environment.put("npm_config_update_notifier", "false");
        environment.put("npm_config_offline", "true");
        return environment;
    }

    /// What is missing for a repository; empty when all is there.
    static String missing(String repository) {
        String probe = switch (repository) {
            case "java", "make" -> "make --version";
            case "node" -> "node --version && npm --version";
            case "calc" -> "node --version";
            case "python", "pytest" -> "python3 -m pytest --version";
            case "unittest" -> "python3 --version";
            default -> "true";
        };
        try {
            Shell.Said said = Shell.other(Path.of("."), environment(), List.of("sh", "-c", probe));
            return said.code() == 0 ? "" : "`" + probe + "` fails here";
        } catch (Exception failed) {
            return failed.toString();
        }
    }

    private static @org.jspecify.annotations.Nullable String python() {
        try {
            Shell.Said said = Shell.other(
                    Path.of("."), Map.of(), List.of("python3", "-c", "import sys, pytest; print(sys.executable)"));
            return said.code() == 0 ? said.out().strip() : null;
        } catch (Exception missing) {
            return null;
        }
    }
}
