package dev.ralph.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A program with sessions, in memory.
class Conversations implements SessionHost {
    private final Map<String, List<SessionMessage>> sessions = new HashMap<>();
    private final Map<String, Activity> activities = new HashMap<>();
    final Map<String, List<SessionMessage>> transcripts = new HashMap<>();
    final Set<String> gone = new HashSet<>();
    final List<SessionNotice> notices = new ArrayList<>();
    final List<LogLine> log = new ArrayList<>();
    /// What was handed over, as `session: prompt`.
    final List<String> prompts = new ArrayList<>();

    /// What goes wrong, when it is not null.
    @Nullable
    RuntimeException messagesFail;

    @Nullable
    Exception injectFails;

    @Nullable
    RuntimeException activityFails;

    /// Runs while a prompt is handed over.
    Runnable duringInject = () -> {};
    /// Asked when a promise is given.
    List<String> objections = new ArrayList<>();

    int checks;

    @Override
    public List<SessionMessage> messages(String sessionId) {
        if (messagesFail != null) {
            throw messagesFail;
        }
        return of(sessionId);
    }

    @Override
    public List<SessionMessage> transcript(String sessionId) {
        return transcripts.getOrDefault(sessionId, List.of());
    }

    @Override
    public void inject(String sessionId, String prompt) throws Exception {
        if (injectFails != null) {
            throw injectFails;
        }
        prompts.add(sessionId + ": " + prompt);
        of(sessionId).add(SessionMessage.user(prompt));
        duringInject.run();
    }

    @Override
    public void show(SessionNotice notice) {
        notices.add(notice);
    }

    @Override
    public Existence existence(String sessionId) {
        return gone.contains(sessionId) ? Existence.GONE : Existence.EXISTS;
    }

    @Override
    public Activity activity(String sessionId) {
        if (activityFails != null) {
            throw activityFails;
        }
        return activities.getOrDefault(sessionId, Activity.UNKNOWN);
    }

    @Override
    public Optional<String> objection(RalphLoopState claimed) {
        checks++;
        return objections.isEmpty() ? Optional.empty() : Optional.of(objections.removeFirst());
    }

    @Override
    public void log(LogLine line) {
        log.add(line);
    }

    void says(String sessionId, String text) {
        says(sessionId, SessionMessage.assistant(text));
    }

    void says(String sessionId, SessionMessage message) {
        of(sessionId).add(message);
    }

    void is(String sessionId, Activity activity) {
        activities.put(sessionId, activity);
    }

    List<String> titles() {
        return notices.stream().map(SessionNotice::title).toList();
    }

    List<String> logged() {
        return log.stream().map(LogLine::text).toList();
    }

    private List<SessionMessage> of(String sessionId) {
        return sessions.computeIfAbsent(sessionId, _ -> new ArrayList<>());
    }
}
