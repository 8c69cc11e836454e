package dev.ralph.verify;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who makes a review: an agent that Ralph knows by name, or a shell line, or nobody in particular.
///
/// @param agent     null for none
/// @param model     null for the agent's own choice
/// @param arguments for the agent, on top of what Ralph gives it
/// @param allowed   the only tools the agent may use; empty for all
/// @param denied    tools it may not use
/// @param command   null for none
/// @param stream    what the command prints, as `claude`; null for text
public record Reviewer(
        @Nullable String agent,
        @Nullable String model,
        List<String> arguments,
        List<String> allowed,
        List<String> denied,
        @Nullable String command,
        @Nullable String stream) {
    /// How a check names one.
    static final List<CheckType.Field> FORM = List.of(
            new CheckType.Field("agent", CheckType.Form.TEXT),
            new CheckType.Field("model", CheckType.Form.TEXT),
            new CheckType.Field("agent_args", CheckType.Form.TEXTS),
            new CheckType.Field("allow_tools", CheckType.Form.TEXTS),
            new CheckType.Field("deny_tools", CheckType.Form.TEXTS),
            new CheckType.Field("command", CheckType.Form.TEXT),
            new CheckType.Field("stream", CheckType.Form.TEXT));

    private static final List<String> FIELDS =
            FORM.stream().map(CheckType.Field::name).toList();

    /// With all tools.
    public Reviewer(
            @Nullable String agent,
            @Nullable String model,
            List<String> arguments,
            @Nullable String command,
            @Nullable String stream) {
        this(agent, model, arguments, List.of(), List.of(), command, stream);
    }

    public Reviewer {
        arguments = List.copyOf(arguments);
        allowed = List.copyOf(allowed);
        denied = List.copyOf(denied);
        if (agent != null && command != null) {
            throw new InvalidCheck("command", "stands beside `agent`: a review is made by one of them");
        }
        if (agent == null && model != null) {
            throw new InvalidCheck("model", "needs an `agent` to go with");
        }
        if (agent == null && !arguments.isEmpty()) {
            throw new InvalidCheck("agent_args", "needs an `agent` to go with");
        }
        if (agent == null && !(allowed.isEmpty() && denied.isEmpty())) {
            throw new InvalidCheck(allowed.isEmpty() ? "deny_tools" : "allow_tools", "needs an `agent` to go with");
        }
        if (command == null && stream != null) {
            throw new InvalidCheck("stream", "says what a `command` prints, and there is none");
        }
    }

    static Reviewer of(CheckFields options) {
        return new Reviewer(
                options.textOrNull("agent"),
                options.textOrNull("model"),
                options.texts("agent_args"),
                options.texts("allow_tools"),
                options.texts("deny_tools"),
                options.textOrNull("command"),
                options.textOrNull("stream"));
    }

    public boolean isNamed() {
        return agent != null || command != null;
    }

    /// Options with this one in them.
    CheckFields in(CheckFields options) {
        Map<String, Object> all = new LinkedHashMap<>();
        put(all, "agent", agent);
        put(all, "model", model);
        put(all, "agent_args", arguments.isEmpty() ? null : arguments);
        put(all, "allow_tools", allowed.isEmpty() ? null : allowed);
        put(all, "deny_tools", denied.isEmpty() ? null : denied);
        put(all, "command", command);
        put(all, "stream", stream);
        options.values().forEach((name, value) -> {
            if (!FIELDS.contains(name)) {
                all.put(name, value);
            }
        });
        return new CheckFields(all);
    }

    private static void put(Map<String, Object> all, String name, @Nullable Object value) {
        if (value != null) {
            all.put(name, value);
        }
    }
}
