package dev.ralph.survey;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How a repository is tested.
///
/// @param suites those of the root first
/// @param notes  what a person should know besides
public record Survey(List<TestSuite> suites, List<String> notes) {
    private static final List<SuiteFinder> FINDERS = List.of(
            new MavenFinder(),
            new GradleFinder(),
            new NodeFinder(),
            new PytestFinder(),
            new UnittestFinder(),
            new CargoFinder(),
            new GoFinder(),
            new MakeFinder());
    private static final int DEEPEST = 3;
    private static final int MOST_FOLDERS = 2000;
    private static final int MOST_SUITES = 20;
    private static final Set<String> NEVER = Set.of("""
            node_modules target build dist out vendor venv env site-packages __pycache__ testdata fixtures
            examples samples third_party""".split("\\s+"));

    public Survey {
        suites = List.copyOf(suites);
        notes = List.copyOf(notes);
    }

    /// Looks at a folder and at those below it, three levels deep: a repository may hold several projects.
    public static Survey of(Path root) throws IOException {
        List<TestSuite> suites = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        Map<SuiteFinder, List<SurveyedFolder>> found = new HashMap<>();
        List<SurveyedFolder> folders = folders(root.toAbsolutePath().normalize());
        for (SurveyedFolder folder : folders) {
            List<TestSuite> here = new ArrayList<>();
            for (SuiteFinder finder : FINDERS) {
                List<SurveyedFolder> above = found.getOrDefault(finder, List.of());
                boolean covered = above.stream()
                        .anyMatch(one -> folder.path().startsWith(one.path()) && finder.covers(one, folder));
                if (!covered && suites.size() + here.size() < MOST_SUITES) {
                    finder.in(folder, here, notes).ifPresent(suite -> {
                        here.add(suite);
                        found.computeIfAbsent(finder, _ -> new ArrayList<>()).add(folder);
                    });
                }
            }
            suites.addAll(here);
        }
        if (folders.size() >= MOST_FOLDERS) {
            notes.add("only the first " + MOST_FOLDERS + " folders were looked at");
        }
        if (suites.size() >= MOST_SUITES) {
            notes.add("only the first " + MOST_SUITES + " test suites are listed");
        }
        return new Survey(suites, notes);
    }

    /// Each suite as a check.
    public List<String> checks() {
        return suites.stream().map(suite -> suite.check().line()).toList();
    }

    /// One line that makes a fresh checkout ready for all of them; null when nothing is needed.
    public @Nullable String prepare() {
        List<String> lines = suites.stream()
                .filter(suite -> suite.prepare() != null)
                .map(suite -> suite.folder().isEmpty()
                        ? suite.prepare()
                        : "(cd '" + suite.folder().replace("'", "'\\''") + "' && " + suite.prepare() + ")")
                .distinct()
                .toList();
        return lines.isEmpty() ? null : String.join(" && ", lines);
    }

    /// Level by level, each in the order of names.
    private static List<SurveyedFolder> folders(Path root) throws IOException {
        List<SurveyedFolder> all = new ArrayList<>(List.of(new SurveyedFolder(root, "")));
        int from = 0;
        for (int depth = 0; depth < DEEPEST; depth++) {
            int to = all.size();
            for (SurveyedFolder folder : List.copyOf(all.subList(from, to))) {
                for (Path below : below(folder.path())) {
                    if (all.size() < MOST_FOLDERS) {
                        all.add(new SurveyedFolder(below, root.relativize(below).toString()));
                    }
                }
            }
            from = to;
        }
        return all;
    }

    private static List<Path> below(Path folder) throws IOException {
        List<Path> below = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (!name.startsWith(".")
                        && !NEVER.contains(name)
                        && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
                        && Files.isReadable(entry)) {
                    below.add(entry);
                }
            }
        }
        below.sort(null);
        return below;
    }
}
