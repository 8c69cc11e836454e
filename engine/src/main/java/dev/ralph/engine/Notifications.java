package dev.ralph.engine;

import dev.ralph.budget.Backoff;
import dev.ralph.config.Profile;
import dev.ralph.disk.Sha256;
import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.flow.FlowReason;
import dev.ralph.flow.TaskReason;
import dev.ralph.json.JsonText;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.Folders;
import dev.ralph.paths.LoopPaths;
import dev.ralph.process.ProgramOnPath;
import dev.ralph.store.JournalEntry;
import dev.ralph.store.Questions;
import dev.ralph.wording.Amount;
import dev.ralph.wording.Wording;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Tells people who are elsewhere that a loop or a flow has ended, or that one of its tasks asks something or failed.
///
/// It promises:
/// 1. What was delivered is not sent again, by whatever process: a file in the folder of the loop or flow says so. Who
///    is killed between the answer of a server and that file sends it again with the same `Idempotency-Key`.
/// 2. What an agent says is text for its reader: no command, no markup, no mention, and at most so long.
/// 3. It changes nothing about how the loop ends, takes a bounded time, and less where somebody stops the loop.
///
/// @param paths    of the loop or flow, whose lease is held meanwhile: nobody else sends
/// @param hurries  whether somebody stops it
/// @param warnings hears what could not be delivered; never an address, which may be a secret
record Notifications(
        LoopPaths paths,
        EngineOptions.Notify wanted,
        Map<String, String> environment,
        BooleanSupplier hurries,
        Consumer<String> warnings) {
    private static final int LONGEST_TITLE = 120;
    private static final int LONGEST_TEXT = 1000;
    private static final int TRIES = 4;
    private static final Duration TRY = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Backoff PAUSE = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(8));

    /// What is told.
    ///
    /// @param key   of all that is told about one loop or flow
    /// @param event `ended` or `question`
    /// @param title one line
    /// @param again how to have it tried again, null where nothing does
    private record Notice(
            String key,
            String event,
            String task,
            Outcome outcome,
            String title,
            String text,
            @Nullable String again) {}

    /// How a try went; null words for well.
    private record Tried(@Nullable String trouble, boolean again) {
        static final Tried WELL = new Tried(null, false);
    }

    /// Returns when everybody was told, or cannot be.
    ///
    /// @param state at the end of what this process does for the loop
    void tell(List<JournalEntry<Event>> entries, LoopState state) throws InterruptedException {
        Reason reason = state.reason();
        if (paths.head().parent() != null || reason == null || reason instanceof Reason.StoppedBy) {
            return;
        }
        long seq = 0;
        for (JournalEntry<Event> entry : entries) {
            seq = entry.event() instanceof Event.LoopEnded || entry.event() instanceof Event.Asked ? entry.seq() : seq;
        }
        String task = paths.head().task();
        String again = "`ralph resume " + task + "` tries again";
        send(
                reason instanceof Reason.AgentAsks asks
                        ? question(Long.toString(seq), task, asks.text(), again)
                        : ended(
                                Long.toString(seq),
                                task,
                                reason.outcome(),
                                " after " + Amount.of(state.attempts(), "attempt") + ": "
                                        + Profile.of(state.policy()).wording().of(reason),
                                again));
    }

    /// That a task of the flow asks.
    void tellAsked(String task, Questions.Question asked) throws InterruptedException {
        send(question(asked.id(), task, asked.text(), null));
    }

    /// That the flow is through with a task and it is not done.
    void tell(String task, TaskReason reason) throws InterruptedException {
        if (isNews(reason.outcome()) && reason.outcome() != Outcome.COMPLETED) {
            String key = Sha256.of(task).substring(0, 16);
            send(ended(key, task, reason.outcome(), ": " + wording().of(reason), null));
        }
    }

    /// That the flow ends.
    void tell(FlowReason reason) throws InterruptedException {
        if (isNews(reason.outcome())) {
            send(ended(
                    "end",
                    paths.head().task(),
                    reason.outcome(),
                    ": " + wording().of(reason),
                    null));
        }
    }

    /// Who stopped it knows.
    private static boolean isNews(Outcome outcome) {
        return outcome != Outcome.STOPPED && outcome != Outcome.CANCELLED;
    }

    private Wording wording() {
        return Profile.of(paths.head().profile()).wording();
    }

    private static Notice question(String key, String task, String text, @Nullable String again) {
        return new Notice(
                key,
                "question",
                task,
                Outcome.WAITING,
                plain("Ralph: " + task + " asks", LONGEST_TITLE),
                plain(text, LONGEST_TEXT) + "\nAnswer: ralph answer " + task + " \"...\"",
                again);
    }

    private static Notice ended(String key, String task, Outcome outcome, String how, @Nullable String again) {
        return new Notice(
                key,
                "ended",
                task,
                outcome,
                plain("Ralph: " + task + " " + outcome, LONGEST_TITLE),
                plain(outcome + how, LONGEST_TEXT),
                again);
    }

    private void send(Notice notice) throws InterruptedException {
        for (String target : wanted.targets()) {
            if (!target.equals("bell")) {
                deliver(target, notice);
            }
        }
        if (!wanted.command().isEmpty()) {
            deliver("command", notice);
        }
    }

    /// Without anything that controls a terminal or hides text.
    private static String plain(String text, int most) {
        String clean = text.replaceAll("[\\p{Cc}\\p{Cf}&&[^\n]]+", " ").strip();
        return clean.length() <= most
                ? clean
                : clean.substring(0, clean.offsetByCodePoints(0, clean.codePointCount(0, most - 1))) + "…";
    }

    private void deliver(String target, Notice notice) throws InterruptedException {
        Path mark = paths.layout()
                .loop(paths.head().id())
                .resolve("notified-" + notice.key() + "-" + Sha256.of(target).substring(0, 16));
        if (Files.exists(mark)) {
            return;
        }
        try {
            String trouble = tried(target, notice);
            if (trouble == null) {
                Folders.below(paths.layout().state(), mark.getParent());
                WholeFile.writeDurably(FaultPoint.NOTIFIED, mark, id(notice) + "\n");
            } else {
                warnings.accept("no notification by " + name(target) + ": " + plain(trouble, LONGEST_TITLE)
                        + (notice.again() == null ? "" : "; " + notice.again()));
            }
        } catch (IOException unwritable) {
            warnings.accept("could not record that the notification was sent: " + FileErrorText.words(unwritable));
        }
    }

    /// The same for whoever sends it.
    private String id(Notice notice) {
        return paths.head().id() + "/" + notice.key();
    }

    private static String name(String target) {
        return target.contains("://") ? "webhook to " + address(target).getHost() : target;
    }

    /// @return why it failed at last; null where it did not
    private @Nullable String tried(String target, Notice notice) throws InterruptedException {
        for (int time = 1; ; time++) {
            Tried tried = switch (target) {
                case "desktop" -> desktop(notice);
                case "command" -> run(wanted.command(), notice);
                default -> post(target, notice);
            };
            if (tried.trouble() == null || !tried.again() || time == TRIES) {
                return tried.trouble();
            }
            Duration pause = PAUSE.delay(time, new SecureRandom());
            for (long end = System.nanoTime() + pause.toNanos(); System.nanoTime() < end; ) {
                if (hurries.getAsBoolean()) {
                    return tried.trouble();
                }
                Thread.sleep(LOOK);
            }
        }
    }

    private Tried desktop(Notice notice) throws InterruptedException {
        String text = notice.text().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        if (ProgramOnPath.find(environment, "notify-send").isPresent()) {
            return run(List.of("notify-send", "--app-name=Ralph", "--", notice.title(), text), notice);
        }
        return new Tried("notify-send is not installed", false);
    }

    /// No shell; what happened is in variables.
    private Tried run(List<String> command, Notice notice) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(paths.project().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        Map<String, String> variables = builder.environment();
        variables.clear();
        variables.putAll(environment);
        facts(notice).forEach((name, fact) -> variables.put("RALPH_NOTIFY_" + name.toUpperCase(Locale.ROOT), fact));
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            long end = System.nanoTime() + TRY.multipliedBy(2).toNanos();
            while (!process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                if (System.nanoTime() > end || hurries.getAsBoolean()) {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly();
                    return new Tried(command.getFirst() + " did not end in time", false);
                }
            }
            int code = process.exitValue();
            return code == 0 ? Tried.WELL : new Tried(command.getFirst() + " ended with exit code " + code, true);
        } catch (IOException cannot) {
            return new Tried(command.getFirst() + " cannot be started: " + FileErrorText.words(cannot), false);
        }
    }

    private Map<String, String> facts(Notice notice) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("id", id(notice));
        facts.put("event", notice.event());
        facts.put("project", paths.head().project());
        facts.put("task", notice.task());
        facts.put("loop", paths.head().id());
        facts.put("outcome", notice.outcome().name());
        facts.put("title", notice.title());
        facts.put("text", notice.text());
        return facts;
    }

    private Tried post(String target, Notice notice) throws InterruptedException {
        URI address = address(target);
        Shape shape = Shape.of(target, address);
        HttpRequest request = HttpRequest.newBuilder(shape == Shape.NTFY ? address.resolve(".") : address)
                .timeout(TRY)
                .header("Content-Type", "application/json; charset=utf-8")
                .header("Idempotency-Key", id(notice))
                .header("User-Agent", "ralph")
                .POST(HttpRequest.BodyPublishers.ofString(JsonText.of(body(shape, address, notice))))
                .build();
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(TRY)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        try {
            int status = answer(client.sendAsync(request, HttpResponse.BodyHandlers.discarding()));
            boolean again = status >= 500 || status == 429 || status == 408;
            return status / 100 == 2 ? Tried.WELL : new Tried("the server answers " + status, again);
        } catch (TimeoutException late) {
            return new Tried("no answer in " + TRY.toSeconds() + " s", true);
        } catch (ExecutionException failed) {
            Throwable cause = Objects.requireNonNullElse(failed.getCause(), failed);
            return new Tried(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage(), true);
        } finally {
            client.shutdownNow();
        }
    }

    /// The time counts for the whole answer, which may have no end.
    private int answer(CompletableFuture<HttpResponse<Void>> coming)
            throws InterruptedException, ExecutionException, TimeoutException {
        for (long end = System.nanoTime() + TRY.toNanos(); ; ) {
            try {
                return coming.get(LOOK.toMillis(), TimeUnit.MILLISECONDS).statusCode();
            } catch (TimeoutException notYet) {
                if (System.nanoTime() > end || hurries.getAsBoolean()) {
                    throw notYet;
                }
            }
        }
    }

    private static URI address(String target) {
        return URI.create(target.replaceFirst("^[a-z]+:(?=https?://)", ""));
    }

    /// What a server understands.
    private enum Shape {
        SLACK,
        DISCORD,
        NTFY,
        JSON;

        /// As it is written before the address; else as the host is known for.
        static Shape of(String target, URI address) {
            for (Shape shape : values()) {
                if (target.startsWith(shape.name().toLowerCase(Locale.ROOT) + ":")) {
                    return shape;
                }
            }
            return switch (address.getHost()) {
                case "hooks.slack.com" -> SLACK;
                case "discord.com", "discordapp.com" -> DISCORD;
                case "ntfy.sh" -> NTFY;
                default -> JSON;
            };
        }
    }

    private Map<String, Object> body(Shape shape, URI address, Notice notice) {
        Map<String, Object> body = new LinkedHashMap<>();
        String all = notice.title() + "\n" + notice.text();
        switch (shape) {
            case SLACK -> {
                body.put("text", all.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
                body.put("mrkdwn", false);
            }
            case DISCORD -> {
                String escaped = all.replaceAll("([\\\\*_~`|>#\\[\\]()<-])", "\\\\$1");
                body.put("content", plain(escaped, 1900));
                body.put("allowed_mentions", Map.of("parse", List.of()));
            }
            case NTFY -> {
                String path = address.getPath();
                body.put("topic", path.substring(path.lastIndexOf('/') + 1));
                body.put("title", notice.title());
                body.put("message", notice.text());
            }
            case JSON -> body.putAll(facts(notice));
        }
        return body;
    }
}
