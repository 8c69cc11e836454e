package dev.ralph.session;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import dev.ralph.loop.Event.TermsChanged;
import dev.ralph.loop.Policy;
import dev.ralph.signal.PromiseRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The state file of specification 002 for a loop whose truth lies elsewhere: people and programs read it, change it
/// and delete it. Its text is what the specification's program writes: its names, their order, two blanks of
/// indentation, nothing behind the last bracket, and no line for what there is not.
///
/// It promises:
/// 1. What a reader finds is whole: the old text or the new.
/// 2. Nothing is written through a link, so nothing outside the folder.
///
/// @param folder it lies in
public record SpecifiedStateFile(Path folder) {
    static final String FILE = "ralph-loop-state.json";

    private static final String IGNORED = "/ralph-loop-*\n/.gitignore\n";
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /// @param stateDir null for the usual folder
    public static SpecifiedStateFile of(Path workdir, @Nullable Path stateDir) {
        return new SpecifiedStateFile(workdir.resolve(stateDir == null ? Path.of(".supercoin") : stateDir));
    }

    public Path path() {
        return folder.resolve(FILE);
    }

    /// Null when there is none.
    ///
    /// @throws IOException when something else lies there
    public @Nullable RalphLoopState read() throws IOException {
        try {
            String text = file().read();
            return text == null ? null : new StateFields(fields(text)).state();
        } catch (IOException | IllegalArgumentException | InvalidJson damaged) {
            throw new IOException(
                    path() + " is not the state of a loop; correct it or move it away: " + damaged.getMessage(),
                    damaged);
        }
    }

    public void write(RalphLoopState state) throws IOException {
        refuseLinks();
        file().write(text(state));
    }

    /// Tells git to pass it over.
    public void ignore() throws IOException {
        refuseLinks();
        Path ignore = folder.resolve(".gitignore");
        if (!Files.exists(ignore, LinkOption.NOFOLLOW_LINKS)) {
            new StateFile(ignore).write(IGNORED);
        }
    }

    public void clear() throws IOException {
        refuseLinks();
        file().delete();
    }

    /// Other terms that people wrote into the file; empty where they wrote none.
    ///
    /// @param there  what is in the file
    /// @param last   what was shown there
    /// @param policy that holds
    /// @param before iterations that were over when the loop began, because another program had counted them
    public Optional<TermsChanged> changed(RalphLoopState there, RalphLoopState last, Policy policy, int before) {
        PromiseRule rule = policy.conversation().promise();
        if (rule == null) {
            return Optional.empty();
        }
        int max = there.maxIterations() == last.maxIterations()
                ? policy.limits().attempts()
                : Math.max(1, there.maxIterations() - before);
        PromiseRule promise = rule;
        if (!there.completionPromise().equals(last.completionPromise())) {
            String blocked = rule.blocked();
            // Whoever chose the one word for both means the end of the work.
            promise = new PromiseRule(
                    there.completionPromise(),
                    rule.caseSensitive(),
                    rule.ownLine(),
                    rule.trim(),
                    there.completionPromise().equalsIgnoreCase(blocked) ? null : blocked);
        }
        return max == policy.limits().attempts() && promise.equals(rule)
                ? Optional.empty()
                : Optional.of(new TermsChanged(max, promise, path().toString()));
    }

    private static String text(RalphLoopState state) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("active", state.active());
        fields.put("iteration", state.iteration());
        fields.put("maxIterations", state.maxIterations());
        fields.put("completionPromise", state.completionPromise());
        fields.put("startedAt", time(state.startedAt()));
        fields.put("prompt", state.prompt());
        fields.put("sessionId", state.sessionId());
        fields.put("description", state.description());
        fields.put("lastIterationAt", time(state.lastIterationAt()));
        return fields.entrySet().stream()
                .filter(field -> field.getValue() != null)
                .map(field -> "\n  \"" + field.getKey() + "\": " + JsonText.of(field.getValue()))
                .collect(Collectors.joining(",", "{", "\n}"));
    }

    private static @Nullable String time(@Nullable Instant at) {
        return at == null ? null : MILLIS.format(at);
    }

    /// The last of equal names counts, what is nested is passed over.
    private static Map<String, Object> fields(String json) {
        Map<String, Object> fields = new LinkedHashMap<>();
        JsonText.object(json).forEach((name, value) -> {
            if (value != null && !(value instanceof Iterable<?>) && !(value instanceof Map<?, ?>)) {
                fields.put(name, value);
            }
        });
        return fields;
    }

    private StateFile file() {
        return new StateFile(path());
    }

    private void refuseLinks() throws IOException {
        for (Path place : new Path[] {folder, path()}) {
            if (Files.isSymbolicLink(place)) {
                throw new IOException(place + " is a link; remove it, and the loop is shown there");
            }
        }
    }
}
