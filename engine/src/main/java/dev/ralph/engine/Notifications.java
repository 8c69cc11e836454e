package dev.ralph.engine;

import dev.ralph.attempt.Inbox;
import dev.ralph.budget.Backoff;
import dev.ralph.config.Profile;
import dev.ralph.disk.Sha256;
import dev.ralph.disk.WholeFile;
import dev.ralph.fault.FaultPoint;
import dev.ralph.json.JsonText;
import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Reason;
import dev.ralph.paths.FileErrorText;
import dev.ralph.paths.Folders;
import dev.ralph.paths.LoopPaths;
import dev.ralph.store.JournalEntry;
import dev.ralph.wording.Amount;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Tells people who are elsewhere that a loop has ended, or asks something.
///
/// It promises:
/// 1. What was delivered is not sent again, by whatever process: a file in the loop's folder says so. Who is killed
///    between the answer of a server and that file sends it again with the same `Idempotency-Key`.
/// 2. What an agent says is text for its reader: no command, no markup, no mention, and at most so long.
/// 3. It changes nothing about how the loop ends, takes a bounded time, and less where somebody stops the loop.
///
/// @param inbox    of the loop, whose lease is held meanwhile: nobody else sends
/// @param warnings hears what could not be delivered; never an address, which may be a secret
record Notifications(
        LoopPaths paths,
        EngineOptions.Notify wanted,
        Map<String, String> environment,
        Inbox inbox,
        Consumer<String> warnings) {
    private static final int LONGEST_TITLE = 120;
    private static final int LONGEST_TEXT = 1000;
    private static final int TRIES = 4;
    private static final Duration TRY = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Backoff PAUSE = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(8));

    /// What is told.
    ///
    /// @param id    the same for whoever sends it
    /// @param event `ended` or `question`
    /// @param title one line
    private record Notice(String id, String event, String outcome, String title, String text) {}

    /// How a try went; null words for well.
    private record Tried(@Nullable String trouble, boolean again) {
        static final Tried WELL = new Tried(null, false);
    }

    /// Returns when everybody was told, or cannot be.
    ///
    /// @param state at the end of what this process does for the loop
    void tell(List<JournalEntry<Event>> entries, LoopState state) throws InterruptedException {
        boolean nobody = wanted.command().isEmpty() && wanted.targets().stream().allMatch("bell"::equals);
        Reason reason = state.reason();
        if (nobody || paths.head().parent() != null || reason == null || reason instanceof Reason.StoppedBy) {
            return;
        }
        long seq = 0;
        for (JournalEntry<Event> entry : entries) {
            seq = entry.event() instanceof Event.LoopEnded || entry.event() instanceof Event.Asked ? entry.seq() : seq;
        }
        Notice notice = notice(paths.head().id() + "/" + seq, state, reason);
        for (String target : wanted.targets()) {
            if (!target.equals("bell")) {
                deliver(target, seq, notice);
            }
        }
        if (!wanted.command().isEmpty()) {
            deliver("command", seq, notice);
        }
    }

    private Notice notice(String id, LoopState state, Reason reason) {
        String task = paths.head().task();
        if (reason instanceof Reason.AgentAsks asks) {
            return new Notice(
                    id,
                    "question",
                    reason.outcome().name(),
                    plain("Ralph: " + task + " asks", LONGEST_TITLE),
                    plain(asks.text(), LONGEST_TEXT) + "\nAnswer: ralph answer " + task + " \"...\"");
        }
        return new Notice(
                id,
                "ended",
                reason.outcome().name(),
                plain("Ralph: " + task + " " + reason.outcome(), LONGEST_TITLE),
                plain(
                        reason.outcome() + " after " + Amount.of(state.attempts(), "attempt") + ": "
                                + Profile.of(state.policy()).wording().of(reason),
                        LONGEST_TEXT));
    }

    /// Without anything that controls a terminal or hides text.
    private static String plain(String text, int most) {
        String clean = text.replaceAll("[\\p{Cc}\\p{Cf}&&[^\n]]+", " ").strip();
        return clean.length() <= most
                ? clean
                : clean.substring(0, clean.offsetByCodePoints(0, clean.codePointCount(0, most - 1))) + "…";
    }

    private void deliver(String target, long seq, Notice notice) throws InterruptedException {
        Path mark = paths.layout()
                .loop(paths.head().id())
                .resolve("notified-" + seq + "-" + Sha256.of(target).substring(0, 16));
        if (Files.exists(mark)) {
            return;
        }
        try {
            String trouble = tried(target, notice);
            if (trouble == null) {
                Folders.below(paths.layout().state(), mark.getParent());
                WholeFile.writeDurably(FaultPoint.NOTIFIED, mark, notice.id() + "\n");
            } else {
                warnings.accept("no notification by " + name(target) + ": " + plain(trouble, LONGEST_TITLE)
                        + "; `ralph resume " + paths.head().task() + "` tries again");
            }
        } catch (IOException unwritable) {
            warnings.accept("that a notification was sent is not written down: " + FileErrorText.words(unwritable));
        }
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
                if (inbox.hasAsked()) {
                    return tried.trouble();
                }
                Thread.sleep(LOOK);
            }
        }
    }

    private Tried desktop(Notice notice) throws InterruptedException {
        String text = notice.text().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        if (isInstalled("notify-send")) {
            return run(List.of("notify-send", "--app-name=Ralph", "--", notice.title(), text), notice);
        }
        if (isInstalled("osascript")) {
            String script = "display notification (item 2 of argv) with title (item 1 of argv)";
            return run(
                    List.of(
                            "osascript",
                            "-e",
                            "on run argv",
                            "-e",
                            script,
                            "-e",
                            "end run",
                            "--",
                            notice.title(),
                            notice.text()),
                    notice);
        }
        return new Tried("neither notify-send nor osascript is installed", false);
    }

    private boolean isInstalled(String program) {
        for (String folder : environment.getOrDefault("PATH", "").split(":")) {
            if (folder.startsWith("/") && Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
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
                if (System.nanoTime() > end || inbox.hasAsked()) {
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
        facts.put("id", notice.id());
        facts.put("event", notice.event());
        facts.put("project", paths.head().project());
        facts.put("task", paths.head().task());
        facts.put("loop", paths.head().id());
        facts.put("outcome", notice.outcome());
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
                .header("Idempotency-Key", notice.id())
                .header("User-Agent", "ralph")
                .POST(HttpRequest.BodyPublishers.ofString(JsonText.of(body(shape, address, notice))))
                .build();
        HttpClient client = HttpClient.newBuilder()
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
                if (System.nanoTime() > end || inbox.hasAsked()) {
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
