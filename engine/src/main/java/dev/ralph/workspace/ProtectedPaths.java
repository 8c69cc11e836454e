package dev.ralph.workspace;

import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/// Paths that an agent may propose a change of and a human makes: they run programs on the user's machine or on
/// the project's servers, or steer an agent or Ralph itself.
///
/// A file system may take other spellings for the same name, so case, ignorable characters and dots or blanks at
/// the end
/// of a name make no difference.
public final class ProtectedPaths {
    private static final Set<String> GIT_DATA = Set.of(".git", "git~1");

    /// Anywhere in the project.
    private static final Set<String> NAMES = Set.of("""
            .git git~1 .gitmodules .gitattributes .husky .githooks .ralph .envrc .vscode .idea .devcontainer
            .mcp.json .claude .codex .gemini .qwen .opencode opencode.json opencode.jsonc .copilot .cursor
            .cursorrules .windsurf .windsurfrules .clinerules .aider.conf.yml .agents .bashrc .bash_profile
            .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc
            .cshrc .tcshrc .login .inputrc""".split("\\s+"));

    /// Paths from the root of the project.
    private static final List<List<String>> FROM_TOP =
            Stream.of("""
            ralph.json .specflow/config.yaml .kiro/state .kiro/logs .kiro/backups .kiro/hooks .kiro/settings
            .kiro/steering .github/workflows .github/actions .gitea/workflows .forgejo/workflows
            .github/copilot-instructions.md .gitlab-ci.yml .gitlab/ci .circleci .travis.yml .buildkite
            .drone.yml .woodpecker .woodpecker.yml .woodpecker.yaml .teamcity jenkinsfile azure-pipelines.yml
            bitbucket-pipelines.yml appveyor.yml .appveyor.yml cloudbuild.yaml .pre-commit-config.yaml
            .config/fish""".split("\\s+")).map(path -> List.of(path.split("/"))).toList();

    private final List<List<String>> fromTop;
    private final List<Path> ours;

    private ProtectedPaths(List<List<String>> fromTop, List<Path> ours) {
        this.fromTop = List.copyOf(fromTop);
        this.ours = List.copyOf(ours);
    }

    public static ProtectedPaths standard() {
        return new ProtectedPaths(FROM_TOP, List.of());
    }

    /// @param files that Ralph itself writes, relative to the project
    public ProtectedPaths and(List<Path> files) {
        List<List<String>> all = new ArrayList<>(fromTop);
        files.forEach(file -> all.add(parts(file)));
        return new ProtectedPaths(all, files);
    }

    /// The files that Ralph itself writes: a commit of work holds them as they are in the project.
    List<Path> ours() {
        return ours;
    }

    /// @param path relative to the project
    public boolean contains(Path path) {
        List<String> parts = parts(path);
        return parts.stream().anyMatch(NAMES::contains)
                || fromTop.stream()
                        .anyMatch(rule -> parts.size() >= rule.size()
                                && parts.subList(0, rule.size()).equals(rule));
    }

    /// Whether a protected path lies below it: a link of that name would lead to another file in its place.
    boolean isAbove(Path path) {
        List<String> parts = parts(path);
        return fromTop.stream()
                .anyMatch(rule -> parts.size() < rule.size()
                        && rule.subList(0, parts.size()).equals(parts));
    }

    /// Whether it is a repository's own data, or lies in them: git holds no file of such a name.
    static boolean isGitData(Path path) {
        return parts(path).stream().anyMatch(GIT_DATA::contains);
    }

    private static List<String> parts(Path path) {
        List<String> parts = new ArrayList<>();
        path.forEach(part -> parts.add(plain(part.toString())));
        return parts;
    }

    private static String plain(String name) {
        StringBuilder visible = new StringBuilder();
        Normalizer.normalize(name, Normalizer.Form.NFKC)
                .codePoints()
                .filter(c -> Character.getType(c) != Character.FORMAT && !Character.isIdentifierIgnorable(c))
                .forEach(visible::appendCodePoint);
        String lower = visible.toString().toLowerCase(Locale.ROOT).replaceFirst("(?s)(?<=.)[:\\\\].*", "");
        int end = lower.length();
        while (end > 1 && (lower.charAt(end - 1) == '.' || lower.charAt(end - 1) == ' ')) {
            end--;
        }
        return lower.substring(0, end);
    }
}
