package dev.ralph.acp;

import dev.ralph.acp.AcpFailure.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// JSON-RPC with the agent over its pipes. One thread asks and waits, another one hears the agent.
///
/// 1. Every wait ends: with the answer, at its deadline, when the agent is gone, or when the bridge is asked to end.
/// 2. Every request of the agent is answered, and none can make us keep more than a bounded number of answers.
/// 3. Nothing is printed of what the agent told before the prompt was sent: that is the history of a resumed session.
final class Conversation {
    static final int LONGEST_MESSAGE = 8 << 20;
    static final long ENDLESS_MESSAGE = 256L << 20;
    static final int MOST_STRANGE = 10_000;
    private static final int METHOD_NOT_FOUND = -32601;
    private static final Duration QUIET = Duration.ofMillis(300);
    private static final Duration LONGEST_REPLAY = Duration.ofSeconds(5);

    private final Outbox outbox;
    private final BridgeTranscript transcript;
    private final AgentUpdates updates;

    private long calls;
    private boolean prompted;
    private boolean cancelled;
    private int strange;
    private long heardAt = System.nanoTime();
    private String session = "";
    private @Nullable RpcMessage answer;
    private @Nullable AcpFailure broken;

    Conversation(Outbox outbox, BridgeTranscript transcript) {
        this.outbox = outbox;
        this.transcript = transcript;
        this.updates = new AgentUpdates(transcript);
    }

    /// Hears the agent until it closes its output.
    void listen(InputStream from) {
        LineReader.Sink sink = new LineReader.Sink() {
            @Override
            public void line(byte[] bytes, int length) {
                hear(bytes, length);
            }

            @Override
            public void tooLong() {
                strange();
            }
        };
        try {
            new LineReader(from, LONGEST_MESSAGE, ENDLESS_MESSAGE).read(sink);
            end(AcpFailure.of(Kind.DIED, "the agent ended, or closed its output, before it answered"));
        } catch (LineReader.Endless endless) {
            end(AcpFailure.of(Kind.PROTOCOL, String.valueOf(endless.getMessage())));
        } catch (IOException gone) {
            end(AcpFailure.of(Kind.DIED, "the agent's output cannot be read: " + gone.getMessage()));
        } catch (RuntimeException | Error stumbled) {
            end(AcpFailure.of(Kind.OTHER, "the bridge stumbled over the agent's output: " + stumbled));
            throw stumbled;
        }
    }

    /// Asks the agent, and waits for its answer; an answer that is an error is an answer.
    RpcMessage call(String method, Consumer<BridgeLine> params, Duration timeout)
            throws ConversationFailed, InterruptedException {
        send(method, params);
        RpcMessage heard = await(timeout, true);
        if (heard != null) {
            return heard;
        }
        throw isCancelled()
                ? new ConversationFailed(Kind.CANCELLED, "the bridge was asked to end before the session was open")
                : new ConversationFailed(
                        Kind.TIMEOUT, "no answer to " + method + " within " + timeout.toSeconds() + " s");
    }

    /// Sends the prompt and waits for the end of the turn. A turn that takes too long, or that nobody wants any more,
    /// is cancelled first and given up after the grace.
    RpcMessage prompt(String text, Duration timeout, Duration grace) throws ConversationFailed, InterruptedException {
        synchronized (this) {
            prompted = true;
        }
        send(
                "session/prompt",
                params -> params.text("sessionId", session)
                        .arrayOfOne(
                                "prompt", block -> block.text("type", "text").text("text", text)));
        RpcMessage heard = await(timeout, true);
        if (heard != null) {
            tellUse(heard);
            return heard;
        }
        Kind why = isCancelled() ? Kind.CANCELLED : Kind.TIMEOUT;
        outbox.offer(BridgeLine.of(line -> line.text("jsonrpc", "2.0")
                .text("method", "session/cancel")
                .object("params", params -> params.text("sessionId", session))));
        try {
            RpcMessage last = await(grace, false);
            if (last != null) {
                tellUse(last);
            }
        } catch (ConversationFailed gone) {
            // It ended instead of answering: the turn is over as well.
        }
        throw new ConversationFailed(
                why,
                why == Kind.CANCELLED
                        ? "the bridge was asked to end"
                        : "the turn was not over after " + timeout.toSeconds() + " s");
    }

