package dev.ralph.agent;

/// The words by which failures are known, in lower case, as agents and providers write them.
final class FailurePhrases {
    static final String[] UNKNOWN_SESSION = phrases("""
            no conversation found / session not found / no session found / no saved session
            no session, task, or name matched / no sessions found / unknown session / invalid session identifier
            error resuming session / no rollout found / conversation not found / thread not found / no thread found""");

    static final String[] CREDIT = phrases("""
            credit balance is too low / insufficient_quota / insufficient credits / insufficient balance
            out of credits / payment required / billing_hard_limit_reached / billing_error
            credits have been exhausted / quota exceeded. check your plan and billing details
            to use codex with your chatgpt plan""");

    static final String[] CONTEXT = phrases("""
            prompt is too long / prompt too long / rejected the prompt as too long / context_length_exceeded
            maximum context length / context window exceeds / exceeds the context window
            ran out of room in the model's context window / input is too long / input length and `max_tokens` exceed
            exceeds the maximum number of tokens / request too large / request_too_large / contextoverflowerror""");

    static final String[] RATE = phrases("""
            usage limit / usage limits / 5-hour limit / session limit / daily limit / weekly limit / monthly limit
            rate limit / rate limits / rate limited / rate-limited / rate_limit / rate_limit_error
            rate_limit_exceeded / usage_limit_reached / too many requests / hit your limit / resource_exhausted
            resource has been exhausted / quota exceeded / exceeded your current quota / exhausted your capacity
            exhausted your daily quota / request a quota increase""");

    /// Together with one of [#AGAIN] a limit in time, whatever it is called.
    static final String[] LIMIT = {"limit", "limits", "quota"};

    static final String[] AGAIN = {"resets", "try again at", "try again in", "retry in", "retry after"};

    static final String[] LOGIN = phrases("""
            not logged in / please run /login / run /login / please log in / failed to authenticate
            authentication_failed / authentication_error / authentication failed / authentication required
            no authentication information / not authenticated / unauthorized / invalid api key / invalid x-api-key
            invalid bearer token / incorrect api key / api key not valid / api key is missing / api key not found
            token has expired / token expired / refresh token / set an auth method / no auth type is selected
            missing api key / providerautherror / could not be refreshed / fatalauthenticationerror""");

    static final String[] MODEL = phrases("""
            issue with the selected model / model not found / model_not_found / invalid model / unknown model
            unsupported model / is not a valid model / model is not supported / model does not exist
            does not exist or you do not have access to it / is not found for api version
            not found, try pulling it first / providermodelnotfounderror / not_found_error""");

    static final String[] TURNS = {
        "maximum number of turns", "max session turns", "maximum session turns", "fatalturnlimitederror"
    };

    static final String[] OVERLOADED = phrases("""
            overloaded / overloaded_error / high demand / service unavailable / internal server error / server_error
            api_error / at capacity / bad gateway / temporarily unavailable""");

    static final String[] NETWORK = phrases("""
            econnreset / econnrefused / etimedout / enotfound / eai_again / epipe / connection dropped
            connection error / connection refused / connection reset / connection closed / stream disconnected
            stream closed / timed out / timeout / fetch failed / socket hang up / network error
            error sending request / unable to connect / getaddrinfo / terminated / json parse error""");

    static final String[] REQUEST = {"invalid_request", "invalid_request_error", "bad request", "invalid_argument"};

    private FailurePhrases() {}

    /// One on each line, or several with slashes between them.
    private static String[] phrases(String text) {
        return text.split(" / |\n");
    }
}
