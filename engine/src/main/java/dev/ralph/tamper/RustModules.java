package dev.ralph.tamper;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Files below `tests` that belong to a program of tests: its `main.rs` names them as modules.
final class RustModules {
    private static final Pattern MAIN = Pattern.compile("(?:.*/)?tests/[^/]++/main\\.rs");
    private static final Pattern MODULE = Pattern.compile("(?m)^(?:pub\\s++)?mod\\s++(\\w++)\\s*+;");
    private static final Pattern CONDITION = Pattern.compile("#\\s*+!\\s*+\\[\\s*+cfg");

    private RustModules() {}

    /// Lets those that are named count as looked into.
    static void collect(List<TestFile> files) {
        Set<String> named = new HashSet<>();
        files.stream().filter(file -> MAIN.matcher(file.path()).matches()).forEach(file -> add(file, named));
        files.replaceAll(file -> named.contains(file.path()) ? file.asCollected() : file);
    }

    private static void add(TestFile main, Set<String> named) {
        String code = main.source().code();
        String folder = main.path().substring(0, main.path().lastIndexOf('/') + 1);
        Matcher module = MODULE.matcher(code);
        int depth = 0;
        int at = 0;
        char last = ';';
        boolean always = !CONDITION.matcher(code).find();
        while (always && module.find()) {
            for (; at < module.start(); at++) {
                char c = code.charAt(at);
                depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
                last = Character.isWhitespace(c) ? last : c;
            }
            boolean free = depth == 0 && (last == ';' || last == '}'); // of attributes and macros
            if (free) {
                named.add(folder + module.group(1) + ".rs");
            }
        }
    }
}
