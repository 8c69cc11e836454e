package dev.ralph.config;

import org.jspecify.annotations.Nullable;

/// Where issues lie that become tasks.
///
/// @param repo  of GitHub, `OWNER/NAME`; null in a file
/// @param url   of GitHub's API
/// @param label that issues for Ralph have; null where every open issue is one
/// @param path  of the file, from the project's folder; null for GitHub
public record TrackerSettings(
        Type type,
        @Nullable String repo,
        String url,
        @Nullable String label,
        @Nullable String path) {
    public static final String GITHUB = "https://api.github.com";

    /// The variable of Ralph's own environment with the token for GitHub; no agent sees it.
    public static final String TOKEN = "GITHUB_TOKEN";

    public enum Type {
        GITHUB,
        FILE
    }

    /// As people know it: `github OWNER/NAME`.
    public String name() {
        return type == Type.FILE ? "file " + path : "github " + repo;
    }

    /// As it could be written in the file.
    @Override
    public String toString() {
        if (type == Type.FILE) {
            return "{type: file, path: " + YamlText.ifNeeded(String.valueOf(path))
                    + (label == null ? "" : ", label: " + YamlText.ifNeeded(label)) + "}";
        }
        return "{type: github, repo: " + repo + (url.equals(GITHUB) ? "" : ", url: " + YamlText.ifNeeded(url))
                + (label == null ? "" : ", label: " + YamlText.ifNeeded(label)) + "}";
    }
}
