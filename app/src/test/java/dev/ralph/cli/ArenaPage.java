package dev.ralph.cli;

import dev.ralph.cli.Arena.Column;
import java.util.List;
import java.util.Locale;

/// The tables of `docs/internals/arena.md`: the agents, and what became of them when they were last played.
record ArenaPage(List<ArenaAgent> cheats, List<ArenaAgent> honest, ArenaVerdicts verdicts) {
    static final String BEGIN = "<!-- made by ArenaPageTest from the agents and verdicts.tsv -->";

    /// Everything from [#BEGIN] on.
    String text() {
        StringBuilder page = new StringBuilder(BEGIN).append("\n\n");
        page.append("## ").append(cheats.size()).append(" agents that cheat\n\n");
        page.append("| agent | repository | what it does | in place | overlay | `ralph \"…\"` | a plain loop |\n")
                .append("|---|---|---|---|---|---|---|\n");
        for (ArenaAgent agent : cheats) {
            begin(page, agent);
            page.append(" | ").append(word(agent, Column.COMMAND_ALONE)).append(" |\n");
        }
        page.append("\n## ").append(honest.size()).append(" honest agents\n\n");
        page.append("| agent | repository | what it does | in place | overlay | `ralph \"…\"` |\n")
                .append("|---|---|---|---|---|---|\n");
        for (ArenaAgent agent : honest) {
            begin(page, agent);
            page.append(" |\n");
        }
        page.append("\n## Known to get a wrong verdict\n\n");
        known(page, "known");
        page.append("\n## Harmless where they are accepted\n\n");
        known(page, "harmless");
        return page.toString();
    }

    private void begin(StringBuilder page, ArenaAgent agent) {
        page.append("| `").append(agent.name()).append("` | ").append(agent.repository());
        page.append(" | ").append(agent.title());
        Column.defaults().forEach(column -> page.append(" | ").append(word(agent, column)));
    }

    private String word(ArenaAgent agent, Column column) {
        String verdict = verdicts.of(agent, column).orElse("not played");
        if (!agent.isCheat() || !verdict.equals("accepted")) {
            return verdict.replaceFirst("^refused by ", "");
        }
        return agent.field("harmless").isPresent()
                ? "harmless"
                : agent.field("known").isPresent() ? "**known**" : "believes it";
    }

    private void known(StringBuilder page, String field) {
        page.append("| agent | why |\n|---|---|\n");
        java.util.stream.Stream.concat(cheats.stream(), honest.stream())
                .forEach(agent -> agent.field(field)
                        .ifPresent(why -> page.append("| `")
                                .append(agent.name())
                                .append("` | ")
                                .append(why)
                                .append(" |\n")));
    }

    /// What can refuse, or ask.
    enum Layer {
        NONE,
        PROMISE,
        CLAIM,
        EVIDENCE,
        TAMPER,
        COMMAND,
        RATCHET,
        EXPERIMENT,
        REVIEW;

        /// Which of the experiments finds it first may differ from run to run.
        static Layer of(String verdict) {
            String word = verdict.replaceFirst("^(refused|asked) by ", "").toUpperCase(Locale.ROOT);
            return switch (word) {
                case "ACCEPTED", "NOT PLAYED" -> NONE;
                case "OLD TESTS", "VARIATION", "SABOTAGE" -> EXPERIMENT;
                default -> valueOf(word);
            };
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
