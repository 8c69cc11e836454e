package dev.ralph.session;

import dev.ralph.session.SessionLoop.Entry;
import dev.ralph.session.SessionMessage.Role;
import dev.ralph.signal.PromiseFinding;
import dev.ralph.signal.PromiseRule;
import dev.ralph.signal.PromiseScan;
import java.util.ArrayList;
import java.util.List;

/// What the agent itself has said since its loop began.
///
/// Prompts contain the promise, tools print it, and an earlier loop may have ended with it: none of these is the
/// agent's word in this loop.
///
/// @param messages all of the session, live
/// @param counting those of the agent that count, live and written down
/// @param turn those of the agent since the last prompt
record SessionWords(List<SessionMessage> messages, List<SessionMessage> counting, List<SessionMessage> turn) {

    /// @param since what lies before is not looked at
    static SessionWords of(Entry since, List<SessionMessage> live, List<SessionMessage> transcript) {
        int turnStart = live.size();
        while (turnStart > 0 && live.get(turnStart - 1).role() != Role.USER) {
            turnStart--;
        }
        List<SessionMessage> counting = new ArrayList<>();
        for (int i = 0; i < live.size(); i++) {
            SessionMessage message = live.get(i);
            if (message.isFromAgent() && counts(since, live.size(), i, i >= turnStart, message)) {
                counting.add(message);
            }
        }
        transcript.stream()
                .filter(message -> message.isFromAgent() && isSince(since, message))
                .forEach(counting::add);
        List<SessionMessage> turn = live.subList(turnStart, live.size()).stream()
                .filter(SessionMessage::isFromAgent)
                .toList();
        return new SessionWords(List.copyOf(live), List.copyOf(counting), turn);
    }

    /// The number of messages at the start decides. Where it is not known, or the program has dropped messages since,
    /// the time does, and where that is not known either, only the current turn counts.
    private static boolean counts(Entry since, int size, int index, boolean inTurn, SessionMessage message) {
        if (since.messages() != SessionMessage.UNKNOWN && since.messages() <= size) {
            return index >= since.messages();
        }
        return message.at() == null ? inTurn : isSince(since, message);
    }

    private static boolean isSince(Entry since, SessionMessage message) {
        return message.at() != null && !message.at().isBefore(since.at());
    }

    /// The last word on the promise, over all messages that count.
    PromiseFinding finding(PromiseRule rule) {
        return finding(rule, counting);
    }

    /// The same over what was said since the last prompt.
    PromiseFinding findingInTurn(PromiseRule rule) {
        return finding(rule, turn);
    }

    private static PromiseFinding finding(PromiseRule rule, List<SessionMessage> messages) {
        PromiseScan scan = new PromiseScan(rule);
        for (SessionMessage message : messages) {
            scan.read(message.text());
            scan.endMessage();
        }
        return scan.finding();
    }

    /// Whether the agent is known to have done nothing at all.
    boolean isWithoutWork() {
        return counting.stream().allMatch(message -> message.actions() == 0);
    }

    /// Whether the agent answered the last prompt with nothing: no word, no action.
    boolean isEmptyTurn() {
        return !turn.isEmpty()
                && turn.stream().allMatch(message -> message.text().isBlank() && message.actions() == 0);
    }

    /// Whether the agent has said anything behind this many messages.
    boolean isAnyAfter(int count) {
        return messages.stream().skip(count).anyMatch(SessionMessage::isFromAgent);
    }
}
