package dev.ralph.cli;

import dev.ralph.config.Profile;
import dev.ralph.git.Repository;
import dev.ralph.process.Supervisor;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Optional;

/// Loads in the background what takes long and is needed soon, for commands that somebody waits for.
final class EarlyLoading {
    private EarlyLoading() {}

    /// As far as one can see without understanding the words of the command line.
    static void of(String... words) {
        String first = words.length == 0 ? "" : words[0];
        boolean runs = first.equals("run") || first.indexOf(' ') > 0;
        if (first.equals("status")) {
            start(Profile::all); // to find them, all jars are opened
        }
        if (runs) {
            start(EarlyLoading::fractions);
            start(EarlyLoading::repository);
            start(Supervisor::load); // the way to the C library, needed when the agent starts
        }
    }

    /// What git says of the current folder; it is remembered for who asks for it.
    private static void repository() {
        try {
            Optional<Repository> here = Repository.at(Path.of("").toAbsolutePath());
            if (here.isPresent()) {
                here.get().head();
            }
        } catch (IOException trouble) {
            return; // who asks for it hears of it
        }
    }

    /// The JDK computes large powers of five before the first `BigDecimal`, and whatever reads JSON has one.
    private static void fractions() {
        var _ = BigDecimal.ONE.signum();
    }

    static void start(Runnable loading) {
        Thread.ofPlatform().daemon().name("ralph-load").start(() -> {
            try {
                loading.run();
            } catch (RuntimeException unusable) {
                return; // who needs it says why
            }
        });
    }
}
