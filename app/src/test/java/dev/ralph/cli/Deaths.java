package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// Where a run is killed: at some of the steps that leave something behind, or, in a soak, at every step as long as
/// `ralph.soak.minutes` last, some at once (`-Dralph.soak.only="before KEEP_COMMIT#1"` for one): first, in another
/// order each time, where something lasts for the first
/// time.
final class Deaths {
    private static final boolean SOAK = Boolean.getBoolean("ralph.soak");
    private static final Duration PATIENCE = Duration.ofMinutes(Integer.getInteger("ralph.soak.minutes", 8));

    /// A file that bears the time of a run: another run never comes there.
    private static final Pattern OF_ONE_RUN = Pattern.compile("-\\d{8}-\\d{10}-");

    /// They mostly wait for disks and processes.
    private static final int AT_ONCE = 2 * Runtime.getRuntime().availableProcessors();

    private Deaths() {}

    /// What is done for one death.
    interface Round {
        /// @param visit  where it dies
        /// @param number of the round, from 0
        void play(String visit, int number) throws Exception;
    }

    /// @param visits  every step of a run that lives
    /// @param lasting those that leave something behind
    /// @param some    how many of these are enough where it is no soak
    /// @param parts   how many runs of the test share the time
    static void at(List<String> visits, Pattern lasting, int some, int parts, Round round) throws Exception {
        List<String> worth = worth(visits, lasting);
        assertThat(worth).hasSizeGreaterThan(some);
        String only = System.getProperty("ralph.soak.only");
        List<String> chosen = only != null ? List.of(only) : SOAK ? inEveryOrder(worth, visits) : spread(worth, some);
        Instant end = Instant.now().plus(PATIENCE.dividedBy(parts));
        AtomicInteger played = new AtomicInteger();
        List<Future<?>> rounds = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(SOAK ? AT_ONCE : 1)) {
            for (int i = 0; i < chosen.size(); i++) {
                int number = i;
                rounds.add(pool.submit(() -> {
                    if (SOAK && Instant.now().isAfter(end)) {
                        return null;
                    }
                    round.play(chosen.get(number), number);
                    if (SOAK) {
                        System.out.printf(
                                "[INFO] killed at %d of %d steps (%d last): %s%n",
                                played.incrementAndGet(), chosen.size(), worth.size(), chosen.get(number));
                    }
                    return null;
                }));
            }
            for (Future<?> one : rounds) {
                one.get();
            }
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Error wrong) {
                throw wrong;
            }
            throw failed;
        }
    }

    private static List<String> inEveryOrder(List<String> worth, List<String> visits) {
        List<String> first = new ArrayList<>(worth);
        Collections.shuffle(first, new Random());
        List<String> rest = new ArrayList<>(visits);
        rest.removeAll(worth);
        rest.removeIf(visit -> OF_ONE_RUN.matcher(visit).find());
        Collections.shuffle(rest, new Random());
        first.addAll(rest);
        return first;
    }

    private static List<String> worth(List<String> visits, Pattern lasting) {
        Set<String> names = new LinkedHashSet<>();
        List<String> worth = new ArrayList<>();
        for (String visit : visits) {
            boolean first = names.add(visit.substring(0, visit.lastIndexOf('#')));
            if (lasting.matcher(visit).find() && (first || visit.contains("LIST_LINE"))) {
                worth.add(visit);
            }
        }
        return worth;
    }

    private static List<String> spread(List<String> worth, int some) {
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < some; i++) {
            chosen.add(worth.get((2 * i + 1) * worth.size() / (2 * some)));
        }
        return chosen;
    }
}
