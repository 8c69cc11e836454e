package dev.ralph.config;

import dev.ralph.verify.TestFileRules;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/// Looks whether a project has tests, without reading all of a large one.
final class TestFileSearch extends SimpleFileVisitor<Path> {
    private static final int MOST = 20_000;
    private static final Set<String> NEVER = Set.of("node_modules", "target", "build", "vendor", "venv");

    private final Path project;
    private int seen;
    private boolean found;

    private TestFileSearch(Path project) {
        this.project = project;
    }

    static boolean isAny(Path project) {
        TestFileSearch search = new TestFileSearch(project);
        try {
            Files.walkFileTree(project, search);
        } catch (IOException closed) {
            return search.found;
        }
        return search.found || search.seen > MOST;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        String name = String.valueOf(folder.getFileName());
        boolean passedOver = !folder.equals(project) && (name.startsWith(".") || NEVER.contains(name));
        return passedOver ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        found = attributes.isRegularFile()
                && TestFileRules.isTest(project.relativize(file).toString());
        return found || ++seen > MOST ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException closed) {
        return FileVisitResult.CONTINUE;
    }
}
