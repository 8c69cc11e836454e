package dev.ralph.tamper;

import org.jspecify.annotations.Nullable;

/// A statement of a changed test file, and the one on the other side that says the same.
final class Place {
    private final TestFile file;
    private final Statement statement;
    private final boolean asserts;
    private @Nullable String text;
    private @Nullable Place other;

    Place(TestFile file, Statement statement) {
        this.file = file;
        this.statement = statement;
        this.asserts = Assertions.is(statement);
    }

    TestFile file() {
        return file;
    }

    Statement statement() {
        return statement;
    }

    /// Whether it asserts something.
    boolean asserts() {
        return asserts;
    }

    /// The same for two that differ in layout only.
    String text() {
        String known = text == null ? statement.text() : text;
        text = known;
        return known;
    }

    @Nullable
    Place other() {
        return other;
    }

    boolean isAlone() {
        return other == null;
    }

    void join(Place found) {
        other = found;
        found.other = this;
    }

    String path() {
        return file.path();
    }

    int line() {
        return file.line(statement);
    }

    String test() {
        return file.testName(statement.test());
    }

    boolean isInTest() {
        return statement.test() >= 0;
    }

    /// Whether a runner comes by: it is in a test that is not skipped, of a file that is looked into.
    boolean runs() {
        return isInTest() && !file.skipped().contains(statement.test()) && file.collected();
    }
}
