package dev.ralph.cli;

import dev.ralph.config.AgentKeys;
import dev.ralph.config.Flags;
import dev.ralph.config.Key;
import dev.ralph.config.Keys;
import java.util.ArrayList;
import java.util.List;

/// The settings of the configuration as options of a command, made from the same table of keys.
public final class SettingOptions {
    /// What profile `session` calls the number of attempts.
    static final String MAX_ITERATIONS = "max-iterations";

    private SettingOptions() {}

    /// An option for every key but those that are given after `--` or only in a file.
    public static List<Option> all() {
        List<Option> options = new ArrayList<>();
        for (Key<?> key : Keys.all()) {
            if (isOption(key)) {
                options.add(of(key));
            }
        }
        return options;
    }

    static boolean isOption(Key<?> key) {
        return key != AgentKeys.AGENT && key != AgentKeys.AGENT_ARGS && !key.onlyInFiles();
    }

    /// Options for these keys.
    public static List<Option> of(List<Key<?>> keys) {
        List<Option> options = new ArrayList<>();
        for (Key<?> key : keys) {
            options.add(of(key));
        }
        return options;
    }

    /// An option for one key. Its value stays text: the configuration checks it, in the same words as in a file.
    public static Option of(Key<?> key) {
        Option option = key.repeated()
                ? Option.repeated(key.flag(), key.placeholder(), key.help())
                : Option.text(key.flag(), key.placeholder(), key.help());
        if (key == Keys.ROOT) {
            option = option.completes(Completes.FOLDERS);
        } else if (!key.choices().isEmpty()) {
            option = option.words(key.choices());
        }
        boolean emptyList = key.standardText().equals("[]");
        return emptyList ? option : option.standard(key.standardText());
    }

    /// The settings among the options that were given, and the agent after `--`.
    public static Flags given(Invocation invocation) {
        Flags flags = Flags.none();
        for (Key<?> key : Keys.all()) {
            if (isOption(key) && invocation.knows(key.flag()) && invocation.has(key.flag())) {
                flags = flags.with(key, invocation.all(key.flag()));
            }
        }
        if (invocation.knows(MAX_ITERATIONS) && invocation.has(MAX_ITERATIONS)) {
            flags = flags.with(Keys.MAX_RESTARTS, invocation.all(MAX_ITERATIONS));
        }
        if (invocation.rest().isEmpty()) {
            return flags;
        }
        boolean known = invocation.knows(AgentKeys.AGENTS.flag()) && invocation.has(AgentKeys.AGENTS.flag());
        return flags.with(known ? AgentKeys.AGENT_ARGS : AgentKeys.AGENT, invocation.rest());
    }
}
