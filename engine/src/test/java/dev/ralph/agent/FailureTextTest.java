package dev.ralph.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.agent.AgentEvent.Fault;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts of failures as the real programs print them.
class FailureTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            RATE            | 429 | exceeded retry limit, last status: 429 Too Many Requests
            RATE            | 0   | You've hit your usage limit. Visit the settings to purchase more credits or try again at 5:20 AM.
            RATE            | 0   | You've hit your limit · resets 3:52am (UTC)
            RATE            | 0   | You've hit your weekly limit · resets Nov 20, 3pm (UTC)
            RATE            | 0   | 5-hour limit reached ∙ resets 7pm
            RATE            | 0   | Opus limit reached. Try again in 3 hours.
            RATE            | 400 | API Error: 400 You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.
            RATE            | 429 | API Error: 429 {"type":"error","error":{"type":"rate_limit_error","message":"slow"}}
            RATE            | 429 | [API Error: {"error":{"message":"x","code":429,"status":"RESOURCE_EXHAUSTED"}}]
            RATE            | 0   | You exceeded your current quota. Please retry in 12.3s.
            CREDIT          | 429 | 429 Too Many Requests: insufficient_quota, check your plan and billing details
            CREDIT          | 400 | API Error: 400 Your credit balance is too low to access the API
            CREDIT          | 402 | 402 Payment Required
            LOGIN           | 401 | unexpected status 401 Unauthorized: Missing bearer, url: http://x/v1/responses
            LOGIN           | 401 | Failed to authenticate. API Error: 401 {"error":"x"}
            LOGIN           | 0   | Invalid API key · Please run /login
            LOGIN           | 0   | Your access token could not be refreshed. Please log in again.
            LOGIN           | 403 | unexpected status 403 Forbidden: x
            LOGIN           | 400 | [API Error: {"error":{"code":400,"message":"API key not valid. Please pass a valid API key."}}]
            MODEL           | 0   | There's an issue with the selected model (foo). It may not exist or you may not have access to it.
            CREDIT          | 0   | Quota exceeded. Check your plan and billing details.
            CONTEXT         | 0   | The provider rejected the prompt as too long, but automatic recovery could not reduce it.
            MODEL           | 0   | The model `gpt-0` does not exist or you do not have access to it.
            MODEL           | 0   | [API Error: models/gemini-0 is not found for API version v1beta, or is not supported for generateContent.]
            MODEL           | 404 | unexpected status 404 Not Found: x
            MODEL           | 0   | Model not found: scripted/nothing
            CONTEXT         | 0   | Prompt is too long
            CONTEXT         | 400 | API Error: 400 prompt is too long: 215000 tokens > 200000 maximum
            CONTEXT         | 413 | unexpected status 413 Payload Too Large: x
            CONTEXT         | 0   | {"error":{"code":"context_length_exceeded","type":"invalid_request_error"}}
            REQUEST         | 0   | {"error":{"type":"invalid_request_error","message":"scripted 400"}}
            REQUEST         | 400 | API Error: 400 tools.0.custom.input_schema: x
            OVERLOADED      | 529 | API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}
            OVERLOADED      | 0   | We're currently experiencing high demand, which may cause temporary errors.
            OVERLOADED      | 503 | unexpected status 503 Service Unavailable: x
            OVERLOADED      | 500 | API Error: 500 scripted
            NETWORK         | 0   | stream disconnected before completion: idle timeout waiting for SSE
            NETWORK         | 0   | API Error: Connection dropped (ECONNRESET)
            NETWORK         | 0   | Request timed out
            NETWORK         | 0   | API Error: JSON Parse error: Unexpected EOF
            TURNS           | 0   | Reached maximum number of turns (2)
            UNKNOWN_SESSION | 0   | No conversation found with session ID: 5b1e
            UNKNOWN_SESSION | 0   | Error: thread/resume: no rollout found for thread id 0199
            UNKNOWN_SESSION | 0   | Error resuming session: Invalid session identifier "x".
            OTHER           | 0   | something went wrong
            """)
    void the_reason_is_found(Fault fault, int status, String words) {
        AgentEvent.Failed failed = FailureText.classify(0, words);

        assertThat(failed.fault()).isEqualTo(fault);
        assertThat(failed.status()).isEqualTo(status);
        assertThat(failed.words()).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Cannot find module 'ratelimit'",
                "Cannot find module 'express-rate-limit'",
                "npm ERR! package rate-limiter-flexible@429.0.0",
                "src/main/java/App.java:429: error: ';' expected",
                "open rate_limit.go: no such file or directory",
                "Cannot find module 'rate_limit.js'",
                "com.example.rate_limit.Test failed",
                "the limit of 429 characters is exceeded",
                "Output token limit reached",
                "wrote 429 bytes",
                "port 429 is in use",
                "at line 429, column 401",
                "test quota_exceeded_is_told failed",
                "see docs/usage-limit.md",
                "expected 200 but was 4290",
                "processed 503 files in 401 folders"
            })
    void what_only_looks_like_a_limit_is_none(String words) {
        AgentEvent.Failed failed = FailureText.classify(0, words);

        assertThat(failed.fault()).isEqualTo(Fault.OTHER);
        assertThat(failed.status()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"401,LOGIN", "402,CREDIT", "403,LOGIN", "404,MODEL", "408,NETWORK", "413,CONTEXT", "429,RATE"})
    void a_status_is_better_than_words(int status, Fault fault) {
        assertThat(FailureText.classify(status, "overloaded").fault()).isEqualTo(fault);
    }
}
