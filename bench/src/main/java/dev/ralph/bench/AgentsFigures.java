package dev.ralph.bench;

import java.util.Locale;

/// What one JVM with many agents showed.
///
/// @param spawnMillis for one agent
/// @param threads of the whole JVM, while all agents run
/// @param megabytes resident, while all agents run
/// @param p50 milliseconds from writing a line to noticing it
/// @param lines how many lines were noticed
record AgentsFigures(double spawnMillis, int threads, double megabytes, double p50, double p99, int lines) {

    static AgentsFigures parse(String line) {
        String[] words = line.split(" ");
        return new AgentsFigures(
                Double.parseDouble(words[0]),
                Integer.parseInt(words[1]),
                Double.parseDouble(words[2]),
                Double.parseDouble(words[3]),
                Double.parseDouble(words[4]),
                Integer.parseInt(words[5]));
    }

    String words() {
        return spawnMillis + " " + threads + " " + megabytes + " " + p50 + " " + p99 + " " + lines;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.2f ms to start one, %d threads, %.0f MB, line to noticed p50 %.2f ms, p99 %.2f ms (%d lines)",
                spawnMillis,
                threads,
                megabytes,
                p50,
                p99,
                lines);
    }
}
