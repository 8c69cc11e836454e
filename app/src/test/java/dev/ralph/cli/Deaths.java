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
import java.util.regex.Pattern;

/// Where a run is killed: at some of the steps that leave something behind, or, in a soak, at every step, in an order
/// that leaves none for last, as long as `ralph.soak.minutes` last.
final class Deaths {
    private static final boolean SOAK = Boolean.getBoolean("ralph.soak");
    private static final Duration PATIENCE = Duration.ofMinutes(Integer.getInteger("ralph.soak.minutes", 12));

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
    static void at(List<String> visits, Pattern lasting, int some, Round round) throws Exception {
        List<String> chosen = SOAK ? shuffled(visits) : spread(visits, lasting, some);
        Instant begun = Instant.now();
        int number = 0;
        for (String visit : chosen) {
            if (SOAK && begun.plus(PATIENCE).isBefore(Instant.now())) {
                break;
            }
            round.play(visit, number++);
        }
        if (SOAK) {
            System.out.printf("[INFO] killed at %d of %d steps%n", number, chosen.size());
        }
    }

    private static List<String> shuffled(List<String> visits) {
        List<String> all = new ArrayList<>(visits);
        Collections.shuffle(all, new Random());
        return all;
    }

    private static List<String> spread(List<String> visits, Pattern lasting, int some) {
        Set<String> names = new LinkedHashSet<>();
        List<String> worth = new ArrayList<>();
        for (String visit : visits) {
            boolean first = names.add(visit.substring(0, visit.lastIndexOf('#')));
            if (lasting.matcher(visit).find() && (first || visit.contains("LIST_LINE"))) {
                worth.add(visit);
            }
        }
        assertThat(worth).hasSizeGreaterThan(some);
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < some; i++) {
            chosen.add(worth.get((2 * i + 1) * worth.size() / (2 * some)));
        }
        return chosen;
    }
}
