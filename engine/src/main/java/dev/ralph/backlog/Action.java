package dev.ralph.backlog;

import java.util.Locale;

/// Something that an agent did.
///
/// @param tool   as the agent calls it
/// @param detail the command line or the path, shortened; untrusted text
public record Action(String task, Kind kind, String tool, String detail) {
    public enum Kind {
        READ,
        WRITE,
        BASH,
        GIT,
        EVAL,
        OTHER;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static Action of(String task, String tool, String detail) {
        return new Action(task, kind(tool.toLowerCase(Locale.ROOT), detail), tool, detail);
    }

    private static Kind kind(String tool, String detail) {
        if (tool.equals("git")) {
            return Kind.GIT;
        }
        if (tool.matches(".*(bash|shell|exec|command|terminal).*")) {
            return detail.strip().startsWith("git ") ? Kind.GIT : Kind.BASH;
        }
        if (tool.matches(".*(write|edit|patch|replace|create).*")) {
            return Kind.WRITE;
        }
        if (tool.matches(".*(read|view|grep|glob|search|list|ls|cat).*")) {
            return Kind.READ;
        }
        return tool.contains("eval") ? Kind.EVAL : Kind.OTHER;
    }
}
