package dev.ralph.agent;

import dev.ralph.budget.Tokens;
import dev.ralph.budget.UsageReport;
import dev.ralph.budget.UsageScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One thing an agent's stream said. Everything in it is untrusted text.
public sealed interface AgentEvent {

    /// The conversation, by which a later attempt can go on with it.
    record Session(String id) implements AgentEvent {
        public Session {
            if (!SafeWord.is(id)) {
                throw new IllegalArgumentException("'" + id + "' cannot be the id of a session");
            }
        }
    }

    record Model(String name) implements AgentEvent {}

    /// Words the agent itself wrote, never prompt, tool output or thinking. Pieces of one message follow each other;
    /// `last` closes the message.
    record Text(String text, boolean last) implements AgentEvent {}

    /// @param detail the command line or the path, shortened
    record ToolCall(String id, String name, String detail) implements AgentEvent {}

    record ToolResult(String id, boolean failed) implements AgentEvent {}

    /// @param key     reports with an equal key replace each other
    /// @param model   null: the agent does not say
    /// @param dollars null: the agent does not say
    /// @param scope   what the figures are cumulative over
    record Used(
            String key,
            @Nullable String model,
            Tokens tokens,
            @Nullable BigDecimal dollars,
            UsageScope scope) implements AgentEvent {
        /// The same for the meter.
        public UsageReport report() {
            return new UsageReport(key, model, tokens, dollars, scope);
        }
    }

    /// The agent tries a model call again by itself.
    ///
    /// @param attempt 0: the agent does not say
    /// @param status  of HTTP, 0 if there was none
    record Retrying(int attempt, @Nullable Duration delay, int status, String why) implements AgentEvent {}

    /// The provider has reached its limit.
    ///
    /// @param resets null: not stated
    record Limited(@Nullable Instant resets, String words, Evidence evidence) implements AgentEvent {}

    /// @param status of HTTP, 0 if there was none
    record Failed(Fault fault, int status, String words) implements AgentEvent {}

    /// The stream's own last word on the turn.
    record Finished(boolean failed, @Nullable String words) implements AgentEvent {}

    /// A line that was not understood; it stays in the raw log and is counted.
    record Strange(String why) implements AgentEvent {
        /// What a stream that ends in the middle of a line ends with.
        static final Strange HALF_A_LINE = new Strange("the stream ends in the middle of a line");
    }

    /// By what a limit was recognised.
    enum Evidence {
        /// An event made for it.
        TYPED,
        /// A status or an error class.
        STRUCTURED,
        /// The text of a failure.
        WORDS
    }

    /// Why a turn failed.
    enum Fault {
        /// The program that was to do the work.
        MISSING_PROGRAM,
        LOGIN,
        CREDIT,
        MODEL,
        CONTEXT,
        REQUEST,
        RATE,
        OVERLOADED,
        NETWORK,
        TURNS,
        BUDGET,
        UNKNOWN_SESSION,
        OTHER
    }
}
