package dev.ralph.session;

import dev.ralph.session.LoopStates.Stored;
import dev.ralph.session.Message.Role;
import dev.ralph.session.Watch.Since;
import dev.ralph.signal.Finding;
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
record Said(List<Message> messages, List<Message> counting, List<Message> turn) {

    static Said of(Since since, List<Message> live, List<Message> transcript) {
        int turnStart = live.size();
        while (turnStart > 0 && live.get(turnStart - 1).role() != Role.USER) {
            turnStart--;
        }
        List<Message> counting = new ArrayList<>();
        for (int i = 0; i < live.size(); i++) {
            Message message = live.get(i);
            if (message.isFromAgent() && counts(since, live.size(), i, i >= turnStart, message)) {
                counting.add(message);
            }
        }
        transcript.stream()
                .filter(message -> message.isFromAgent() && isSince(since, message))
                .forEach(counting::add);
        List<Message> turn = live.subList(turnStart, live.size()).stream()
                .filter(Message::isFromAgent)
                .toList();
        return new Said(List.copyOf(live), List.copyOf(counting), turn);
    }

    /// The number of messages at the start decides. Where it is not known, or the program has dropped messages since,
    /// the time does, and where that is not known either, only the current turn counts.
    private static boolean counts(Since since, int size, int index, boolean inTurn, Message message) {
        if (since.messages() != Stored.UNKNOWN && since.messages() <= size) {
            return index >= since.messages();
        }
        return message.at() == null ? inTurn : isSince(since, message);
    }

    private static boolean isSince(Since since, Message message) {
        return message.at() != null && !message.at().isBefore(since.at());
    }

    /// The last word on the promise, over all messages that count.
    Finding finding(PromiseRule rule) {
        return finding(rule, counting);
    }

    /// The same over what was said since the last prompt.
    Finding findingInTurn(PromiseRule rule) {
        return finding(rule, turn);
    }

    private static Finding finding(PromiseRule rule, List<Message> messages) {
        PromiseScan scan = new PromiseScan(rule);
        for (Message message : messages) {
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
        return messages.stream().skip(count).anyMatch(Message::isFromAgent);
    }
}
