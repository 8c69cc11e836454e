package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Assertions that went from a test to a new function of its file, which the test calls now. What it is called with,
/// nobody can tell.
final class Extracted {
    private static final int TRIED = 8;

    private final Matching matching;
    /// What new statements of a test call, by its file and name.
    private final Map<String, Set<String>> calls = new HashMap<>();
    /// New assertions outside of tests, by their file and shape.
    private final Map<String, Deque<Place>> outside = new HashMap<>();
    /// Where a function that is called so is named first, by its file and name.
    private final Map<String, Integer> heads = new HashMap<>();

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
            if (place.isAlone() && place.isInTest()) {
                Set<String> known = calls.computeIfAbsent(key(place), _ -> new HashSet<>(2));
                called(place, Set.of("(")).stream()
                        .limit(Math.max(0, TRIED - known.size()))
                        .forEach(known::add);
                known.forEach(name -> named.add(place.path() + "\0" + name));
            }
        }
        for (Place place : matching.after()) {
            if (place.isAlone() && !place.isInTest()) {
                outside(place, named);
            }
        }
    }

    private void outside(Place place, Set<String> named) {
        if (place.asserts()) {
            outside.computeIfAbsent(place.path() + "\0" + Shape.of(place.statement()), _ -> new ArrayDeque<>(1))
                    .addLast(place);
        }
        for (String name : called(place, Set.of("(", "=", "<"))) {
            String key = place.path() + "\0" + name;
            if (named.contains(key)) {
                heads.putIfAbsent(key, place.statement().at());
            }
        }
    }

    private static String key(Place place) {
        return place.path() + "\0" + place.test();
    }

    private static Set<String> called(Place place, Set<String> signs) {
        Set<String> called = new HashSet<>();
        List<String> words = place.statement().words();
        for (int i = 0; i + 1 < words.size(); i++) {
            if (Statement.isName(words.get(i)) && signs.contains(words.get(i + 1))) {
                called.add(words.get(i));
            }
        }
        return called;
    }

    /// Where it stands now, null for nowhere; each is found once.
    @Nullable
    Place of(Place old) {
        look();
        Set<String> names = calls.getOrDefault(key(old), Set.of());
        if (!old.isInTest() || names.isEmpty()) {
            return null;
        }
        Deque<Place> found = outside.getOrDefault(old.path() + "\0" + Shape.of(old.statement()), new ArrayDeque<>(1));
        int tries = Math.min(TRIED, found.size());
        for (int i = 0; i < tries; i++) {
            Place now = found.removeFirst();
            if (Shape.isRenamed(old.statement(), now.statement()) && isCalled(now, names)) {
                return now;
            }
            found.addLast(now);
        }
        return null;
    }

    private boolean isCalled(Place now, Set<String> names) {
        return names.stream().anyMatch(name -> {
            Integer head = heads.get(now.path() + "\0" + name);
            return head != null && head < now.statement().at();
        });
    }
}
