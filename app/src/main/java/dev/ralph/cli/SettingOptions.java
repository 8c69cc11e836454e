package dev.ralph.cli;

import dev.ralph.config.FlagValues;
import dev.ralph.config.SettingKey;
import dev.ralph.config.SettingKeys;
import java.util.ArrayList;
import java.util.List;

/// The settings of the configuration as options of a command, made from the same table of keys.
final class SettingOptions {
    private SettingOptions() {}

    /// An option for every key that has one: those that most people need first, the others under the title of their
    /// group.
    public static List<Option> all() {
        List<Option> options = new ArrayList<>();
        List<SettingKey<?>> common = new ArrayList<>(SettingKeys.all());
        common.removeIf(key -> !key.isCommon());
        common.sort((one, other) -> Integer.compare(one.rank(), other.rank()));
        options.addAll(of(common));
        for (SettingKey.Group group : SettingKey.Group.values()) {
            for (SettingKey<?> key : SettingKeys.all()) {
                if (key.group() == group && isOption(key)) {
                    if (!key.isCommon()) {
                        options.add(of(key).under(group.title()));
                    }
                    if (!key.alias().isEmpty()) {
                        options.add(Option.text(key.alias(), key.placeholder(), "The same as --" + key.flag() + ".")
                                .under(group.title()));
                    }
                }
            }
        }
        return options;
    }

    /// The same without what a loop keeps for ever.
    static List<Option> resumable() {
        List<Option> options = new ArrayList<>(all());
        for (SettingKey<?> key : SettingKeys.all()) {
            if (!key.isResumable()) {
                options.removeIf(option -> option.name().equals(key.flag()));
            }
        }
        return options;
    }

    private static boolean isOption(SettingKey<?> key) {
        return !key.afterDashes() && !key.onlyInFiles();
    }

    /// Options for these keys.
    public static List<Option> of(List<SettingKey<?>> keys) {
        List<Option> options = new ArrayList<>();
        for (SettingKey<?> key : keys) {
            options.add(of(key));
        }
        return options;
    }

    /// An option for one key. Its value stays text: the configuration checks it, in the same words as in a file.
    public static Option of(SettingKey<?> key) {
        Option option = key.repeated()
                ? Option.repeated(key.flag(), key.placeholder(), key.help())
                : Option.text(key.flag(), key.placeholder(), key.help());
        if (key == SettingKeys.ROOT) {
            option = option.completes(CompletionSource.FOLDERS);
        } else if (!key.choices().isEmpty()) {
            option = option.words(key.choices());
        }
        return option.standard(() -> standard(key)); // asks all profiles: only for who reads the help
    }

    private static String standard(SettingKey<?> key) {
        String standard = key.standardText();
        return standard.equals("[]") ? "" : standard;
    }

    /// The settings among the options that were given, and the agent after `--`.
    public static FlagValues given(Invocation invocation) {
        FlagValues flags = FlagValues.none();
        for (SettingKey<?> key : SettingKeys.all()) {
            if (isOption(key)) {
                for (String name : List.of(key.flag(), key.alias())) {
                    if (invocation.knows(name) && invocation.has(name)) {
                        flags = flags.with(key, invocation.all(name)).typed(key, name);
                    }
                }
            }
        }
        if (invocation.rest().isEmpty()) {
            return flags;
        }
        boolean known = invocation.knows(SettingKeys.AGENTS.flag()) && invocation.has(SettingKeys.AGENTS.flag());
        return flags.with(known ? SettingKeys.AGENT_ARGS : SettingKeys.AGENT, invocation.rest());
    }
}
