package dev.ralph.tamper;

/// A test of a test file: a method, a function, a call with a name.
///
/// @param scope the class or module it is in, empty where that is not told apart
/// @param start where it begins, with its annotations
/// @param end   past its last character
record TestCase(String scope, String name, int start, int end) {
    boolean contains(int offset) {
        return start <= offset && offset < end;
    }

    String key() {
        return scope.isEmpty() ? name : scope + "." + name;
    }
}
