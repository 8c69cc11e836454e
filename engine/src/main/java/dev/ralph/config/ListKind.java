package dev.ralph.config;

import dev.ralph.agent.Agents;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.Signal;
import dev.ralph.proxy.HostRule;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Several texts. A single one may be written without the brackets.
record ListKind(Of of) implements ValueKind<List<String>> {
    enum Of {
        /// A program and its arguments.
        WORDS,
        /// Lines for the shell.
        LINES,
        /// Names of environment variables.
        NAMES,
        /// Known agents.
        AGENTS,
        /// Hosts with or without a port.
        HOSTS,
        /// Whole paths, or such below the home.
        PLACES,
        /// The same, or names of environment variables.
        SECRETS,
        /// Paths below the project, or patterns of them.
        PATTERNS,
        /// Tools of an agent, as it calls them.
        TOOLS,
        /// What an agent signals by other means than words.
        SIGNALS,
        /// Ways to tell a person.
        NOTIFY,
        /// Any program and its arguments.
        PROGRAM
    }

    private static final String ADDRESS = "((slack|discord|ntfy|json):)?https?://[^\\s\\u0000]+";
    /// Nothing that could be an option, two names, more than a name in a file of the agent's, or meant as all or none.
    private static final String TOOL = "^(?!(all|none)$)[A-Za-z0-9_][A-Za-z0-9_.:*/-]*$";
    private static final List<String> SIGNAL_NAMES = words(ConversationPolicy.EVERY_SIGNAL);

