package dev.ralph.tamper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Says for one place after the other which test it is in.
final class TestAtPlace {
    private final List<TestCase> tests;
    private final Deque<Integer> open = new ArrayDeque<>();
    private int next;

    /// @param tests in the order they begin
    TestAtPlace(List<TestCase> tests) {
        this.tests = tests;
    }

    /// @param offset not before the last one
    /// @return the number of the innermost test, -1 for none
    int at(int offset) {
        while (next < tests.size() && tests.get(next).start() <= offset) {
            open.addLast(next++);
        }
        while (!open.isEmpty() && tests.get(open.peekLast()).end() <= offset) {
            open.removeLast();
        }
        return open.isEmpty() ? -1 : open.peekLast();
    }
}
