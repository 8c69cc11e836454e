package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;

/// Finds for each statement before the one afterwards that says the same: in its own test, elsewhere in its file, or in
/// another file that it moved to. Each is taken once, so what stood there twice must stand there twice.
final class Matching {
    private static final int TRIED = 8;

    private final List<Place> before = new ArrayList<>();
    private final List<Place> after = new ArrayList<>();

    Matching(List<TestFile> filesBefore, List<TestFile> filesAfter) {
        fill(before, filesBefore);
        fill(after, filesAfter);
        pass(place -> List.of(place.path(), place.test(), place.text()), (old, now) -> true);
        pass(place -> List.of(place.path(), place.text()), Matching::runsAsWell);
        pass(place -> place.text(), Matching::runsAsWell);
    }

    private static void fill(List<Place> places, List<TestFile> files) {
        for (TestFile file : files) {
            file.statements().forEach(statement -> places.add(new Place(file, statement)));
        }
    }

    List<Place> before() {
        return before;
    }

    List<Place> after() {
        return after;
    }

    /// What was in a test must be in one that runs, unless it did not run before either.
    private static boolean isRenamed(Place old, Place now) {
        boolean free = !old.statement().isImport() && !old.statement().isAnnotation();
        return free && runsAsWell(old, now) && StatementShape.isRenamed(old.statement(), now.statement());
    }

    private static boolean runsAsWell(Place old, Place now) {
        boolean found = now.runs() && TestPaths.isFoundLike(old.path(), now.path());
        return !old.isInTest() || found || (now.isInTest() && !old.runs());
    }

    /// A name was replaced by another, and nothing else.
    void passRenamed() {
        IdentityHashMap<Place, String> shapes = new IdentityHashMap<>();
        Function<Place, String> shape =
                place -> shapes.computeIfAbsent(place, old -> StatementShape.of(old.statement()));
        pass(place -> List.of(place.path(), shape.apply(place)), Matching::isRenamed);
        pass(shape::apply, Matching::isRenamed);
    }

    private void pass(Function<Place, Object> key, BiPredicate<Place, Place> fits) {
        Map<Object, Deque<Place>> free = new HashMap<>();
        for (Place place : after) {
            if (place.isAlone()) {
                free.computeIfAbsent(key.apply(place), _ -> new ArrayDeque<>(1)).addLast(place);
            }
        }
        Deque<Place> none = new ArrayDeque<>(1);
        for (Place old : before) {
            if (old.isAlone()) {
                take(old, free.getOrDefault(key.apply(old), none), fits);
            }
        }
    }

    private static void take(Place old, Deque<Place> found, BiPredicate<Place, Place> fits) {
        int tries = Math.min(TRIED, found.size());
        for (int i = 0; i < tries; i++) {
            Place now = found.removeFirst();
            if (fits.test(old, now)) {
                old.join(now);
                return;
            }
            found.addLast(now);
        }
    }
}
