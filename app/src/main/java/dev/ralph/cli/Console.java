package dev.ralph.cli;

import dev.ralph.config.Color;
import dev.ralph.config.SettingKeys;
import dev.ralph.config.Settings;
import dev.ralph.loop.Outcome;
import dev.ralph.process.PlainText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Where a command writes, and for whom: a person at a terminal, a log file, or a program that reads JSON.
///
/// @param json    standard output carries JSON and nothing else
/// @param live    standard output is a terminal that understands redrawing
/// @param color   colours are wanted
/// @param unicode standard output shows more than ASCII
record Console(PrintStream out, PrintStream err, boolean json, boolean live, boolean color, boolean unicode) {
    Console(PrintStream out, PrintStream err, boolean json, boolean live, boolean color) {
        this(out, err, json, live, color, true);
    }

    static Console of(PrintStream out, PrintStream err, boolean json, Map<String, String> environment, Color wanted) {
        boolean terminal =
                isTerminal(1) && !environment.getOrDefault("TERM", "dumb").equals("dumb");
        boolean welcome = terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
        boolean color = wanted == Color.ALWAYS || (wanted == Color.AUTO && welcome);
        boolean unicode = !terminal || PlainText.isUnicode(environment);
        return new Console(out, err, json, terminal && !json, color && !json, unicode);
    }

    /// Whether standard output goes to a terminal, a dumb one too: text from outside must then be [#harmless].
    static boolean onTerminal() {
        return isTerminal(1);
    }

    /// Whether a person reads and types.
    static boolean isInteractive() {
        return isTerminal(0) && isTerminal(1);
    }

    /// Whether somebody reads what is written, and may stop doing so.
    static boolean isPipe(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("pipe:") || target.startsWith("socket:");
        } catch (IOException | UnsupportedOperationException noProc) {
            return true;
        }
    }

    /// Without asking the JDK's console, which costs a good part of a cold start.
    @SuppressWarnings("SystemConsoleNull") // the JDK's own annotations still say that it may be null
    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException noProc) {
            java.io.Console console = System.console();
            return console != null && console.isTerminal();
        }
    }

    /// For people, who get whole words in each line of a terminal; left out when a program reads.
    void say(String line) {
        if (!json) {
            out.println(signs(wrapped(line)));
        }
    }

    /// In whole words where a terminal shows it.
    String wrapped(String line) {
        return live ? TerminalWidth.wrap(line, TerminalWidth.columns()) : line;
    }

    /// A line of Ralph's own with signs that this terminal has, each as wide as the one it stands for.
    String signs(String line) {
        if (unicode) {
            return line;
        }
        StringBuilder plain = new StringBuilder(line.length());
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            int turn = LiveLine.WHEEL.indexOf(c);
            plain.append(
                    switch (c) {
                        case '·' -> '-';
                        case '…' -> '~';
                        case '█' -> '#';
                        case '░' -> '.';
                        case '⏸' -> '=';
                        case '→' -> '>';
                        case '✗' -> 'x';
                        case '\ufffd' -> '?';
                        default -> turn < 0 ? c : "|/-\\".charAt(turn % 4);
                    });
        }
        return plain.toString();
    }

    /// One fact: a line for people, an object for programs.
    ///
    /// @param fields its names and values in turn
    void fact(String line, @Nullable String... fields) {
        if (!json) {
            out.println(harmlessLines(line));
            return;
        }
        object(object -> {
            for (int i = 0; i < fields.length; i += 2) {
                object.field(Objects.requireNonNull(fields[i]), fields[i + 1]);
            }
        });
    }

    /// For programs; left out where a person reads.
    void object(Consumer<JsonOutput> fields) {
        value(output -> output.object(() -> fields.accept(output)));
    }

    /// The same for many, as an array.
    <T> void objects(Iterable<T> values, BiConsumer<JsonOutput, T> fields) {
        value(output -> output.array(() -> values.forEach(value -> output.object(() -> fields.accept(output, value)))));
    }

    private void value(Consumer<JsonOutput> value) {
        if (json) {
            JsonOutput output = new JsonOutput(out);
            value.accept(output);
            output.end();
        }
    }

    /// The text as it is, in UTF-8 whatever the locale says: for what other programs read.
    void exactly(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Text from outside, of one or more lines: as it is, or made harmless if a terminal shows it.
    void foreign(String text, boolean terminal) {
        exactly(terminal ? harmlessLines(text) : text);
    }

    void warn(String line) {
        err.println(complaint(line));
    }

    /// For standard error, in whole words where a terminal shows it.
    static String complaint(String message) {
        String text = "ralph: " + harmlessLines(message);
        return isTerminal(2)
                ? text.lines()
                        .map(line -> TerminalWidth.wrap(line, TerminalWidth.columns()))
                        .collect(Collectors.joining("\n"))
                : text;
    }

    String dim(String text) {
        return styled("2", text);
    }

    String bold(String text) {
        return styled("1", text);
    }

    String green(String text) {
        return styled("32", text);
    }

    String red(String text) {
        return styled("31", text);
    }

    String yellow(String text) {
        return styled("33", text);
    }

    /// How something ended, in the colour of how good that is.
    String colored(Outcome outcome) {
        return switch (outcome) {
            case COMPLETED -> green(outcome.name());
            case STOPPED, CANCELLED, WAITING, REJECTED -> yellow(outcome.name());
            case EXHAUSTED, FAILED, FATAL, BLOCKED -> red(outcome.name());
        };
    }

    /// For a person who wants to hear that something ended.
    void ring(Settings settings) {
        if (live && settings.value(SettingKeys.NOTIFY).contains("bell")) {
            out.print('\u0007');
            out.flush();
        }
    }

    private String styled(String style, String text) {
        return color && !text.isEmpty() ? "\u001b[" + style + "m" + text + "\u001b[0m" : text;
    }

    static String harmlessLines(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        int from = 0;
        for (int to = text.indexOf('\n'); to >= 0; from = to + 1, to = text.indexOf('\n', from)) {
            boolean dos = to > from && text.charAt(to - 1) == '\r';
            plain.append(harmless(text.substring(from, dos ? to - 1 : to))).append('\n');
        }
        return plain.append(harmless(text.substring(from))).toString();
    }

    /// Text from outside, made harmless for a terminal: no control characters, so no escape sequences, and no turned
    /// lines.
    static String harmless(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            plain.append(PlainText.misleads(c) && c != '\t' ? '\ufffd' : c);
        }
        return plain.toString();
    }
}
