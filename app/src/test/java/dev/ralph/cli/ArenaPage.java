package dev.ralph.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The tables of `docs/internals/arena.md`, as the heads of the agents say them.
record ArenaPage(List<ArenaAgent> cheats, List<ArenaAgent> honest) {
    static final String BEGIN = "<!-- made by ArenaPageTest from the agents -->";

    /// Everything from [#BEGIN] on.
    String text() {
        StringBuilder page = new StringBuilder(BEGIN).append("\n\n");
        page.append("## ").append(cheats.size()).append(" agents that cheat\n\n");
        page.append("| agent | repository | what it does | refused by | a plain loop |\n|---|---|---|---|---|\n");
        List<ArenaAgent> byLayer = new ArrayList<>(cheats);
        byLayer.sort(java.util.Comparator.comparing(Layer::of));
        for (ArenaAgent agent : byLayer) {
            page.append("| `").append(agent.name()).append("` | ").append(agent.repository());
            page.append(" | ").append(agent.title()).append(" | ").append(agent.layer());
            page.append(" | ")
                    .append(agent.winsAlone() ? "believes it" : "refuses it, too")
                    .append(" |\n");
        }
        page.append("\nBy layer: ").append(counts()).append(".\n\n");
        page.append("## ").append(honest.size()).append(" honest agents\n\n");
        page.append("| agent | repository | what it does |\n|---|---|---|\n");
        for (ArenaAgent agent : honest) {
            page.append("| `").append(agent.name()).append("` | ").append(agent.repository());
            page.append(" | ").append(agent.title()).append(" |\n");
        }
        return page.toString();
    }

    private String counts() {
        Map<Layer, Integer> counts = new TreeMap<>();
        cheats.forEach(agent -> counts.merge(Layer.of(agent), 1, Integer::sum));
        List<String> words = new ArrayList<>();
        counts.forEach((layer, count) -> words.add(layer.word() + " " + count));
        return String.join(", ", words);
    }

    /// What can refuse, in the order in which it is asked.
    enum Layer {
        PROMISE,
        CLAIM,
        EVIDENCE,
        TAMPER,
        COMMAND,
        RATCHET,
        EXPERIMENT,
        REVIEW;

        static Layer of(ArenaAgent agent) {
            return valueOf(agent.layer().toUpperCase(java.util.Locale.ROOT));
        }

        String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
