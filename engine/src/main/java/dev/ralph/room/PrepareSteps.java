package dev.ralph.room;

import dev.ralph.disk.Sha256;
import dev.ralph.git.RawName;
import dev.ralph.git.TreeEntry;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// How a clean room is made ready for checks: shell lines, and the files of the commit that they depend on.
///
/// The lines see these files and no others, so that equal files give an equal result.
///
/// @param lines   one after the other; none: a room needs nothing
/// @param inputs  patterns of paths in the project, as in `**/package.json`; without `/` in any folder
/// @param circumstances what else makes results differ, such as the network it may use
public record PrepareSteps(List<String> lines, List<String> inputs, String circumstances) {
    public static final PrepareSteps NONE = new PrepareSteps(List.of(), List.of(), "");

    /// What the usual tools read before they fetch what a project needs.
    public static final List<String> USUAL_INPUTS = List.of("""
            package.json package-lock.json npm-shrinkwrap.json pnpm-lock.yaml pnpm-workspace.yaml yarn.lock
            .yarnrc.yml .npmrc .nvmrc bun.lock bun.lockb requirements*.txt constraints*.txt poetry.lock Pipfile
            Pipfile.lock uv.lock pyproject.toml setup.cfg .python-version Cargo.toml Cargo.lock
            rust-toolchain.toml go.mod go.sum go.work go.work.sum pom.xml .mvn/** mvnw *.gradle *.gradle.kts
            gradle.properties gradle.lockfile gradle/** gradlew Gemfile Gemfile.lock composer.json composer.lock
            mix.exs mix.lock flake.nix flake.lock""".split("\\s+"));

    /// What the usual tools want to be there before they fetch, whatever is in it: cargo asks for the source of each
    /// target.
    private static final List<String> USUAL_NAMES = List.of("*.rs");

    public PrepareSteps {
        lines = List.copyOf(lines);
        inputs = List.copyOf(inputs);
        for (String line : lines) {
            if (line.isBlank()) {
                throw new IllegalArgumentException("a line of `prepare` is empty: give a shell line, or leave it out");
            }
        }
        inputs.forEach(PrepareSteps::matcher);
    }

    /// With the usual inputs where none are named.
    public static PrepareSteps of(List<String> lines, List<String> inputs, String circumstances) {
        return lines.isEmpty()
                ? NONE
                : new PrepareSteps(lines, inputs.isEmpty() ? USUAL_INPUTS : inputs, circumstances);
    }

    public boolean isNothing() {
        return lines.isEmpty();
    }

    private static PathMatcher matcher(String pattern) {
        if (pattern.isBlank() || pattern.startsWith("/") || pattern.contains("..")) {
            throw new IllegalArgumentException(
                    "`prepare_inputs` has '" + pattern + "': give a path or pattern below the project");
        }
        String whole = pattern.contains("/") ? pattern : "{" + pattern + ",**/" + pattern + "}";
        return FileSystems.getDefault().getPathMatcher("glob:" + whole);
    }

    /// Whether the usual tools read a file before they fetch what a project needs.
    public static boolean isUsualInput(Path path) {
        return USUAL_INPUTS.stream().map(PrepareSteps::matcher).anyMatch(matcher -> matcher.matches(path));
    }

    /// Those of a commit's files that the lines may see.
    ///
    /// @param prefix the project in the repository
    Map<RawName, TreeEntry> of(Map<RawName, TreeEntry> files, Path prefix) {
        return matching(inputs, files, prefix);
    }

    /// Those of which they see an empty file of the same name.
    Set<RawName> standIns(Map<RawName, TreeEntry> files, Path prefix) {
        Set<RawName> names = new TreeSet<>();
        if (inputs.equals(USUAL_INPUTS)) {
            matching(USUAL_NAMES, files, prefix).forEach((name, blob) -> {
                if (!blob.mode().equals(TreeEntry.LINK)) {
                    names.add(name);
                }
            });
        }
        return names;
    }

    private static Map<RawName, TreeEntry> matching(List<String> patterns, Map<RawName, TreeEntry> files, Path prefix) {
        List<PathMatcher> matchers =
                patterns.stream().map(PrepareSteps::matcher).toList();
        Map<RawName, TreeEntry> found = new TreeMap<>();
        files.forEach((name, blob) -> {
            Path path = name.path();
            boolean inside = prefix.toString().isEmpty() || path.startsWith(prefix);
            Path below = inside && !prefix.toString().isEmpty() ? prefix.relativize(path) : path;
            if (inside && !blob.isSubmodule() && matchers.stream().anyMatch(matcher -> matcher.matches(below))) {
                found.put(name, blob);
            }
        });
        return found;
    }

    /// The name of what comes of it.
    ///
    /// @param seen     what the lines may see
    /// @param standIns what they see as empty files
    /// @param place    where they see it
    String key(Map<RawName, TreeEntry> seen, Set<RawName> standIns, Path place) {
        StringBuilder text = new StringBuilder("1\n" + place + "\n" + circumstances + "\n");
        lines.forEach(line -> text.append(line.length() + " " + line + "\n"));
        seen.forEach((name, blob) -> text.append(blob.mode() + " " + blob.id() + " " + name.bytes() + "\0"));
        standIns.forEach(name -> text.append(name.bytes() + "\0"));
        return Sha256.of(text.toString()).substring(0, 40);
    }
}
