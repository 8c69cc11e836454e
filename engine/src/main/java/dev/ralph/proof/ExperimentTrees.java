package dev.ralph.proof;

import dev.ralph.git.Commits;
import dev.ralph.git.PrivateIndex;
import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import dev.ralph.git.TreeComparison;
import dev.ralph.git.TreeEntry;
import dev.ralph.paths.Folders;
import dev.ralph.paths.LoopPaths;
import dev.ralph.ratchet.TestRun;
import dev.ralph.verify.Check;
import dev.ralph.verify.CheckFields;
import dev.ralph.verify.Experiment;
import dev.ralph.verify.ReportGlob;
import dev.ralph.verify.TestFileRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The work, what was there before it, and mixtures of both, as commits that no branch has. Nothing is written but
/// objects of git.
final class ExperimentTrees {
    private static final long LARGEST = 1L << 20;
    private static final long MOST = 32L << 20;
    private static final Pattern SEVERAL_LINES = Pattern.compile("\"\"\"|\'\'\'|`|<<|\\\\\r?\n");
    private static final Pattern ASSERTION =
            Pattern.compile("^\\s+(?:self\\.|this\\.)?(?i:assert|expect|check)\\w*[ .(!]");

    private final WorkUnderProof work;
    private final Repository repository;
    private final Tree baseline;
    private final Tree candidate;
    private final SortedMap<RawName, TreeEntry> tests = new TreeMap<>();
    private final Set<RawName> changed = new TreeSet<>();
    private final Set<RawName> added = new TreeSet<>();
    private final Set<RawName> free = new TreeSet<>();
    private final Set<RawName> tooLarge = new TreeSet<>();
    private final Map<RawName, TreeEntry> after;
    private @Nullable Map<RawName, byte[]> texts;

    /// @param id its name in git, the same for the same files
    record Tree(String commit, String id) {}

    private ExperimentTrees(WorkUnderProof work, Repository repository, Tree baseline, Tree candidate)
            throws IOException {
        this.work = work;
        this.repository = repository;
        this.baseline = baseline;
        this.candidate = candidate;
        this.after = repository.commits().blobs(candidate.id());
    }

    /// @param before what reports said of the tests before the work: files that they name are tests, too
    /// @return null where there is nothing to compare
    static @Nullable ExperimentTrees of(WorkUnderProof work, List<TestRun> before) throws IOException {
        Repository repository = work.repository().orElse(null);
        String baseline = work.baseline();
        String commit = repository == null ? null : work.work().kept();
        if (repository == null || baseline == null || commit == null) {
            return null;
        }
        ExperimentTrees trees =
                new ExperimentTrees(work, repository, tree(repository, baseline), tree(repository, commit));
        trees.sort(oldTests(work).orElse(new Experiment(Experiment.Kind.OLD_TESTS, CheckFields.NONE)), before);
        return trees;
    }

    /// What was there before the work; null where nothing was.
    static @Nullable Tree baseline(WorkUnderProof work) throws IOException {
        Repository repository = work.repository().orElse(null);
        String baseline = work.baseline();
        return repository == null || baseline == null ? null : tree(repository, baseline);
    }

