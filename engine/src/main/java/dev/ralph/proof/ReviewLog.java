package dev.ralph.proof;

import dev.ralph.agent.AgentEvent;
import dev.ralph.agent.ResetTimes;
import dev.ralph.agent.StreamFormat;
import dev.ralph.budget.Counters;
import dev.ralph.budget.Prices;
import dev.ralph.budget.Spent;
import dev.ralph.budget.UsageMeter;
import dev.ralph.loop.Caps;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.loop.Reason;
import dev.ralph.loop.ReviewCost;
import dev.ralph.loop.Usage;
import dev.ralph.loop.Verdict;
import dev.ralph.paths.Folders;
import dev.ralph.paths.LenientText;
import dev.ralph.paths.LoopPaths;
import dev.ralph.store.JournalEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The reviews of a loop: what was asked and answered, and what that cost.
///
/// 1. Every review that was begun has a number of its own: a crash, or the same attempt reviewed again, overwrites
/// none.
/// 2. What a review used, its time too, counts once, in the next verdict that is journaled, also when the engine died
///    while the reviewer ran: its output is read then.
/// 3. Nobody is asked once a cap of the loop is reached, with what no verdict has told of yet.
///
/// @param entries all of the loop, as the journal has them now
public record ReviewLog(LoopPaths paths, Supplier<List<JournalEntry<Event>>> entries, Supplier<Prices> prices) {
    private static final Pattern BEGUN = Pattern.compile("review-([1-9][0-9]{0,6})-prompt[.]md");
    private static final Pattern ERRORS = Pattern.compile("review-([1-9][0-9]{0,6})-stderr[.]txt");
    private static final Pattern TOOK = Pattern.compile("review-([1-9][0-9]{0,6})-took[.]txt");
    private static final Pattern ANSWER = Pattern.compile("review-([1-9][0-9]{0,6})-as-([a-z]+)[.]txt");

    /// Where one review is written down.
    ///
    /// @param number from 1
    /// @param took   how long it ran, once it has ended
    /// @param desk   where files for the reviewer may be put
    record Page(int number, Path prompt, Path answer, Path errors, Path took, Path desk) {}

    /// A new page, with the question on it.
    Page open(AgentCommand reviewer, String prompt) throws IOException {
        Folders.below(paths.layout().state(), folder());
        int number = asked() + 1;
        String name = "review-" + number;
        String stream =
                StreamFormat.of(reviewer.stream()).orElse(StreamFormat.TEXT).word();
        Page page = new Page(
                number,
                folder().resolve(name + "-prompt.md"),
                folder().resolve(name + "-as-" + stream + ".txt"),
                folder().resolve(name + "-stderr.txt"),
                folder().resolve(name + "-took.txt"),
                folder().resolve(name));
        Files.deleteIfExists(page.answer());
        Files.deleteIfExists(page.errors());
        Files.deleteIfExists(page.took());
        Folders.below(paths.layout().state(), page.desk());
        Files.writeString(page.prompt(), prompt);
        return page;
    }

    /// The review has ended, however it did.
    static void close(Page page, Duration took) throws IOException {
        Files.writeString(page.took(), took + "\n");
    }

    /// How often this loop has asked.
    int asked() throws IOException {
        TreeMap<Integer, Path> begun = pages(BEGUN);
        return Math.max(told(), begun.isEmpty() ? 0 : begun.lastKey());
    }

    /// Which cap of the loop is reached; empty when none is.
    Optional<Reason.CapReached> over() throws IOException {
        LoopState state = state();
        return state == null ? Optional.empty() : usage(state).over(caps(state));
    }

    /// How long agents of the loop may still run; null for as long as they like.
    @Nullable
    Duration left() throws IOException {
        LoopState state = state();
        return state == null ? null : usage(state).time(caps(state));
    }

    private @Nullable LoopState state() {
        List<Event> events = entries.get().stream().map(JournalEntry::event).toList();
        return events.isEmpty() ? null : LoopState.replay(events);
    }

    private static Caps caps(LoopState state) {
        return state.policy().limits().caps();
    }

    private Usage usage(LoopState state) throws IOException {
        return state.usage().and(new Verdict(List.of(), due()));
    }

    /// For the reviews that no verdict in the journal has told of; null when there are none.
    @Nullable
    ReviewCost due() throws IOException {
        if (pages(BEGUN).isEmpty()) {
            return null;
        }
        int told = told();
        int asked = asked();
        if (asked == told) {
            return null;
        }
        Spent spent = Spent.NOTHING;
        for (Path answer : pages(ANSWER).tailMap(told, false).values()) {
            spent = spent.plus(spent(answer));
        }
        Duration took = Duration.ZERO;
        for (Map.Entry<Integer, Path> begun : pages(BEGUN).tailMap(told, false).entrySet()) {
            took = took.plus(took(begun.getKey(), begun.getValue()));
        }
        return new ReviewCost(asked, spent, took);
    }

    /// Of one whose engine died: at least from its question until it printed something last.
    private Duration took(int number, Path prompt) throws IOException {
        Path written = pages(TOOK).get(number);
        if (written != null) {
            try {
                return Duration.parse(LenientText.read(written).strip());
            } catch (DateTimeParseException torn) {
                // the engine died as it wrote it
            }
        }
        Instant began = Files.getLastModifiedTime(prompt).toInstant();
        Instant last = began;
        for (Pattern kind : List.of(ANSWER, ERRORS)) {
            Path file = pages(kind).get(number);
            Instant at = file == null ? last : Files.getLastModifiedTime(file).toInstant();
            last = at.isAfter(last) ? at : last;
        }
        return Duration.between(began, last);
    }

    /// How many reviews the journal knows of.
    private int told() {
        return entries.get().stream()
                .map(entry -> entry.event() instanceof Event.ChecksEnded ended
                        ? ended.verdict().reviewCost()
                        : null)
                .mapToInt(cost -> cost == null ? 0 : cost.reviews())
                .max()
                .orElse(0);
    }

    private Path folder() {
        return paths.layout().loop(paths.head().id()).resolve("checks");
    }

    private TreeMap<Integer, Path> pages(Pattern name) throws IOException {
        TreeMap<Integer, Path> pages = new TreeMap<>();
        if (!Files.isDirectory(folder())) {
            return pages;
        }
        try (Stream<Path> files = Files.list(folder())) {
            files.forEach(file -> {
                Matcher matcher = name.matcher(String.valueOf(file.getFileName()));
                if (matcher.matches() && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    pages.put(Integer.parseInt(matcher.group(1)), file);
                }
            });
        }
        return pages;
    }

    /// Until it has said how its turn went, there is more than it has told.
    private Spent spent(Path answer) throws IOException {
        Matcher name = ANSWER.matcher(String.valueOf(answer.getFileName()));
        StreamFormat format =
                name.matches() ? StreamFormat.of(name.group(2)).orElse(StreamFormat.TEXT) : StreamFormat.TEXT;
        UsageMeter meter = new UsageMeter(prices.get(), Counters.FRESH);
        AtomicBoolean finished = new AtomicBoolean();
        LastMessage.read(answer, format.reader(ResetTimes.UNKNOWN), said -> {
            if (said instanceof AgentEvent.Model model) {
                meter.model(model.name());
            } else if (said instanceof AgentEvent.Used used) {
                meter.add(used.report());
            } else if (said instanceof AgentEvent.Finished) {
                finished.set(true);
            }
        });
        return finished.get() ? meter.spent() : meter.spent().atLeast();
    }
}
