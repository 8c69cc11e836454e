package dev.ralph.board;

import java.io.IOError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Curses;
import org.jline.utils.InfoCmp.Capability;
import org.jspecify.annotations.Nullable;

/// Shows a board on the terminal of this process until somebody leaves it.
///
/// One thread owns what is shown. It waits for keys and for what others have found out, looks at the project twice a
/// second, and draws only the lines that have changed. Whatever ends the program, the terminal is as it was before.
public final class BoardTerminal implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration DETAIL = Duration.ofSeconds(2);
    /// Long enough for the rest of a key over a slow line, short enough for Esc.
    private static final long REST_OF_A_KEY = 100;

    private static final String BEGIN_PASTE = "\u001b[200~";
    private static final String END_PASTE = "\u001b[201~";
    /// Terminals that know it show a frame only when it is whole; others pass over it.
    private static final String FRAME_BEGINS = "\u001b[?2026h";

    private static final String FRAME_ENDS = "\u001b[?2026l";
    private static final String PASTE_ON = "\u001b[?2004h";
    private static final String PASTE_OFF = "\u001b[?2004l";

    private final Terminal terminal;
    private final Attributes before;
    private final String ending;
    private final BoardSource source;
    private final BoardStyle style;
    private final InstantSource clock;
    private final BlockingQueue<Happening> inbox = new LinkedBlockingQueue<>();
    private final Thread atEnd = new Thread(this::endWithTheProgram, "ralph-board-end");

    private BoardModel model = new BoardModel("", List.of(), List.of(), 0);
    private BoardView view = BoardView.of(model);
    private @Nullable BoardDetail detail;
    private Instant looked = Instant.EPOCH;
    private Instant detailed = Instant.EPOCH;
    private boolean reading;
    private List<ScreenLine> shown = List.of();
    private int cursor = -1;
    private Size size = Size.of(0, 0);

    /// What the one thread hears of.
    private sealed interface Happening {}

    private record Pressed(Key key) implements Happening {}

    private record Said(String words) implements Happening {}

    private record Read(BoardDetail detail) implements Happening {}

    /// Nobody can type any more.
    private record Gone() implements Happening {}

    private BoardTerminal(Terminal terminal, BoardSource source, BoardStyle style, InstantSource clock) {
        this.terminal = terminal;
        this.before = terminal.enterRawMode();
        this.ending = ending(terminal);
        this.source = source;
        this.style = style;
        this.clock = clock;
    }

    /// Takes the terminal; close it to give it back.
    ///
    /// @throws IOException when there is none that can be used
    public static BoardTerminal open(BoardSource source, BoardStyle style, InstantSource clock) throws IOException {
        Terminal terminal;
        try {
            terminal = TerminalBuilder.builder()
                    .system(true)
                    .dumb(false)
                    .jni(false)
                    .graphemeCluster(false)
                    .encoding(StandardCharsets.UTF_8)
                    .build();
        } catch (IllegalStateException none) {
            throw new IOException("this terminal cannot be used: " + none.getMessage(), none);
        }
        BoardTerminal board = new BoardTerminal(terminal, source, style, clock);
        board.begin();
        return board;
    }

    private void begin() {
        Runtime.getRuntime().addShutdownHook(atEnd);
        Attributes raw = terminal.getAttributes();
        raw.setLocalFlag(Attributes.LocalFlag.ISIG, false); // Ctrl-C is a key here
        terminal.setAttributes(raw);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.keypad_xmit);
        terminal.puts(Capability.cursor_invisible);
        terminal.writer().write(PASTE_ON);
        terminal.flush();
        Thread.ofPlatform().daemon().name("ralph-board-keys").start(this::readKeys);
    }

    /// Returns when somebody leaves the board.
    public void run() throws IOException, InterruptedException {
        model = source.look();
        view = BoardView.of(model);
        looked = clock.instant();
        while (true) {
            draw();
            Happening next = inbox.poll(LOOK.toMillis() / 2, TimeUnit.MILLISECONDS);
            while (next != null) {
                if (next instanceof Gone || !hear(next)) {
                    return;
                }
                next = inbox.poll();
            }
            look();
        }
    }

    /// @return false when somebody leaves
    private boolean hear(Happening next) {
        switch (next) {
            case Pressed pressed -> {
                BoardKeys.Step step = new BoardKeys(model, view).after(pressed.key());
                view = step.view().on(model);
                if (view.page() == BoardView.Page.DETAIL) {
                    int last = screen().lastScroll(size.getColumns(), size.getRows());
                    view = view.scrolled(Math.min(view.scroll(), last));
                }
                BoardAction action = step.action();
                return action == null || perform(action);
            }
            case Said said -> view = view.saying(said.words());
            case Read read -> {
                reading = false;
                detail = read.detail().task().equals(view.task()) ? read.detail() : detail;
            }
            case Gone _ -> {
                return false;
            }
        }
        return true;
    }

    private boolean perform(BoardAction action) {
        switch (action) {
            case BoardAction.Quit _ -> {
                return false;
            }
            case BoardAction.Refresh _ -> {
                source.forget();
                looked = Instant.EPOCH;
                detailed = Instant.EPOCH;
                clear();
            }
            case BoardAction.Open _ -> {
                detail = null;
                detailed = Instant.EPOCH;
            }
            case BoardAction.Cancel _, BoardAction.Pause _, BoardAction.Resume _ -> begin(action);
            case BoardAction.Answer _, BoardAction.Retry _, BoardAction.Add _ -> begin(action);
            case BoardAction.Edit _, BoardAction.Block _, BoardAction.Unblock _ -> begin(action);
            case BoardAction.Done _, BoardAction.Sync _ -> begin(action);
        }
        return true;
    }

    /// It may take a while: what runs has to end first.
    private void begin(BoardAction action) {
        view = view.saying("...");
        apart(() -> new Said(source.perform(action)));
    }

    private void apart(Callable<Happening> work) {
        Thread.ofPlatform().daemon().name("ralph-board-work").start(() -> {
            try {
                inbox.add(work.call());
            } catch (Exception failed) {
                String why = failed.getMessage();
                inbox.add(new Said(why == null ? failed.toString() : why));
            }
        });
    }

    private void look() {
        Instant now = clock.instant();
        if (Duration.between(looked, now).compareTo(LOOK) >= 0) {
            looked = now;
            try {
                model = source.look();
                view = view.on(model);
            } catch (IOException | RuntimeException trouble) {
                view = view.saying(Objects.requireNonNullElse(trouble.getMessage(), trouble.toString()));
            }
        }
        String task = view.task();
        boolean due = Duration.between(detailed, now).compareTo(DETAIL) >= 0;
        if (view.page() == BoardView.Page.DETAIL && task != null && due && !reading) {
            detailed = now;
            reading = true;
            apart(() -> {
                try {
                    return new Read(source.detail(task));
                } catch (IOException | RuntimeException trouble) {
                    String why = Objects.requireNonNullElse(trouble.getMessage(), trouble.toString());
                    return new Read(new BoardDetail(task, List.of(new BoardDetail.Section("trouble", List.of(why)))));
                }
            });
        }
    }

    private BoardScreen screen() {
        return new BoardScreen(model, view, style, clock.instant(), detail);
    }

    private void draw() {
        Size now = terminal.getSize();
        if (now.getColumns() <= 0 || now.getRows() <= 0) {
            now = Size.of(80, 24);
        }
        if (now.getColumns() != size.getColumns() || now.getRows() != size.getRows()) {
            size = now;
            clear();
        }
        BoardScreen screen = screen();
        List<ScreenLine> lines = screen.lines(size.getColumns(), size.getRows());
        int column = screen.cursor(size.getColumns());
        if (lines.equals(shown) && column == cursor) {
            return;
        }
        terminal.writer().write(FRAME_BEGINS);
        for (int row = 0; row < lines.size(); row++) {
            if (row >= shown.size() || !lines.get(row).equals(shown.get(row))) {
                terminal.puts(Capability.cursor_address, row, 0);
                terminal.writer().write(lines.get(row).ansi());
                terminal.puts(Capability.clr_eol);
            }
        }
        if ((column >= 0) != (cursor >= 0)) {
            terminal.puts(column >= 0 ? Capability.cursor_normal : Capability.cursor_invisible);
        }
        terminal.puts(Capability.cursor_address, lines.size() - 1, Math.max(0, column));
        terminal.writer().write(FRAME_ENDS);
        terminal.flush();
        shown = lines;
        cursor = column;
    }

    private void clear() {
        terminal.puts(Capability.clear_screen);
        shown = List.of();
    }

    private void readKeys() {
        KeyMap<Key.Kind> keys = keys();
        BindingReader reader = new BindingReader(terminal.reader());
        try {
            while (true) {
                Key.Kind kind = reader.readBinding(keys);
                if (kind == null) {
                    break;
                }
                String text = switch (kind) {
                    case TEXT -> reader.getLastBinding();
                    case PASTE -> pasted(reader);
                    default -> "";
                };
                inbox.add(new Pressed(new Key(kind, text == null ? "" : text)));
            }
        } catch (RuntimeException | IOError over) { // the terminal was closed, by us or by its user
            inbox.add(new Gone());
            return;
        }
        inbox.add(new Gone());
    }

    private static String pasted(BindingReader reader) {
        StringBuilder text = new StringBuilder();
        for (int c = reader.readCharacter(); c >= 0; c = reader.readCharacter()) {
            text.appendCodePoint(c);
            if (text.length() >= END_PASTE.length()
                    && text.lastIndexOf(END_PASTE) == text.length() - END_PASTE.length()) {
                return text.substring(0, text.length() - END_PASTE.length());
            }
        }
        return text.toString();
    }

    private static KeyMap<Key.Kind> keys() {
        KeyMap<Key.Kind> keys = new KeyMap<>();
        keys.bind(Key.Kind.TEXT, KeyMap.range(" -~"));
        keys.setUnicode(Key.Kind.TEXT);
        keys.setNomatch(Key.Kind.UNKNOWN);
        keys.setAmbiguousTimeout(REST_OF_A_KEY);
        arrow(keys, Key.Kind.UP, "A");
        arrow(keys, Key.Kind.DOWN, "B");
        arrow(keys, Key.Kind.RIGHT, "C");
        arrow(keys, Key.Kind.LEFT, "D");
        arrow(keys, Key.Kind.HOME, "H");
        arrow(keys, Key.Kind.END, "F");
        keys.bind(Key.Kind.HOME, "\u001b[1~", "\u001b[7~");
        keys.bind(Key.Kind.END, "\u001b[4~", "\u001b[8~");
        keys.bind(Key.Kind.PAGE_UP, "\u001b[5~");
        keys.bind(Key.Kind.PAGE_DOWN, "\u001b[6~");
        keys.bind(Key.Kind.ENTER, "\r", "\n");
        keys.bind(Key.Kind.BACKSPACE, "\u007f", "\b");
        keys.bind(Key.Kind.ESCAPE, "\u001b");
        keys.bind(Key.Kind.INTERRUPT, "\u0003");
        keys.bind(Key.Kind.PASTE, BEGIN_PASTE);
        return keys;
    }

    /// As terminals send it in either mode of their keypad.
    private static void arrow(KeyMap<Key.Kind> keys, Key.Kind kind, String letter) {
        keys.bind(kind, "\u001b[" + letter, "\u001bO" + letter);
    }

    /// What makes the screen what it was before.
    private static String ending(Terminal terminal) {
        StringBuilder ending = new StringBuilder(PASTE_OFF);
        for (Capability capability :
                List.of(Capability.cursor_normal, Capability.keypad_local, Capability.exit_ca_mode)) {
            String sequence = terminal.getStringCapability(capability);
            ending.append(sequence == null ? "" : Curses.tputs(sequence));
        }
        return ending.toString();
    }

    /// The program ends before the board does; the library gives the terminal back itself, and may have done so.
    private void endWithTheProgram() {
        System.out.print(ending);
        System.out.flush();
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(atEnd);
        } catch (IllegalStateException late) {
            return; // the program ends
        }
        terminal.writer().write(ending);
        terminal.flush();
        terminal.setAttributes(before);
        terminal.close();
    }
}
