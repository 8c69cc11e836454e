package dev.ralph.cli;

import java.util.HashMap;
import java.util.Map;

/// The JVM reads file names and arguments in the encoding of the user's locale, and what does not fit is lost. So the
/// launcher starts it in a locale that fits all of them; agents still get the user's own.
final class LocaleCheck {
    private static final String VARIABLE = "LC_ALL";

    private LocaleCheck() {}

    /// The environment as it was before the launcher changed it.
    static Map<String, String> environment() {
        String was = System.getProperty("ralph.lc_all");
        if (was == null) {
            return System.getenv();
        }
        Map<String, String> environment = new HashMap<>(System.getenv());
        if (was.isEmpty()) {
            environment.remove(VARIABLE);
        } else {
            environment.put(VARIABLE, was.substring(1));
        }
        return environment;
    }
}
