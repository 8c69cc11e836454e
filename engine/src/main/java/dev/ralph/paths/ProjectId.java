package dev.ralph.paths;

import java.nio.file.Path;
import java.util.Locale;

/// The name of a project: lowercase letters, digits and hyphens.
public record ProjectId(String value) {
    public ProjectId {
        SafeName.require("project id", value, 64);
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '.' || c == '_' || Character.isUpperCase(c)) {
                throw new IllegalArgumentException(
                        "project id \"" + value + "\" is not usable: lowercase letters, digits and '-' are allowed");
            }
        }
    }

    /// A name made from the project's folder.
    public static ProjectId of(Path folder) {
        Path name = folder.toAbsolutePath().normalize().getFileName();
        StringBuilder id = new StringBuilder();
        for (char c :
                (name == null ? "" : name.toString()).toLowerCase(Locale.ROOT).toCharArray()) {
            if (c < 128 && Character.isLetterOrDigit(c)) {
                id.append(c);
            } else if (!id.isEmpty() && id.charAt(id.length() - 1) != '-') {
                id.append('-');
            }
        }
        while (!id.isEmpty() && id.charAt(id.length() - 1) == '-') {
            id.setLength(id.length() - 1);
        }
        return new ProjectId(id.isEmpty() ? "project" : id.substring(0, Math.min(id.length(), 64)));
    }

    @Override
    public String toString() {
        return value;
    }
}
