package dev.ralph.testkit;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A tool call in an answer. [Shell] and [Write] say what is wanted, and the server picks whichever tool the
/// client offers for it and fills that tool's schema: so one script drives every agent.
public sealed interface ScriptedCall {
    /// Run a command line with the client's shell tool.
    record Shell(String command) implements ScriptedCall {
        public Shell {
            requireText("a shell call's command", command);
        }
    }

    /// Write a file with the client's write tool, or with its shell tool where it has no other.
    ///
    /// @param path relative to the client's working folder, or absolute
    record Write(String path, String content) implements ScriptedCall {
        public Write {
            requireText("a write call's path", path);
        }
    }

    /// Call exactly this tool with exactly these arguments, whether the client offers it or not.
    ///
    /// @param arguments values that JSON knows: text, numbers, booleans, lists and maps
    record Tool(String name, Map<String, ?> arguments) implements ScriptedCall {
        public Tool {
            requireText("a tool call's name", name);
            arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
        }
    }

    private static void requireText(String what, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException(what + " is blank");
        }
    }
}
