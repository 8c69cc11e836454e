package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Assertions that went from a test to a new function of its file, which the test calls now. What it is called with,
/// nobody can tell.
final class Extracted {
    private static final int TRIED = 8;
    private static final int MOST = 100;
    private static final Set<String> DECLARING = Set.of("(", "=", "<");

    /// A function that is called by one of these names.
    ///
    /// @param end where its block ends
    private record Head(String path, Set<String> names, int end) {}

    private final Matching matching;
    /// What new statements of a test call, by its file and name.
    private final Map<String, Set<String>> calls = new HashMap<>();
    /// And what these call in turn.
    private final Map<String, Set<String>> reached = new HashMap<>();
    /// What new functions call, by their file and name.
    private final Map<String, Set<String>> inner = new HashMap<>();
    /// New assertions outside of tests, by their file and shape.
    private final Map<String, Deque<Place>> outside = new HashMap<>();
    /// The names of the innermost function that each of them is in.
    private final Map<Place, Set<String>> makers = new HashMap<>();

    private final Deque<Head> open = new ArrayDeque<>();
    private String read = "";
    private @Nullable Blocks blocks;
    private boolean looked;

    Extracted(Matching matching) {
        this.matching = matching;
    }

    /// Once, and only where an assertion is missed at all.
    private void look() {
        if (looked) {
            return;
        }
        looked = true;
        Set<String> named = new HashSet<>();
        for (Place place : matching.after()) {
            if (place.isAlone()) {
                Set<String> names = called(place);
                names.forEach(name -> named.add(place.path() + "\0" + name));
                if (place.isInTest()) {
                    calls.computeIfAbsent(key(place), _ -> new HashSet<>(2)).addAll(names);
                }
            }
        }
        for (Place place : matching.after()) {
            if (place.isAlone() && !place.isInTest()) {
                outside(place, named);
            }
        }
    }

    private void outside(Place place, Set<String> named) {
        while (!open.isEmpty() && isOver(open.getLast(), place)) {
            open.removeLast();
        }
        if (!open.isEmpty()) {
            Set<String> called = called(place);
            open.getLast()
                    .names()
                    .forEach(name -> inner.computeIfAbsent(place.path() + "\0" + name, _ -> new HashSet<>(2))
                            .addAll(called));
        }
        if (place.asserts() && !open.isEmpty()) {
            makers.put(place, open.getLast().names());
            outside.computeIfAbsent(
                            place.path() + "\0" + StatementShape.of(place.statement()), _ -> new ArrayDeque<>(1))
                    .addLast(place);
        }
        Set<String> names = declared(place);
        if (names.stream().anyMatch(name -> named.contains(place.path() + "\0" + name))) {
            int end = end(place);
            if (end > place.statement().end()) {
                open.addLast(new Head(place.path(), names, end));
            }
        }
    }

    private static boolean isOver(Head head, Place place) {
        return !head.path().equals(place.path()) || place.statement().at() >= head.end();
    }

    /// Where the block ends that it is the header of.
    private int end(Place header) {
        Source source = header.file().source();
        int end = header.statement().end();
        if (source.language() == Language.PYTHON) {
            return blocks(header.file()).end(header.statement().at());
        }
        int brace = source.next(end);
        return source.language().hasBraces() && source.opens(brace) ? source.pastBracket(brace) : end;
    }

    /// Of one file after the other.
    private Blocks blocks(TestFile file) {
        if (blocks == null || !read.equals(file.path())) {
            blocks = Blocks.of(file.source());
            read = file.path();
        }
        return blocks;
    }

    private static String key(Place place) {
        return place.path() + "\0" + place.test();
    }

    private static Set<String> called(Place place) {
        Set<String> called = new HashSet<>();
        List<String> words = place.statement().words();
        for (int i = 0; i + 1 < words.size(); i++) {
            if (Statement.isName(words.get(i)) && words.get(i + 1).equals("(")) {
                called.add(words.get(i));
            }
        }
        return called;
    }

    /// The first names that it may declare, which are not between parentheses.
    private static Set<String> declared(Place place) {
        Set<String> declared = new LinkedHashSet<>();
        List<String> words = place.statement().words();
        int depth = 0;
        for (int i = 0; i + 1 < words.size() && declared.size() < TRIED; i++) {
            String word = words.get(i);
            depth += word.equals("(") ? 1 : word.equals(")") ? -1 : 0;
            if (depth == 0 && Statement.isName(word) && DECLARING.contains(words.get(i + 1))) {
                declared.add(word);
            }
        }
        return declared;
    }

    /// What a test calls, and what the new functions call that it calls.
    private Set<String> reached(String key, String path) {
        Set<String> called = calls.getOrDefault(key, Set.of());
        Set<String> names = new HashSet<>(called);
        called.stream()
                .flatMap(name -> inner.getOrDefault(path + "\0" + name, Set.of()).stream()
                        .limit(MOST))
                .limit(MOST)
                .forEach(names::add);
        return names;
    }

    /// Where it stands now, null for nowhere; each is found once.
    @Nullable
    Place of(Place old) {
        look();
        Set<String> names = reached.computeIfAbsent(key(old), key -> reached(key, old.path()));
        if (!old.isInTest() || names.isEmpty()) {
            return null;
        }
        Deque<Place> found =
                outside.getOrDefault(old.path() + "\0" + StatementShape.of(old.statement()), new ArrayDeque<>(1));
        int tries = Math.min(TRIED, found.size());
        for (int i = 0; i < tries; i++) {
            Place now = found.removeFirst();
            boolean called = makers.getOrDefault(now, Set.of()).stream().anyMatch(names::contains);
            if (called && StatementShape.isRenamed(old.statement(), now.statement())) {
                return now;
            }
            found.addLast(now);
        }
        return null;
    }
}
