package dev.ralph.config;

import dev.ralph.loop.Policy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One setting: what it is called in files, in the environment and on the command line, which values it takes, what
/// holds without it, what it means, and where a loop's policy has it.
public final class SettingKey<T> {
    static final String PREFIX = "RALPH_";

    private final String name;
    private final Group group;
    private final ValueKind<T> kind;
    private Supplier<String> help = () -> "";
    private Supplier<@Nullable T> standard = () -> null;
    private @Nullable String standardText;
    private @Nullable Function<Policy, @Nullable T> inPolicy;
    private String flag;
    private String alias = "";
    private int rank = Integer.MAX_VALUE;
    private boolean fixed;

    SettingKey(String name, Group group, ValueKind<T> kind) {
        this.name = name;
        this.group = group;
        this.kind = kind;
        this.flag = name.replace('_', '-');
    }

    /// How help and documentation group the keys.
    public enum Group {
        AGENT("The agent"),
        SANDBOX("Workspace and sandbox"),
        LOOP("The loop"),
        LIMITS("Limits"),
        MONEY("Tokens and money"),
        PROOF("Proof"),
        PLACE("Where things are"),
        OUTPUT("Output");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /// Its value is part of a loop's policy: [SettingKeys#policy] puts it there, and here it is found.
    SettingKey<T> in(Function<Policy, @Nullable T> found) {
        inPolicy = found;
        return this;
    }

    /// Its default is made when somebody asks: the JDK's BigDecimal alone takes longer to load than `ralph status`
    /// runs.
    ///
    /// @param text as it could be written in the file
    SettingKey<T> standard(String text, Function<String, T> made) {
        standard = () -> made.apply(text);
        standardText = text;
        return this;
    }

    /// On the command line it is called otherwise.
    SettingKey<T> called(String other) {
        flag = other;
        return this;
    }

    SettingKey<T> standard(Supplier<@Nullable T> made) {
        standard = made;
        return this;
    }

    SettingKey<T> help(String text) {
        help = () -> text;
        return this;
    }

    /// Its help is made when somebody asks.
    SettingKey<T> explained(Supplier<String> made) {
        help = made;
        return this;
    }

    /// On the command line it has a second name; [Profile#flags] says who knows it by that.
    SettingKey<T> alias(String second) {
        alias = second;
        return this;
    }

    /// Most people need it: help shows it before the others.
    ///
    /// @param place among those, from 1
    SettingKey<T> common(int place) {
        rank = place;
        return this;
    }

    /// A loop keeps what it began with.
    SettingKey<T> fixed() {
        fixed = true;
        return this;
    }

    /// As in `.ralph/config.yaml`: `max_restarts`.
    public String name() {
        return name;
    }

    /// As on the command line, without the dashes: `max-restarts`. Of a list, the name of one item: `--check`.
    public String flag() {
        return flag;
    }

    /// The same as people who use a profile know it.
    public String flag(String profile) {
        return Objects.requireNonNullElse(Profile.of(profile).flags().get(name), flag);
    }

    /// Another name on the command line, or empty.
    public String alias() {
        return alias;
    }

    /// As in the environment: `RALPH_MAX_RESTARTS`.
    public String variable() {
        return PREFIX + name.toUpperCase(Locale.ROOT);
    }

    public Group group() {
        return group;
    }

    /// One sentence about its meaning.
    public String help() {
        return help.get();
    }

    /// Stands for the value in a usage line; empty where [#onlyInFiles].
    public String placeholder() {
        return kind.placeholder();
    }

    /// Whether neither a variable nor a flag can hold its value.
    public boolean onlyInFiles() {
        return kind instanceof RolesKind
                || kind instanceof StagesKind
                || kind instanceof RalphKind
                || kind instanceof TrackerKind
                || kind instanceof MappingKind;
    }

    /// Whether it is what follows `--` on the command line.
    public boolean afterDashes() {
        return this == SettingKeys.AGENT || this == SettingKeys.AGENT_ARGS;
    }

    /// Its place among those that most people need and that help shows first; the others are beyond all of them.
    public int rank() {
        return rank;
    }

    public boolean isCommon() {
        return rank != Integer.MAX_VALUE;
    }

    /// Whether a loop that is resumed can be given another value.
    public boolean isResumable() {
        return !fixed;
    }

    /// Whether its flag may be given several times, one item each.
    public boolean repeated() {
        return kind instanceof ListKind
                || kind instanceof ChecksKind
                || (kind instanceof OrWordKind<?> or && or.kind() instanceof ListKind);
    }

    /// The words it takes if there are only a few, for completion; else empty.
    public List<String> choices() {
        if (kind instanceof ChoiceKind<?> choice) { // no pattern switch: its first use makes a class at run time
            return choice.words();
        }
        if (kind instanceof ListKind list) {
            return list.choices();
        }
        return kind instanceof ProfileKind profile ? profile.words() : List.of();
    }

    /// The default as it could be written in the file, and those of profiles that have another one:
    /// `1; 5 in profiles task and heal`; empty where there is none.
    public String standardText() {
        Map<String, List<String>> profilesOf = new LinkedHashMap<>();
        for (Profile profile : Profile.all()) {
            String other = profile.defaults().get(name);
            if (other != null) {
                profilesOf.computeIfAbsent(other, _ -> new ArrayList<>()).add(profile.name());
            }
        }
        StringBuilder text = new StringBuilder(standardText == null ? text(standard()) : standardText);
        profilesOf.forEach((other, profiles) -> {
            text.append(text.isEmpty() ? "" : "; ").append(other);
            text.append(profiles.size() == 1 ? " in profile " : " in profiles ").append(listed(profiles));
        });
        return text.toString();
    }

    private static String listed(List<String> names) {
        String last = names.getLast();
        return names.size() == 1 ? last : String.join(", ", names.subList(0, names.size() - 1)) + " and " + last;
    }

    ValueKind<T> kind() {
        return kind;
    }

    @Nullable
    T standard() {
        return standard.get();
    }

    String text(@Nullable T value) {
        return value == null ? kind.absent() : kind.text(value);
    }

    boolean isInPolicy() {
        return inPolicy != null;
    }

    /// What a policy has for it.
    @Nullable
    T of(Policy policy) {
        if (inPolicy == null) {
            throw new IllegalStateException("no policy has " + name);
        }
        return inPolicy.apply(policy);
    }

    @Override
    public String toString() {
        return name;
    }
}
