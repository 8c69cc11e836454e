package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.backlog.TaskFile;
import dev.ralph.backlog.TaskList;
import dev.ralph.board.BoardCards;
import dev.ralph.board.BoardModel;
import dev.ralph.board.Card;
import dev.ralph.board.Slot;
import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowState;
import dev.ralph.loop.Event;
import dev.ralph.machine.StreamHead;
import dev.ralph.store.JournalUnusable;
import dev.ralph.store.JournalView;
import dev.ralph.store.Leases;
import dev.ralph.store.LoopSummary;
import dev.ralph.store.PositionedEntry;
import dev.ralph.store.Questions;
import dev.ralph.store.StreamQuery;
import dev.ralph.store.StreamSummary;
import dev.ralph.store.StreamType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Reads the model of a board from a project: everything once, and then only what has changed.
final class BoardReader implements AutoCloseable {
    private static final int A_LOOK = 2 << 20;
    private static final int MOST_SLOTS = 6;
    private static final int LOOKS = 4;

    private final Ralph ralph;
    private final TaskFile list;
    private final RunningLoops running;
    private final Map<String, StreamSummary> streams = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, Integer> slots = new HashMap<>();
    private final Map<String, Integer> slotCounts = new HashMap<>();
    private Map<String, Card.Question> questions = Map.of();
    private List<Card> cards = List.of();
    private List<Object> seen = List.of();
    private long position = -1;
    private int looks;

    BoardReader(Ralph ralph) {
        this.ralph = ralph;
        this.list = ralph.tasks();
        this.running = new RunningLoops(ralph, A_LOOK);
    }

    void forget() {
        position = -1;
        streams.clear();
        texts.clear();
        slotCounts.clear();
        seen = List.of();
    }

    /// That nobody runs a loop any more is in no file, so it is looked for now and then.
    BoardModel look() throws IOException {
        List<Object> now = stamps();
        boolean changed = !now.equals(seen);
        Leases leases = ralph.leases();
        Map<String, Boolean> held = new HashMap<>();
        Predicate<StreamHead> runs = head -> isRun(head, leases, held);
        List<RunningLoops.Running> loops;
        TaskList tasks = list.look();
        try (JournalView journal = ralph.journal()) {
            if (changed) {
                update(journal);
                seen = now;
            }
            loops = running.look(journal, openLoops(), runs);
        }
        if (changed || looks++ % LOOKS == 0) {
            cards = new BoardCards(tasks, streams.values(), texts, runs, questions).all();
        }
        return new BoardModel(name(), cards, slots(loops), slotCount(loops.size(), runs));
    }

    private String name() {
        Path folder = ralph.folder().getFileName();
        return folder == null ? ralph.id().value() : folder.toString();
    }

    /// What changes when something happens. It costs nothing to look at.
    private List<Object> stamps() throws IOException {
        Path journal = ralph.layout().journal();
        List<Object> stamps = new ArrayList<>();
        for (Path file : List.of(
                journal,
                journal.resolveSibling(journal.getFileName() + "-wal"),
                ralph.layout().tasks(),
                list.path())) {
            try {
                BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
                stamps.add(found.size());
                stamps.add(found.lastModifiedTime());
            } catch (NoSuchFileException none) {
                stamps.add(0L);
            }
        }
        return stamps;
    }

    /// Takes in what has happened since the last time.
    private void update(JournalView journal) throws IOException {
        if (position < 0) {
            position = journal.position();
            journal.streams(StreamQuery.ALL)
                    .forEach(stream -> streams.put(stream.head().id(), stream));
        } else {
            Set<String> changed = new HashSet<>();
            for (List<PositionedEntry> more = ralph.events(position); !more.isEmpty(); more = ralph.events(position)) {
                more.forEach(entry -> changed.add(entry.head().id()));
                position = more.getLast().position();
            }
            changed.forEach(id -> journal.stream(id).ifPresent(stream -> streams.put(id, stream)));
        }
        AddedTasks added = new AddedTasks(ralph.layout());
        Set<String> named = new HashSet<>(added.all());
        streams.values().stream()
                .map(StreamSummary::head)
                .filter(head -> head.kind() != StreamHead.Kind.FLOW)
                .forEach(head -> named.add(head.task()));
        texts.keySet().retainAll(named);
        for (String task : named) {
            if (texts.getOrDefault(task, "").isEmpty()) {
                texts.put(task, added.beginning(task));
            }
        }
        questions = questions(journal);
    }

