package dev.ralph.agent;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Where a native program lies in a folder `node_modules`. In both places `{platform}` stands for npm's name of this
/// machine (`linux-x64`), `{triple}` for the compiler's.
///
/// @param file   the program
/// @param beside a folder that its launcher would put first on the PATH, null if there is none
record NativeProgram(String file, @Nullable String beside) {

    static String here(String place) {
        return place.replace("{platform}", platform()).replace("{triple}", triple());
    }

    private static boolean mac() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac");
    }

    private static boolean arm() {
        return System.getProperty("os.arch", "").equals("aarch64");
    }

    private static String platform() {
        return (mac() ? "darwin-" : "linux-") + (arm() ? "arm64" : "x64");
    }

    private static String triple() {
        return (arm() ? "aarch64-" : "x86_64-") + (mac() ? "apple-darwin" : "unknown-linux-musl");
    }
}