    /// The check about old tests.
    static Optional<Experiment> oldTests(WorkUnderProof work) {
        for (String line : work.policy().checks()) {
            if (Check.of(line) instanceof Experiment found && found.kind() == Experiment.Kind.OLD_TESTS) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    private static Tree tree(Repository repository, String commit) throws IOException {
        return new Tree(commit, repository.commits().tree(commit));
    }

    /// The work; null where there is no commit of it.
    static @Nullable Tree candidate(WorkUnderProof work) throws IOException {
        Repository repository = work.repository().orElse(null);
        String commit = repository == null ? null : work.work().kept();
        return repository == null || commit == null ? null : tree(repository, commit);
    }

    /// A folder for files of ours.
    static Path scratch(LoopPaths paths) throws IOException {
        Path folder = paths.layout().loop(paths.head().id()).resolve("experiments");
        Folders.below(paths.layout().state(), folder);
        return folder;
    }

    private void sort(Experiment wanted, List<TestRun> before) throws IOException {
        Set<String> suites = new HashSet<>();
        before.forEach(run -> run.tests().keySet().forEach(test -> suites.add(test.suite())));
        List<ReportGlob> more = wanted.files().stream().map(ReportGlob::new).toList();
        List<ReportGlob> mayChange =
                wanted.mayChange().stream().map(ReportGlob::new).toList();
        Map<RawName, TreeEntry> all = repository.commits().blobs(baseline.id());
        all.forEach((name, entry) -> {
            String path = name.toString();
            boolean is = TestFileRules.isTest(path)
                    || more.stream().anyMatch(glob -> glob.matches(Path.of(path)))
                    || (TestFileRules.isProgramText(path)
                            && suites.stream().anyMatch(suite -> TestFileRules.isNamed(path, suite)));
            if (is && mayChange.stream().anyMatch(glob -> glob.matches(Path.of(path)))) {
                free.add(name);
            } else if (is && !entry.isSubmodule()) {
                tests.put(name, entry);
                if (!entry.equals(after.get(name))) {
                    changed.add(name);
                }
            }
        });
        Set<String> moved = changed.stream().map(ExperimentTrees::file).collect(Collectors.toSet());
        after.keySet().stream()
                .filter(name -> !all.containsKey(name))
                .filter(name -> TestFileRules.isTest(name.toString()) || moved.contains(file(name)))
                .forEach(name -> {
                    boolean isFree = mayChange.stream().anyMatch(glob -> glob.matches(Path.of(name.toString())));
                    (isFree ? free : added).add(name);
                });
    }

    private static String file(RawName name) {
        return name.bytes().substring(name.bytes().lastIndexOf('/') + 1);
    }

    Tree baseline() {
        return baseline;
    }

    Tree candidate() {
        return candidate;
    }

    /// Test files of before that the work may not change without being asked about.
    Set<RawName> tests() {
        return tests.keySet();
    }

    /// Whether the tests of a suite are where they were before.
    boolean isLaid(String suite) {
        return free.stream().noneMatch(name -> TestFileRules.isNamed(name.toString(), suite));
    }

    /// Those of them that are different, or gone, in the work.
    Set<RawName> changed() {
        return changed;
    }

    /// Those that are gone: neither there nor under the same name elsewhere.
    Set<RawName> gone() {
        Set<String> there = after.keySet().stream().map(ExperimentTrees::file).collect(Collectors.toSet());
        return changed.stream()
                .filter(name -> !there.contains(file(name)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Files that are not what they were before, or new, or gone.
    Set<RawName> differing(Predicate<RawName> wanted) throws IOException {
        Map<RawName, TreeEntry> then = repository.commits().blobs(baseline.id());
        return Stream.concat(then.keySet().stream(), after.keySet().stream())
                .filter(wanted)
                .filter(name -> !Objects.equals(then.get(name), after.get(name)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Test files that came with the work.
    Set<RawName> added() {
        return added;
    }

    /// What becomes of the work when tests of before are laid over it.
    enum Extent {
        /// Its own new test files are left out: what was there before needs none of them.
        WITHOUT_NEW,
        /// They stay.
        WITH_NEW,
        /// Nothing is laid over it.
        AS_IT_IS
    }

    /// The work with the test files of before.
    Tree replayed(Extent extent) throws IOException {
        return replayed(extent, Map.of());
    }

    /// The same with other contents of some of them.
    Tree replayed(Extent extent, Map<RawName, byte[]> contents) throws IOException {
        Map<RawName, TreeEntry> over = new HashMap<>();
        if (extent != Extent.AS_IT_IS) {
            changed.forEach(name -> over.put(name, entry(name)));
        }
        return mixed(candidate, over, extent == Extent.WITHOUT_NEW ? added : Set.of(), contents);
    }

    /// What was there before, with other contents of some test files.
    Tree before(Map<RawName, byte[]> contents) throws IOException {
        return mixed(baseline, Map.of(), Set.of(), contents);
    }

    /// Test files of before that are different in the work, or may be.
    Set<RawName> rewritten() throws IOException {
        Set<RawName> rewritten = new TreeSet<>(free);
        rewritten.retainAll(paths()); // new ones are free, too
        rewritten.addAll(changed);
        return rewritten;
    }

    /// What was there before, without these.
    Tree withoutRewritten() throws IOException {
        return mixed(baseline, Map.of(), rewritten(), Map.of());
    }

    private TreeEntry entry(RawName name) {
        TreeEntry entry = tests.get(name);
        if (entry == null) {
            throw new IllegalArgumentException(name + " is no test file of before");
        }
        return entry;
    }

    /// Every test file with empty lines where they say nothing: at its end, and before assertions.
    ///
    /// @param extent of what the files are those that are there
    Map<RawName, byte[]> loosened(Extent extent) throws IOException {
        Map<RawName, byte[]> looser = new TreeMap<>();
        texts().forEach((name, bytes) -> {
            if (extent != Extent.AS_IT_IS || !changed.contains(name)) {
                looser.put(name, loosened(new String(bytes, StandardCharsets.ISO_8859_1)));
            }
        });
        return looser;
    }

    /// A text over several lines is one that an empty line would change.
    private static byte[] loosened(String text) {
        StringBuilder looser = new StringBuilder();
        String before = "";
        boolean isPlain = !SEVERAL_LINES.matcher(text).find();
        for (String line : text.split("(?<=\n)")) {
            boolean isWhole = before.isBlank() || before.strip().matches(".*[;:{})]");
            looser.append(isPlain && isWhole && ASSERTION.matcher(line).find() ? "\n" : "")
                    .append(line);
            before = line;
        }
        return looser.append('\n').toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /// The test files of before that are the text of programs.
    Map<RawName, byte[]> texts() throws IOException {
        Map<RawName, byte[]> known = texts;
        if (known == null) {
            known = texts(tests);
            texts = known;
        }
        return known;
    }

    /// Those of them that are so in the work.
    Map<RawName, byte[]> texts(Extent extent) throws IOException {
        Map<RawName, byte[]> laid = new TreeMap<>(texts());
        if (extent == Extent.AS_IT_IS) {
            laid.keySet().removeAll(changed);
        }
        return laid;
    }

    /// The test files that are as the work has them: new ones, and those that it may change.
    Map<RawName, byte[]> ownTexts(Extent extent) throws IOException {
        SortedMap<RawName, TreeEntry> own = new TreeMap<>();
        for (Set<RawName> some : List.of(added, free, extent == Extent.AS_IT_IS ? changed : Set.<RawName>of())) {
            some.stream().filter(after::containsKey).forEach(name -> own.put(name, after(name)));
        }
        return texts(own);
    }

    private TreeEntry after(RawName name) {
        return Objects.requireNonNull(after.get(name));
    }

    private Map<RawName, byte[]> texts(SortedMap<RawName, TreeEntry> files) throws IOException {
        Map<RawName, byte[]> read = new TreeMap<>();
        Map<RawName, TreeEntry> wanted = new TreeMap<>();
        files.forEach((name, entry) -> {
            boolean plain = entry.mode().equals(TreeEntry.FILE) || entry.mode().equals(TreeEntry.PROGRAM);
            if (plain && TestFileRules.isProgramText(name.toString())) {
                wanted.put(name, entry);
            }
        });
        Set<String> ids = new LinkedHashSet<>();
        wanted.values().forEach(entry -> ids.add(entry.id()));
        Map<String, byte[]> contents = repository.contents().of(ids, LARGEST, MOST);
        for (Map.Entry<RawName, TreeEntry> one : wanted.entrySet()) {
            byte[] bytes = contents.get(one.getValue().id());
            if (bytes == null) {
                tooLarge.add(one.getKey());
            } else if (bytes.length > 0) {
                read.put(one.getKey(), bytes);
            }
        }
        return read;
    }

    /// Test files that were not read because of their size.
    Set<RawName> tooLarge() {
        return tooLarge;
    }

    /// All files of before.
    Collection<RawName> paths() throws IOException {
        return repository.commits().blobs(baseline.id()).keySet();
    }

    /// A file of before; empty where there is none, or it is too large.
    String text(String path) throws IOException {
        Commits.Found found = repository.commits().find(baseline.commit(), path);
        byte[] bytes = found.what() == Commits.What.FILE
                ? repository
                        .contents()
                        .of(List.of(found.id()), LARGEST, LARGEST)
                        .get(found.id())
                : null;
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    /// The folder of the project in its repository, with a slash at its end; empty for its top.
    String prefix() throws IOException {
        Path top = repository.top().toRealPath();
        Path project = work.paths().project().toRealPath();
        return project.startsWith(top) && !project.equals(top) ? top.relativize(project) + "/" : "";
    }

    private Tree mixed(
            Tree from, Map<RawName, TreeEntry> over, Collection<RawName> without, Map<RawName, byte[]> contents)
            throws IOException {
        if (over.isEmpty() && without.isEmpty() && contents.isEmpty()) {
            return from;
        }
        Map<RawName, TreeEntry> all = new HashMap<>(over);
        List<RawName> names = new ArrayList<>(contents.keySet());
        List<String> ids = stored(names, contents);
        for (int i = 0; i < names.size(); i++) {
            TreeEntry old = tests.get(names.get(i));
            TreeEntry known = old == null ? after.get(names.get(i)) : old;
            all.put(names.get(i), new TreeEntry(known == null ? TreeEntry.FILE : known.mode(), ids.get(i)));
        }
        String tree = laid(from.id(), all, without);
        return new Tree(likeCandidate(tree, contents.keySet(), all), tree);
    }

    private String laid(String tree, Map<RawName, TreeEntry> over, Collection<RawName> without) throws IOException {
        try (PrivateIndex index =
                repository.index(repository.top(), scratch(work.paths()).resolve("index"))) {
            index.read(tree);
            index.remove(without);
            index.put(over);
            return index.tree();
        }
    }

    /// A commit that says the same as the one of the work, on top of one with the same test files, so that neither its
    /// message nor what it changes tells what is tried.
    ///
    /// @param changed files that are different
    private String likeCandidate(String tree, Set<RawName> changed, Map<RawName, TreeEntry> entries)
            throws IOException {
        String parent = repository.commits().parent(candidate.commit()).orElse(null);
        String message = repository.commits().message(candidate.commit());
        if (parent == null) {
            return repository.commits().make(tree, List.of(), message, Map.of());
        }
        Map<RawName, TreeEntry> there = repository.commits().blobs(parent);
        Map<RawName, TreeEntry> same = new HashMap<>();
        changed.stream()
                .filter(there::containsKey)
                .forEach(name -> same.put(name, Objects.requireNonNull(entries.get(name))));
        String below = same.isEmpty()
                ? parent
                : repository
                        .commits()
                        .make(
                                laid(parent, same, Set.of()),
                                repository
                                        .commits()
                                        .parent(parent)
                                        .map(List::of)
                                        .orElse(List.of()),
                                repository.commits().message(parent),
                                Map.of());
        return repository.commits().make(tree, List.of(below), message, Map.of());
    }

    private List<String> stored(List<RawName> names, Map<RawName, byte[]> contents) throws IOException {
        Path folder = scratch(work.paths());
        List<Path> files = new ArrayList<>();
        try {
            for (RawName name : names) {
                Path file = folder.resolve("file-" + files.size());
                files.add(file);
                Files.write(file, contents.get(name));
            }
            return repository.store(files);
        } finally {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
    }

    /// What the work did to some test files, as people read it.
    String edits(Collection<RawName> names) throws IOException {
        Map<RawName, TreeEntry> now = new HashMap<>();
        Set<RawName> gone = new HashSet<>();
        for (RawName name : names) {
            TreeEntry entry = after.get(name);
            if (entry == null) {
                gone.add(name);
            } else {
                now.put(name, entry);
            }
        }
        TreeComparison comparison = repository.comparison();
        return comparison.text(
                baseline.id(), mixed(baseline, now, gone, Map.of()).id());
    }
}
