package dev.ralph.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/// A path; `~/` is the home folder, a relative one starts where its layer lives.
record PathKind(String thing, String placeholder) implements Kind<Path> {
    @Override
    public Path read(Written written, Base base) throws Misfit {
        String text = Kind.scalar(written, expected());
        if (text.isBlank()) {
            throw Misfit.expected(written, expected());
        }
        try {
            if (text.equals("~") || text.startsWith("~/")) {
                if (base.home() == null) {
                    throw new Misfit(
                            written, "found " + written.described() + ", but HOME is not set; write the whole path");
                }
                return base.home()
                        .resolve(text.substring(Math.min(2, text.length())))
                        .normalize();
            }
            return base.folder().resolve(text).normalize();
        } catch (InvalidPathException e) {
            throw Misfit.expected(written, expected());
        }
    }

    @Override
    public String text(Path value) {
        return Quoted.ifNeeded(value.toString());
    }

    @Override
    public String expected() {
        return "the path of a " + thing;
    }

    @Override
    public Map<String, Object> schema() {
        return JsonObject.of("type", "string", "pattern", LineKind.PATTERN);
    }
}
