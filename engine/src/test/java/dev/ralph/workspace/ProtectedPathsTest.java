package dev.ralph.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtectedPathsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                ".git/hooks/pre-commit",
                ".git/config",
                "sub/.git",
                ".GIT/config",
                ".Git./config",
                "git~1/config",
                ".g\u200cit/config",
                ".git:stream",
                ".gitmodules",
                "deep/.gitattributes",
                ".envrc",
                "sub/.ENVRC",
                ".vscode/tasks.json",
                ".idea/x",
                ".mcp.json",
                ".claude/settings.json",
                ".Claude/commands/x.md",
                ".codex/config.toml",
                ".gemini/settings.json",
                "opencode.json",
                ".bashrc",
                "home/.zshrc",
                ".github/workflows/ci.yml",
                ".GitHub/Workflows/ci.yml",
                ".gitlab-ci.yml",
                "Jenkinsfile",
                ".ralph/config.yaml",
                ".specflow/config.yaml",
                ".husky/pre-commit"
            })
    void what_runs_programs_or_steers_agents_is_protected_however_it_is_spelled(String path) {
        assertThat(ProtectedPaths.standard().contains(Path.of(path))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "src/git/config",
                ".gitignore",
                "github/workflows/x",
                ".github/CODEOWNERS",
                "docs/.github/workflows/x",
                "profile",
                "a.git/x",
                "envrc"
            })
    void ordinary_files_are_not(String path) {
        assertThat(ProtectedPaths.standard().contains(Path.of(path))).isFalse();
    }
}
