package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.attempt.AttemptTools;
import java.io.IOException;

/// What an agent tells Ralph about its own task from inside an attempt: `ralph complete`, `blocked`, `ask`, `post` and
/// `remember`.
record ToolCommands(CommandContext context) {

    private interface Tool {
        /// @return what the agent reads
        String use(AttemptTools tools, Invocation invocation) throws IOException;
    }

    private static Command of(CommandContext context, String name, String summary, Tool tool) {
        return Command.of(
                name, Commands.INSIDE, summary, invocation -> new ToolCommands(context).use(name, invocation, tool));
    }

    private int use(String name, Invocation invocation, Tool tool) throws IOException {
        AttemptTools tools = Ralph.attemptTools(context.environment())
                .orElseThrow(() -> new BadUsage("ralph " + name + " is for agents: it works inside an attempt of a loop"
                        + " only, where `ralph run` starts the agent"));
        context.console(invocation).fact(tool.use(tools, invocation), "task", tools.task(), "tool", name);
        return ExitCode.OK;
    }

    static Command complete(CommandContext context) {
        return of(context, "complete", "say that the task is done, and which files it made", (tools, invocation) -> {
                    tools.complete(
                            invocation.all("artifact"),
                            invocation.text("summary").orElse(null));
                    return "recorded; end now: Ralph runs the checks";
                })
                .option(Option.repeated("artifact", "FILE", "a file or a folder that the task made"))
                .option(Option.text("summary", "TEXT", "what was done, in a sentence"))
                .example("ralph complete --artifact docs/guide.md", "the checks decide whether that is true");
    }

    static Command blocked(CommandContext context) {
        return said(context, "blocked", "say that the task cannot be done, and why", "WHY", (tools, text) -> {
                    tools.blocked(text);
                    return "recorded; end now: the loop ends as BLOCKED";
                })
                .example("ralph blocked \"The registry needs a password\"", "ends the loop with that reason");
    }

    static Command ask(CommandContext context) {
        return said(context, "ask", "ask the user; the task waits for the answer", "QUESTION", (tools, text) -> {
                    tools.ask(text);
                    return "asked; end now: you are started again with the answer";
                })
                .example("ralph ask \"Which of the two tables?\"", "`ralph answer` shows it to the user");
    }

    static Command post(CommandContext context) {
        return said(context, "post", "put a message on the task's bus; prints its id", "TEXT", AttemptTools::post)
                .example("ralph post \"Half of the tests pass\"", "`ralph bus read` shows it");
    }

    static Command remember(CommandContext context) {
        return said(context, "remember", "leave a note for the attempts that follow", "TEXT", (tools, text) -> {
                    tools.remember(text);
                    return "noted; the prompts of the next attempts quote it";
                })
                .example("ralph remember \"make test needs DB_URL\"", "the next attempt reads it in its prompt");
    }

    /// Takes a text.
    private interface Saying {
        String say(AttemptTools tools, String text) throws IOException;
    }

    private static Command said(CommandContext context, String name, String summary, String text, Saying saying) {
        return of(
                        context,
                        name,
                        summary,
                        (tools, invocation) ->
                                saying.say(tools, invocation.argument(text).orElseThrow()))
                .argument(Argument.required(text, "in words"));
    }
}
