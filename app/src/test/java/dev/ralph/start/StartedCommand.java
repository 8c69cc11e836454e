package dev.ralph.start;

/// What a command did, seen from outside.
record StartedCommand(int code, String out, String err) {}
