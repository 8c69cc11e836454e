package dev.ralph.tamper;

/// A test of a test file: a method, a function, a call with a name.
///
/// @param scope the class or module it is in, empty where that is not told apart
/// @param start where it begins, with its annotations
/// @param end   past its last character
record TestCase(String scope, String name, int start, int end) {
    private static final int LONGEST = 300;

    /// Names stand in many places: of one that is longer than anybody's a sum stands for the rest.
    TestCase {
        scope = bounded(scope);
        name = bounded(name);
    }

    private static String bounded(String name) {
        return name.length() <= LONGEST
                ? name
                : name.substring(0, LONGEST) + "…" + name.length() + "-" + Integer.toHexString(name.hashCode());
    }

    boolean contains(int offset) {
        return start <= offset && offset < end;
    }

    String key() {
        return scope.isEmpty() ? name : scope + "." + name;
    }
}
