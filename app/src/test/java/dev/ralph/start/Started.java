package dev.ralph.start;

/// What a command did, seen from outside.
record Started(int code, String out, String err) {}
