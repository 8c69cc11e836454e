package dev.ralph.tamper;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The words by which Python skips or repeats a test, where they stand without what they belong to: whether they are
/// meant depends on the rest of the file.
///
/// @param imported whether `skip` comes from a runner
/// @param handedOn whether it is more than called: it may skip by any other name
record BareSkip(Source source, boolean imported, boolean handedOn) {
    /// Brings `skip`, or all marks by another name.
    static final Pattern IMPORT = Pattern.compile(
            "(?m)^[ \\t]*+from[ \\t]++(?:unittest|pytest)[ \\t]++import\\b(?:[^\\n(]*|[ \\t]*+\\([^)]{0,300}?)\\b(?:skip|mark[ \\t]++as)\\b(?:[ \\t]++as\\b)?");
    static final Pattern CALL = Pattern.compile("(?<![\\w.@])(?<!\\bdef )skip[ \\t]*+\\(");

    private static final Pattern RENAMED = Pattern.compile("\\b(?:skip|mark)[ \\t]++as\\b");
    private static final Pattern VALUE = Pattern.compile("(?<![\\w.@])skip\\b(?![ \\t]*+(?:\\(|=[^=]))");
    private static final Pattern DEFINED = Pattern.compile("\\b(def|class)[ \\t]++(\\w++)");
    private static final Set<String> RUNNERS = Set.of("unittest", "pytest", "_pytest");
    private static final int NEAR = 300;

    static BareSkip of(Source source) {
        boolean python = source.language() == Language.PYTHON;
        boolean imported = python && CALL.matcher(source.code()).find() && isImported(source);
        boolean value = python
                && IMPORT.matcher(source.code()).find()
                && VALUE.matcher(IMPORT.matcher(source.code()).replaceAll(" ")).find();
        return new BareSkip(source, imported, value);
    }

    /// However the import is written; with all names of a runner, unless the file has such a name of its own behind it.
    private static boolean isImported(Source source) {
        boolean all = false;
        boolean own = false;
        for (Statement statement : Statements.of(source, List.of())) {
            List<String> words = statement.words();
            boolean imports = statement.first().equals("from") && statement.has("import");
            boolean runner = imports && RUNNERS.contains(words.get(1));
            if (runner && statement.has("skip")) {
                return true;
            }
            boolean star = runner && statement.has("*");
            boolean bound = imports && statement.has("skip") && !statement.has("skip", "as");
            boolean assigned = statement.first().equals("skip") && statement.has("skip", "=");
            all |= star;
            own = !star
                    && (own
                            || (source.column(statement.at()) == 0
                                    && (statement.has("def", "skip") || bound || assigned)));
        }
        return all && !own;
    }

    /// @param pattern that found it
    boolean concernsTests(Pattern pattern, Matcher found) {
        if (pattern == CALL) {
            return imported;
        }
        if (pattern == IMPORT) {
            return handedOn || RENAMED.matcher(found.group()).find();
        }
        boolean repeats = source.language() == Language.PYTHON && found.group().matches("@\\s*+(?:flaky|retry)");
        return !repeats || !isHelper(found.end());
    }

    /// Whether a decorator that ends there is on a function that is no test.
    private boolean isHelper(int at) {
        int to = Math.min(source.code().length(), at + NEAR);
        Matcher defined = DEFINED.matcher(source.code()).region(at, to);
        return defined.find()
                && defined.group(1).equals("def")
                && !defined.group(2).startsWith("test");
    }
}