    /// The session whose updates are ours.
    synchronized void in(String id) {
        session = id;
    }

    /// Waits until an agent that replays the history of its session has fallen silent.
    synchronized void settle() throws InterruptedException {
        long latest = System.nanoTime() + LONGEST_REPLAY.toNanos();
        long quiet = heardAt + QUIET.toNanos() - System.nanoTime();
        while (quiet > 0 && broken == null && !cancelled && System.nanoTime() < latest) {
            wait(quiet / 1_000_000 + 1);
            quiet = heardAt + QUIET.toNanos() - System.nanoTime();
        }
    }

    /// Somebody wants the bridge to end.
    synchronized void cancel() {
        cancelled = true;
        notifyAll();
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    /// The last words.
    synchronized void close(@Nullable AcpFailure failure, String stopReason) {
        transcript.end(failure, stopReason, strange);
    }

    private synchronized void tellUse(RpcMessage heard) {
        updates.answer(heard);
    }

    private void send(String method, Consumer<BridgeLine> params) throws ConversationFailed {
        long id;
        synchronized (this) {
            id = calls++;
            answer = null;
        }
        byte[] line = BridgeLine.of(message -> message.text("jsonrpc", "2.0")
                .number("id", id)
                .text("method", method)
                .object("params", params));
        if (!outbox.offer(line)) {
            throw new ConversationFailed(unread());
        }
    }

    /// @return null at the deadline, or when the bridge is asked to end and that counts
    private synchronized @Nullable RpcMessage await(Duration timeout, boolean cancelCounts)
            throws ConversationFailed, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            if (answer != null) {
                return answer;
            }
            if (cancelCounts && cancelled) {
                return null;
            }
            if (broken != null) {
                throw new ConversationFailed(broken);
            }
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return null;
            }
            wait(left / 1_000_000 + 1);
        }
    }

    private synchronized void end(AcpFailure failure) {
        broken = broken == null ? failure : broken;
        notifyAll();
    }

    private synchronized void strange() {
        strange++;
        if (strange > MOST_STRANGE) {
            end(AcpFailure.of(
                    Kind.PROTOCOL,
                    "the agent does not speak the Agent Client Protocol: more than " + MOST_STRANGE
                            + " of its lines make no sense"));
        }
    }

    private void hear(byte[] line, int length) {
        RpcMessage message = RpcMessage.parse(line, length);
        if (message == null) {
            strange();
        } else {
            hear(message);
        }
    }

    private synchronized void hear(RpcMessage message) {
        heardAt = System.nanoTime();
        if (broken != null) {
            return;
        }
        if (!message.isCall()) {
            answered(message);
        } else if (message.hasId()) {
            asked(message);
        } else if (message.text("method").equals("session/update") && isOurs(message)) {
            updates.update(message);
        }
        if (prompted && !transcript.isHeard()) {
            end(AcpFailure.of(Kind.OTHER, "standard output was closed"));
        }
    }

    /// Only the last question can be open; an answer to anything else makes no sense.
    private void answered(RpcMessage message) {
        if (calls == 0 || !message.hasId() || !message.id().equals(Long.toString(calls - 1)) || answer != null) {
            strange();
            return;
        }
        answer = message;
        notifyAll();
    }

    private boolean isOurs(RpcMessage message) {
        String of = message.text("params.sessionId");
        return prompted && (of.isEmpty() || of.equals(session));
    }

    private void asked(RpcMessage request) {
        boolean permission = request.text("method").equals("session/request_permission");
        if (permission && prompted) {
            updates.permission(request);
        }
        byte[] reply = permission ? Permission.reply(request) : refusal(request);
        if (!outbox.offer(reply)) {
            end(unread());
        }
    }

    private static byte[] refusal(RpcMessage request) {
        return BridgeLine.of(line -> line.text("jsonrpc", "2.0")
                .id(request)
                .object("error", error -> error.number("code", METHOD_NOT_FOUND).text("message", "Method not found")));
    }

    private static AcpFailure unread() {
        return AcpFailure.of(
                Kind.PROTOCOL,
                "the agent asks without reading the answers: more than " + Outbox.MOST_WAITING + " wait for it");
    }
}
