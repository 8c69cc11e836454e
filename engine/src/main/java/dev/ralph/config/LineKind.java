package dev.ralph.config;

import java.util.Map;

/// One line of text.
///
/// @param what        completing "expected …"
/// @param placeholder stands for it in a usage line
record LineKind(String what, String placeholder) implements Kind<String> {
    static final LineKind SHELL = new LineKind("a line for the shell", "'SHELL LINE'");

    /// Something visible, and no NUL, which no program can be given.
    static final String PATTERN = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$";

    @Override
    public String read(Written written, Base base) throws Misfit {
        String line = Kind.scalar(written, expected());
        if (line.isBlank() || line.indexOf('\0') >= 0) {
            throw Misfit.expected(written, expected());
        }
        return line;
    }

    @Override
    public String text(String value) {
        return Quoted.ifNeeded(value);
    }

    @Override
    public String expected() {
        return what;
    }

    @Override
    public Map<String, Object> schema() {
        return JsonObject.of("type", "string", "pattern", PATTERN);
    }
}