    static List<String> words(Set<Signal> signals) {
        List<String> words = new ArrayList<>();
        for (Signal signal : signals) {
            words.add(signal.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        return List.copyOf(words);
    }

    /// The other way round.
    static Set<Signal> signals(List<String> words) {
        Set<Signal> signals = EnumSet.noneOf(Signal.class);
        for (Signal signal : ConversationPolicy.EVERY_SIGNAL) {
            if (words.containsAll(words(Set.of(signal)))) {
                signals.add(signal);
            }
        }
        return signals;
    }

    @Override
    public List<String> read(WrittenValue written, Base base) throws ValueMismatch {
        List<WrittenValue.Text> items = items(written);
        if (items.isEmpty() && (of == Of.WORDS || of == Of.AGENTS || of == Of.TOOLS)) {
            throw ValueMismatch.expected(written, expected());
        }
        List<String> values = new ArrayList<>();
        for (WrittenValue.Text item : items) {
            values.add(checked(item, values.isEmpty()));
        }
        return List.copyOf(values);
    }

    @Override
    public String text(List<String> value) {
        StringBuilder out = new StringBuilder("[");
        for (String item : value) {
            out.append(out.length() == 1 ? "" : ", ").append(YamlText.ifNeeded(item));
        }
        return out.append(']').toString();
    }

    /// Those it can consist of if there are only a few; else empty.
    List<String> choices() {
        return of == Of.AGENTS ? Agents.names() : of == Of.SIGNALS ? SIGNAL_NAMES : List.of();
    }

    @Override
    public String expected() {
        return switch (of) {
            case WORDS -> "a list of words such as [claude, -p] (for a shell line there is the key command)";
            case LINES -> "a list of shell lines such as ['mvn -q test']";
            case NAMES -> "a list of names of environment variables such as [HOME, PATH]";
            case AGENTS ->
                "a list of known agents in small letters such as [claude, codex], each perhaps with a model as in"
                        + " claude:opus";
            case HOSTS -> "a list of hosts such as ['registry.npmjs.org:443', '*.example.com', '127.0.0.1:8080']";
            case PLACES -> "a list of whole paths such as [~/.m2/repository, /opt/tools]";
            case SECRETS ->
                "a list of whole paths and of names of environment variables such as [~/.netrc, DEPLOY_PHRASE]";
            case PATTERNS -> "a list of paths or patterns below the project such as [package.json, 'tools/**']";
            case TOOLS -> "a list of names of the agent's tools such as [Edit, Write]";
            case SIGNALS -> "a list of " + String.join(", ", SIGNAL_NAMES);
            case NOTIFY -> "a list of bell, desktop and addresses such as [bell, 'https://ntfy.sh/my-topic']";
            case PROGRAM -> "a list of a program and its arguments such as [my-notify, --loud]";
        };
    }

    @Override
    public String placeholder() {
        return switch (of) {
            case WORDS -> "AGENT ARGS…";
            case LINES -> "'SHELL LINE'";
            case NAMES -> "NAME,…";
            case AGENTS -> "NAME[:MODEL],…";
            case HOSTS -> "HOST[:PORT],…";
            case PLACES -> "PATH,…";
            case SECRETS -> "PATH|NAME,…";
            case PATTERNS -> "PATTERN,…";
            case TOOLS -> "TOOL,…";
            case SIGNALS -> "SIGNAL,…";
            case NOTIFY -> "bell|desktop|URL,…";
            case PROGRAM -> "PROGRAM ARGS…";
        };
    }

    @Override
    public Map<String, Object> schema() {
        String single = switch (of) {
            case WORDS, HOSTS -> "^[^\\s\\u0000]+$";
            case PROGRAM, LINES -> ScalarKind.LINE;
            case NAMES -> "^[^=\\s\\u0000]+$";
            case AGENTS -> "^[a-z][^\\s\\u0000]*$";
            case PLACES -> "^~?/[^\\u0000]*$";
            case SECRETS -> "^(~?/[^\\u0000]*|[^=\\s\\u0000]+)$";
            case PATTERNS -> "^[^/\\s\\u0000][^\\u0000]*$";
            case TOOLS -> TOOL;
            case SIGNALS -> "^(" + String.join("|", SIGNAL_NAMES) + ")$";
            case NOTIFY -> "^(bell|desktop|" + ADDRESS + ")$";
        };
        Map<String, Object> list = switch (of) {
            case WORDS, PROGRAM -> program();
            case AGENTS, TOOLS -> JsonObject.list(1, JsonObject.text(single));
            case LINES, NAMES, HOSTS, PLACES, SECRETS, PATTERNS, SIGNALS, NOTIFY ->
                JsonObject.list(JsonObject.text(single));
        };
        return JsonObject.anyOf(JsonObject.text(single), list);
    }

    private static Map<String, Object> program() {
        Map<String, Object> program = JsonObject.of("type", "array", "minItems", 1);
        program.put("prefixItems", List.of(JsonObject.text(ScalarKind.LINE)));
        program.put("items", JsonObject.text("^[^\\u0000]*$"));
        return program;
    }

    private List<WrittenValue.Text> items(WrittenValue written) throws ValueMismatch {
        if (written instanceof WrittenValue.Items list) {
            List<WrittenValue.Text> texts = new ArrayList<>();
            for (WrittenValue item : list.items()) {
                if (!(item instanceof WrittenValue.Text text)) {
                    throw ValueMismatch.expected(item, expected());
                }
                texts.add(text);
            }
            return texts;
        }
        if (written instanceof WrittenValue.Text text) {
            return text.notation() == WrittenValue.Notation.ARGUMENT ? split(text) : single(text);
        }
        throw ValueMismatch.expected(written, expected());
    }

    /// Known agents may stand between commas, as on the command line.
    private List<WrittenValue.Text> single(WrittenValue.Text text) throws ValueMismatch {
        String value = ValueKind.scalar(text, expected());
        if (of == Of.WORDS && hasSpace(value)) {
            throw new ValueMismatch(
                    text,
                    "found " + text.described() + ", which is several words; write " + words(value)
                            + ", or use the key command for a shell line");
        }
        if (of != Of.AGENTS) {
            return List.of(text);
        }
        checked(text, true);
        List<WrittenValue.Text> items = new ArrayList<>();
        for (String item : value.split(",")) {
            items.add(new WrittenValue.Text(item, text.notation(), text.spot()));
        }
        return items;
    }

    private String checked(WrittenValue.Text item, boolean first) throws ValueMismatch {
        String value = ValueKind.scalar(item, expected());
        boolean fits = switch (of) {
            case WORDS, PROGRAM -> !(first && value.isBlank());
            case LINES -> !value.isBlank();
            case NAMES -> !value.isEmpty() && value.indexOf('=') < 0 && !hasSpace(value);
            case AGENTS -> !value.isEmpty() && value.charAt(0) >= 'a' && value.charAt(0) <= 'z' && !hasSpace(value);
            case HOSTS -> isHost(value);
            case PLACES -> isPlace(value);
            case SECRETS -> isPlace(value) || (!value.isEmpty() && value.indexOf('=') < 0 && !hasSpace(value));
            case PATTERNS -> isPattern(value);
            case TOOLS -> value.matches(TOOL);
            case SIGNALS -> SIGNAL_NAMES.contains(value);
            case NOTIFY -> isWay(value);
        };
        if (!fits || value.indexOf('\0') >= 0) {
            throw ValueMismatch.expected(item, expected());
        }
        return value;
    }

    private static boolean isHost(String value) {
        try {
            HostRule.parse(value);
            return true;
        } catch (IllegalArgumentException notOne) {
            return false;
        }
    }

    private static boolean isWay(String value) {
        if (!value.matches(ADDRESS)) {
            return value.equals("bell") || value.equals("desktop");
        }
        try {
            return new URI(value.replaceFirst("^[a-z]+:(?=http)", "")).getHost() != null;
        } catch (URISyntaxException notOne) {
            return false;
        }
    }

    private static boolean isPattern(String value) {
        if (value.isBlank()
                || value.startsWith("/")
                || List.of(value.split("/")).contains("..")) {
            return false;
        }
        try {
            FileSystems.getDefault().getPathMatcher("glob:" + value);
            return true;
        } catch (IllegalArgumentException notOne) {
            return false;
        }
    }

    private static boolean isPlace(String value) {
        return value.startsWith("/") || value.startsWith("~/");
    }

    private List<WrittenValue.Text> split(WrittenValue.Text text) throws ValueMismatch {
        String separators = switch (of) {
            case WORDS, PROGRAM -> " \t\n";
            case LINES -> "\n";
            case NAMES, AGENTS, HOSTS, PLACES, SECRETS, PATTERNS, TOOLS, SIGNALS, NOTIFY -> ", \t\n";
        };
        String value = text.value();
        if (of == Of.WORDS && (value.indexOf('\'') >= 0 || value.indexOf('"') >= 0 || value.indexOf('\\') >= 0)) {
            throw new ValueMismatch(
                    text,
                    "found " + text.described() + ", where quotes have no meaning; use RALPH_COMMAND for a shell line");
        }
        List<WrittenValue.Text> items = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= value.length(); i++) {
            if (i == value.length() || separators.indexOf(value.charAt(i)) >= 0) {
                if (i > from) {
                    items.add(WrittenValue.Text.argument(value.substring(from, i)));
                }
                from = i + 1;
            }
        }
        return items;
    }

    private static String words(String line) {
        return "[" + String.join(", ", ForeignText.shortened(line.strip()).split(" +")) + "]";
    }

    private static boolean hasSpace(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (Character.isWhitespace(value.charAt(i))) {
                return true;
            }
        }
        return false;
    }
}