    /// Asked only where something waits, since it takes the journal's lock. Who may only read is told what was asked,
    /// be it answered or not.
    private Map<String, Card.Question> questions(JournalView journal) {
        List<StreamSummary> parked =
                streams.values().stream().filter(StreamSummary::parked).toList();
        Map<String, Card.Question> open = new HashMap<>();
        try {
            for (Questions.Question question : parked.isEmpty() ? List.<Questions.Question>of() : ralph.questions()) {
                open.put(question.stream(), new Card.Question(question.id(), question.text()));
            }
        } catch (JournalUnusable readOnly) {
            for (StreamSummary stream : parked) {
                String id = stream.head().id();
                if (stream.head().kind() == StreamHead.Kind.LOOP) {
                    journal.entries(id).forEach(entry -> asked(id, entry.event(), open));
                }
            }
        }
        return open;
    }

    private static void asked(String stream, Event event, Map<String, Card.Question> open) {
        if (event instanceof Event.Asked asked) {
            open.put(stream, new Card.Question(asked.question(), asked.text()));
        }
    }

    /// Whether a process runs it, or what it belongs to.
    private boolean isRun(StreamHead head, Leases leases, Map<String, Boolean> held) {
        String key = Leases.key(head);
        Boolean known = held.get(key);
        if (known == null) {
            known = leases.whoHolds(key).isPresent();
            held.put(key, known);
        }
        StreamSummary parent = head.parent() == null ? null : streams.get(head.parent());
        return known || (parent != null && isRun(parent.head(), leases, held));
    }

    private Collection<LoopSummary> openLoops() {
        return streams.values().stream()
                .filter(stream -> !stream.ended() && stream.head().kind() == StreamHead.Kind.LOOP)
                .map(LoopSummary::of)
                .toList();
    }

    /// An agent keeps its slot while it works, and a new one gets the first that is free.
    private List<Slot> slots(List<RunningLoops.Running> loops) {
        Map<String, Integer> before = new LinkedHashMap<>(slots);
        slots.clear();
        for (RunningLoops.Running loop : loops) {
            Integer number = before.get(loop.head().id());
            if (number != null) {
                slots.put(loop.head().id(), number);
            }
        }
        List<Slot> all = new ArrayList<>();
        for (RunningLoops.Running loop : loops) {
            int number = slots.computeIfAbsent(loop.head().id(), _ -> free());
            all.add(new Slot(
                    number,
                    loop.head().task(),
                    role(loop.head()),
                    loop.iteration(),
                    loop.most(),
                    loop.since(),
                    loop.action()));
        }
        return all;
    }

    private int free() {
        int number = 1;
        while (slots.containsValue(number)) {
            number++;
        }
        return number;
    }

    static String role(StreamHead head) {
        String role = head.role();
        return role == null ? "agent" : head.isJob() ? "job" : role;
    }

    /// As many as the flows that a process runs may use at once.
    private int slotCount(int used, Predicate<StreamHead> runs) {
        int most = 0;
        for (StreamSummary stream : List.copyOf(streams.values())) {
            StreamHead head = stream.head();
            if (head.kind() == StreamHead.Kind.FLOW && !stream.ended() && runs.test(head)) {
                most += slotCounts.computeIfAbsent(head.id(), this::planned);
            }
        }
        return most == 0 ? 0 : Math.max(used, most);
    }

    private int planned(String flow) {
        try (JournalView journal = ralph.journal()) {
            List<FlowEvent> events = journal.events(StreamType.FLOW, flow);
            return events.isEmpty()
                    ? MOST_SLOTS
                    : FlowState.replay(events).plan().slots();
        }
    }

    @Override
    public void close() {
        running.close();
    }
}
