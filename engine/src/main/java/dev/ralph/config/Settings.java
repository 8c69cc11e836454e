package dev.ralph.config;

import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.paths.ProjectId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The value of every key after all layers, and where each comes from.
public final class Settings implements KeyValues {
    private static final ValueKind.Base NO_PATHS = new ValueKind.Base(Path.of(""), null);

    /// Only what differs from the table: a default is made when somebody asks for it.
    private final Map<SettingKey<?>, Held> held;

    private final List<ConfigProblem> warnings;

    /// @param alone what the strongest layer says by itself, where those below it count, too
    private record Held(
            @Nullable Object value,
            ValueOrigin origin,
            @Nullable Object alone) {
        Held(@Nullable Object value, ValueOrigin origin) {
            this(value, origin, value);
        }
    }

    /// One line of `ralph config show`.
    ///
    /// @param text the value as it could be written in the file; empty if there is none
    public record Line(SettingKey<?> key, String text, ValueOrigin origin) {
        /// What the file's format takes that text for: a number, a mapping, a list, a text; null where there is none.
        public @Nullable Object meaning() {
            return text.isEmpty()
                    ? null
                    : new Load(LoadSettings.builder().setLabel(key.name()).build()).loadFromString(text);
        }
    }

    private Settings(Map<SettingKey<?>, Held> held, List<ConfigProblem> warnings) {
        this.held = held;
        this.warnings = List.copyOf(warnings);
    }

    /// What holds where only these flags say something.
    ///
    /// @throws InvalidConfiguration     if a text cannot be read
    /// @throws IllegalArgumentException if a value makes no sense
    public static Settings only(FlagValues flags, Path project) {
        Builder builder = new Builder(ProjectId.of(project));
        builder.put(flags.layer(), new ValueKind.Base(Path.of("").toAbsolutePath(), null));
        Settings settings = builder.build();
        SettingKeys.policy(Policy.of(AgentCommand.program("any")), settings); // a policy says what is wrong
        return settings;
    }

    @Override
    @SuppressWarnings("unchecked") // a key only ever holds what its own kind has read
    public <T> @Nullable T maybe(SettingKey<T> key) {
        return (T) of(key).value();
    }

    /// What a flag says by itself, without the layers below it; null where none does.
    @SuppressWarnings("unchecked") // as above
    <T> @Nullable T flagged(SettingKey<T> key) {
        return isFlagged(key) ? (T) of(key).alone() : null;
    }

    public boolean isFlagged(SettingKey<?> key) {
        return origin(key).source() == ValueOrigin.Source.FLAG;
    }

    public ValueOrigin origin(SettingKey<?> key) {
        return of(key).origin();
    }

