package dev.ralph.session;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The prompt that begins every turn but the first.
public final class ContinuationPrompt {
    /// The template of the specification, to the letter; two blanks follow "left off".
    public static final String TEMPLATE = """
            [RALPH LOOP - ITERATION {{ITERATION}}/{{MAX}}]

            Your previous attempt did not output the completion promise. Continue working on the task.

            IMPORTANT:
            - Review your progress so far
            - Continue from where you left off \s
            - When FULLY complete, output: <promise>{{PROMISE}}</promise>
            - Do not stop until the task is truly done

            Original task:
            {{PROMPT}}""";

    private ContinuationPrompt() {}

    /// `buildContinuationPrompt` of the specification, with any template.
    public static String of(String template, RalphLoopState state) {
        return filled(
                template, values(state.iteration(), state.maxIterations(), state.completionPromise(), state.prompt()));
    }

    /// @param iteration the turn it begins
    /// @param task      the user's own words
    /// @param reason    why what the agent said was not accepted; follows the template, null for none
    public static String of(int iteration, int max, String promise, String task, @Nullable String reason) {
        return noted(filled(TEMPLATE, values(iteration, max, promise, task)), reason);
    }

    private static Map<String, String> values(int iteration, int max, String promise, String task) {
        return Map.of(
                "ITERATION", String.valueOf(iteration), "MAX", String.valueOf(max), "PROMISE", promise, "PROMPT", task);
    }

    /// @param note follows the prompt; null for none
    public static String noted(String prompt, @Nullable String note) {
        return note == null ? prompt : prompt + "\n\n[RALPH LOOP - NOTE]\n" + note;
    }

    /// Each placeholder is replaced once, in one pass: what was put in is never looked at again, and no character of it
    /// has a meaning.
    static String filled(String template, Map<String, String> values) {
        StringBuilder filled = new StringBuilder();
        int from = 0;
        int open;
        while ((open = template.indexOf("{{", from)) >= 0) {
            int close = template.indexOf("}}", open);
            String value = close < 0 ? null : values.get(template.substring(open + 2, close));
            int next = value == null ? open + 1 : close + 2;
            filled.append(template, from, value == null ? next : open);
            if (value != null) {
                filled.append(value);
            }
            from = next;
        }
        return filled.append(template, from, template.length()).toString();
    }
}