    /// All keys in the order of the table.
    public List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (SettingKey<?> key : SettingKeys.all()) {
            lines.add(line(key));
        }
        return lines;
    }

    /// What looks like a mistake but stops nothing, such as a misspelt variable.
    public List<ConfigProblem> warnings() {
        return warnings;
    }

    /// The same with what a role says on top, whatever the layers above it say; null where there is no such role.
    public @Nullable Settings playing(String role) {
        RoleSettings roles = value(SettingKeys.ROLES);
        if (!roles.names().contains(role)) {
            return null;
        }
        Builder builder = new Builder(held);
        builder.put(roles.layer(role), NO_PATHS);
        return builder.build();
    }

    /// The same with what a stage says on top of everything but the flags. The program after `--` is for stages that
    /// name no agent of their own.
    Settings staged(ConfigLayer layer) {
        boolean given = isFlagged(SettingKeys.COMMAND) || isFlagged(SettingKeys.AGENTS);
        Builder builder = new Builder(held);
        if (isFlagged(SettingKeys.AGENTS)) {
            builder.refuseLimits(layer);
        }
        layer.entries().keySet().removeIf(this::isFlagged);
        if (given) {
            layer.entries().keySet().removeAll(Builder.WAYS);
            layer.entries().keySet().removeAll(Builder.ABOUT);
        }
        builder.put(layer, NO_PATHS);
        return builder.build();
    }

    /// The same with what was found for keys of which nobody says anything.
    ///
    /// @param found by key, as in a file; a list has a line for each item
    /// @param why   what it was found by
    public Settings with(Map<SettingKey<?>, List<String>> found, String why) {
        Builder builder = new Builder(held);
        ConfigLayer layer = new ConfigLayer();
        ValueOrigin origin = new ValueOrigin(ValueOrigin.Source.FOUND, why);
        found.forEach((key, texts) -> {
            if (origin(key).source() == ValueOrigin.Source.DEFAULT) {
                layer.put(key, FlagValues.written(key, texts), origin, why);
            }
        });
        builder.put(layer, NO_PATHS);
        return builder.build();
    }

    /// The same with hosts that may be called besides those that somebody names.
    ///
    /// @param why what they were found by
    public Settings allowing(List<String> more, String why) {
        if (more.isEmpty()) {
            return this;
        }
        Set<String> hosts = new LinkedHashSet<>(value(SettingKeys.ALLOW));
        hosts.addAll(more);
        ValueOrigin said = origin(SettingKeys.ALLOW);
        ValueOrigin origin =
                said.source() == ValueOrigin.Source.DEFAULT ? new ValueOrigin(ValueOrigin.Source.FOUND, why) : said;
        Map<SettingKey<?>, Held> all = new LinkedHashMap<>(held);
        all.put(SettingKeys.ALLOW, new Held(List.copyOf(hosts), origin));
        return new Settings(all, warnings);
    }

    private <T> Line line(SettingKey<T> key) {
        return new Line(key, key.text(maybe(key)), origin(key));
    }

    private Held of(SettingKey<?> key) {
        return of(held, key);
    }

    private static Held of(Map<SettingKey<?>, Held> held, SettingKey<?> key) {
        Held found = held.get(key);
        return found == null ? new Held(key.standard(), ValueOrigin.STANDARD) : found;
    }

    /// Puts the layers on top of each other, the weakest first.
    static final class Builder {
        private static final List<SettingKey<?>> WAYS =
                List.of(SettingKeys.AGENT, SettingKeys.COMMAND, SettingKeys.AGENTS);
        /// What is said of one agent, and of no other.
        private static final List<SettingKey<?>> ABOUT =
                List.of(SettingKeys.MODEL, SettingKeys.EFFORT, SettingKeys.AGENT_ARGS, SettingKeys.STREAM);
        private static final List<SettingKey<?>> LIMITS = List.of(SettingKeys.ALLOW_TOOLS, SettingKeys.DENY_TOOLS);

        private final Map<SettingKey<?>, Held> held = new LinkedHashMap<>();
        private final List<ConfigProblem> problems = new ArrayList<>();
        private final List<ConfigProblem> warnings = new ArrayList<>();

        Builder(ProjectId project) {
            held.put(SettingKeys.PROJECT, new Held(project, ValueOrigin.STANDARD));
        }

        private Builder(Map<SettingKey<?>, Held> below) {
            held.putAll(below);
        }

        void warn(String where, String message) {
            warnings.add(new ConfigProblem(where, message));
        }

        void put(ConfigLayer layer, ValueKind.Base base) {
            problems.addAll(layer.problems());
            SettingKey<?> first = null;
            for (SettingKey<?> way : WAYS) {
                ConfigLayer.Entry entry = layer.entries().get(way);
                if (entry != null && first != null) {
                    ConfigLayer.Entry other =
                            Objects.requireNonNull(layer.entries().get(first));
                    problems.add(new ConfigProblem(
                            entry.place(entry.written().spot()),
                            "set " + first.name() + " or " + way.name() + ", not both; " + first.name() + " is at "
                                    + other.place(other.written().spot())));
                }
                first = entry == null ? first : way;
            }
            for (Map.Entry<SettingKey<?>, ConfigLayer.Entry> entry :
                    layer.entries().entrySet()) {
                put(entry.getKey(), entry.getValue(), base, layer.entries().keySet());
            }
        }

        /// The one that holds by what is known so far.
        Profile profile() {
            Held said = held.get(SettingKeys.PROFILE);
            return said == null ? Profile.usual(agent()) : (Profile) Objects.requireNonNull(said.value());
        }

        /// Puts a layer between the user's file and the project's.
        void putBelowProject(ConfigLayer layer, ValueKind.Base base) {
            layer.entries()
                    .keySet()
                    .removeIf(key -> of(key).origin().source().compareTo(ValueOrigin.Source.PROJECT) >= 0);
            put(layer, base);
        }

        /// Puts what another tool's file says of stages below what ours do.
        void putBelow(ConfigLayer layer, ValueKind.Base base) {
            Held stronger = held.remove(SettingKeys.RALPH);
            put(layer, base);
            Held weaker = held.get(SettingKeys.RALPH);
            if (stronger != null && stronger.value() instanceof RalphSettings over) {
                held.put(
                        SettingKeys.RALPH,
                        weaker != null && weaker.value() instanceof RalphSettings below
                                ? new Held(over.over(below), stronger.origin().after(weaker.origin()))
                                : stronger);
            }
        }

        /// Puts what a role says on top.
        ///
        /// @param role the one that a stronger layer asks for, or null
        void play(ConfigLayer.@Nullable Entry role, ValueKind.Base base) {
            if (role != null) {
                put(SettingKeys.ROLE, role, base, Set.of());
            }
            Held chosen = of(SettingKeys.ROLE);
            if (chosen.value() == null || !problems.isEmpty()) {
                return;
            }
            String name = chosen.value().toString();
            RoleSettings roles =
                    (RoleSettings) Objects.requireNonNull(of(SettingKeys.ROLES).value());
            if (roles.names().contains(name)) {
                put(roles.layer(name), base);
                return;
            }
            String known = roles.names().isEmpty()
                    ? "; none is defined: write it under the key roles of .ralph/config.yaml"
                    : "; those under the key roles are " + String.join(", ", roles.names());
            problems.add(new ConfigProblem(
                    chosen.origin().where(),
                    "there is no role '" + ForeignText.shortened(name) + "'"
                            + NearestName.hint(name, roles.names(), known)));
        }

        private Held of(SettingKey<?> key) {
            return Settings.of(held, key);
        }

        /// A layer that asks for one more check must not silently do without those that others ask for.
        private Held withChecksBelow(Held found) {
            Held below = of(SettingKeys.CHECKS);
            List<String> checks = new ArrayList<>(lines(below));
            boolean dropped = false;
            for (String line : lines(found)) {
                if (line.equals(SettingKeys.NO_CHECKS)) {
                    checks.clear();
                    dropped = true;
                } else if (!checks.contains(line)) {
                    checks.add(line);
                }
            }
            ValueOrigin origin = dropped || lines(below).isEmpty()
                    ? found.origin()
                    : found.origin().after(below.origin());
            return new Held(List.copyOf(checks), origin, found.value());
        }

        private Held withRolesBelow(RoleSettings roles, ValueOrigin origin) {
            Held below = of(SettingKeys.ROLES);
            RoleSettings weaker = (RoleSettings) Objects.requireNonNull(below.value());
            return new Held(roles.over(weaker), weaker.names().isEmpty() ? origin : origin.after(below.origin()));
        }

        @SuppressWarnings("unchecked") // only checks are asked for
        private static List<String> lines(Held checks) {
            return (List<String>) Objects.requireNonNull(checks.value());
        }

        /// Who says something of a stage means one that there is.
        private void requireStages() {
            Held said = of(SettingKeys.RALPH);
            if (!(said.value() instanceof RalphSettings ralph)) {
                return;
            }
            Set<String> known = new LinkedHashSet<>(StageSettings.USUAL);
            if (of(SettingKeys.STAGES).value() instanceof StageSettings stages) {
                known.addAll(stages.names());
            }
            for (String name : ralph.stages().keySet()) {
                if (!known.contains(name)) {
                    problems.add(new ConfigProblem(
                            said.origin().where(),
                            "ralph: there is no stage '" + name + "'"
                                    + NearestName.hint(name, known, ", only " + String.join(", ", known))));
                }
            }
        }

        Settings build() {
            requireStages();
            if (!problems.isEmpty()) {
                throw new InvalidConfiguration(problems);
            }
            held.entrySet()
                    .removeIf(entry -> entry.getKey() != SettingKeys.PROJECT
                            && entry.getValue().origin().source() == ValueOrigin.Source.DEFAULT);
            Profile profile = profile();
            held.putIfAbsent(SettingKeys.PROFILE, new Held(profile, ValueOrigin.STANDARD));
            for (Map.Entry<String, String> standard : profile.defaults().entrySet()) {
                SettingKey<?> key = Objects.requireNonNull(SettingKeys.named(standard.getKey()));
                if (!held.containsKey(key)) {
                    held.put(key, standard(key, standard.getValue(), profile));
                }
            }
            if (of(SettingKeys.SANDBOX).value() == ConfinementPolicy.Sandbox.OFF
                    && of(SettingKeys.NETWORK).origin().source() == ValueOrigin.Source.DEFAULT) {
                held.remove(SettingKeys.NETWORK); // only a sandbox holds a network back
            }
            if (profile.rules() != null
                    && of(SettingKeys.MAX_RESTARTS).origin().source() != ValueOrigin.Source.DEFAULT
                    && of(SettingKeys.BREAKER).origin().source() == ValueOrigin.Source.DEFAULT) {
                held.put(
                        SettingKeys.BREAKER,
                        standard(SettingKeys.BREAKER, "off", profile)); // who counts turns has them
            }
            return new Settings(held, warnings);
        }

        private AgentCommand.Kind agent() {
            return held.containsKey(SettingKeys.AGENT)
                    ? AgentCommand.Kind.PROGRAM
                    : held.containsKey(SettingKeys.COMMAND) ? AgentCommand.Kind.SHELL : AgentCommand.Kind.KNOWN;
        }

        private static Held standard(SettingKey<?> key, String text, Profile profile) {
            try {
                Object value = key.kind().read(WrittenValue.Text.argument(text), NO_PATHS);
                return new Held(value, new ValueOrigin(ValueOrigin.Source.DEFAULT, "of profile " + profile.name()));
            } catch (ValueMismatch wrong) {
                throw new IllegalStateException("profile " + profile.name() + ", " + key + ": " + wrong.text(), wrong);
            }
        }

        private void put(SettingKey<?> key, ConfigLayer.Entry entry, ValueKind.Base base, Set<SettingKey<?>> said) {
            try {
                Object value = entry.written() instanceof WrittenValue.Meant meant
                        ? meant.value()
                        : key.kind().read(entry.written(), base);
                if (WAYS.contains(key)) {
                    replaceAgent(key, value, entry, said);
                }
                Held found = new Held(value, entry.origin());
                if (key == SettingKeys.CHECKS) {
                    found = withChecksBelow(found);
                } else if (value instanceof RoleSettings roles) {
                    found = withRolesBelow(roles.in(entry.where()), entry.origin());
                } else if (value instanceof StageSettings stages) {
                    found = new Held(stages.in(entry.where()), entry.origin());
                } else if (value instanceof RalphSettings ralph && of(key).value() instanceof RalphSettings below) {
                    found = new Held(ralph.over(below), entry.origin().after(of(key).origin()));
                }
                held.put(key, found);
            } catch (ValueMismatch misfits) {
                for (ValueMismatch misfit : misfits.all()) {
                    String place = entry.place(misfit.spot());
                    String prefix = misfit.spot().line() == 0 ? "" : key.name() + ": ";
                    problems.add(new ConfigProblem(place, prefix + misfit.text()));
                }
            }
        }

        /// Each of the ways to name the agent takes the place of the others, and what a weaker layer said for
        /// another agent, its model or its arguments, is not meant for this one. Limits are not
        /// dropped in silence.
        ///
        /// @param said what this layer says
        private void replaceAgent(
                SettingKey<?> key, @Nullable Object value, ConfigLayer.Entry entry, Set<SettingKey<?>> said) {
            boolean another = false;
            for (SettingKey<?> way : WAYS) {
                Object before = of(way).value();
                another |= before != null && !(way == key && firstName(before).equals(firstName(value)));
                held.remove(way);
            }
            for (SettingKey<?> about : ABOUT) {
                if (another && !said.contains(about)) {
                    held.remove(about);
                }
            }
            for (SettingKey<?> limit : LIMITS) {
                if (another && !said.contains(limit) && of(limit).value() != null) {
                    refuse(limit, firstName(value), entry.place(entry.written().spot()));
                }
            }
        }

        /// What a stage says of tools is not meant for the agent of a flag, unless the stage has the same.
        private void refuseLimits(ConfigLayer layer) {
            String flagged = firstName(of(SettingKeys.AGENTS).value());
            Builder stage = new Builder(Map.of());
            ConfigLayer.Entry own = layer.entries().get(SettingKeys.AGENTS);
            if (own != null) {
                stage.put(SettingKeys.AGENTS, own, NO_PATHS, Set.of());
            }
            for (SettingKey<?> limit : LIMITS) {
                ConfigLayer.Entry entry = layer.entries().get(limit);
                if (entry != null
                        && of(limit).origin().source() != ValueOrigin.Source.FLAG
                        && !firstName(stage.of(SettingKeys.AGENTS).value()).equals(flagged)) {
                    refuse(limit, flagged, entry.place(entry.written().spot()));
                }
            }
        }

        private void refuse(SettingKey<?> limit, String agent, String place) {
            problems.add(new ConfigProblem(
                    place,
                    agent + " may name its tools differently than the agent that " + limit.name()
                            + " was written for; set " + limit.name() + " for " + agent + " too, or set it to "
                            + limit.kind().absent()));
        }

        /// `claude` of `[claude:opus, codex]`.
        private static String firstName(@Nullable Object way) {
            String first = String.valueOf(way instanceof List<?> list ? list.getFirst() : way);
            int colon = first.indexOf(':');
            return colon < 0 ? first : first.substring(0, colon);
        }
    }
}
