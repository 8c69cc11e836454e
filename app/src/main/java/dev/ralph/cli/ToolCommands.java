package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.attempt.AttemptTools;
import java.io.IOException;
import java.util.List;

/// What an agent tells Ralph about its own task from inside an attempt: `ralph complete`, `blocked`, `ask`, `reject`,
/// `post` and `remember`.
record ToolCommands(CommandContext context) {

    private interface Tool {
        /// @return what the agent reads
        String use(AttemptTools tools, Invocation invocation) throws IOException;
    }

    private static Command of(CommandContext context, String name, Tool tool) {
        return Command.of(name, Commands.INSIDE, invocation -> new ToolCommands(context).use(name, invocation, tool));
    }

    private int use(String name, Invocation invocation, Tool tool) throws IOException {
        AttemptTools tools = tools(name);
        context.console(invocation).fact(tool.use(tools, invocation), "task", tools.task(), "tool", name);
        return ExitCode.OK;
    }

    private AttemptTools tools(String name) {
        return Ralph.attemptTools(context.environment())
                .orElseThrow(() -> new BadUsage("ralph " + name + " is for agents: it works only inside an attempt"));
    }

    static Command complete(CommandContext context) {
        return of(
                        context,
                        "complete",
                        (tools, invocation) -> tools.complete(
                                invocation.all("artifact"),
                                invocation.text("summary").orElse(null)))
                .summary("say that the task is done, and which files it made")
                .option(Option.repeated("artifact", "FILE", "a file or a folder that the task made"))
                .option(Option.text("summary", "TEXT", "what was done, in a sentence"))
                .example("ralph complete --artifact docs/guide.md", "the checks decide whether that is true");
    }

    static Command blocked(CommandContext context) {
        return said(context, "blocked", "WHY", AttemptTools::blocked)
                .summary("say that the task cannot be done, and why")
                .example("ralph blocked \"The registry needs a password\"", "ends the loop with that reason");
    }

    static Command ask(CommandContext context) {
        return said(context, "ask", "QUESTION", AttemptTools::ask)
                .summary("ask the user; the task waits for the answer")
                .example("ralph ask \"Which of the two tables?\"", "`ralph answer` shows it to the user");
    }

    static Command reject(CommandContext context) {
        return said(context, "reject", "FINDING", AttemptTools::reject)
                .summary("send the work back to the stage that made it; once for each finding")
                .example("ralph reject \"parse() accepts an empty name\"", "the coder is started again with it");
    }

    static Command post(CommandContext context) {
        return said(context, "post", "TEXT", AttemptTools::post)
                .summary("put a message on the task's bus; prints its id")
                .example("ralph post \"Half of the tests pass\"", "`ralph bus read` shows it");
    }

    static Command remember(CommandContext context) {
        return said(context, "remember", "TEXT", AttemptTools::remember)
                .summary("leave a note for the attempts that follow")
                .example("ralph remember \"make test needs DB_URL\"", "the next attempt reads it in its prompt");
    }

    static Command mcp(CommandContext context) {
        return Command.of("mcp", "", _ -> {
                    var _ = new ToolCommands(context).tools("mcp"); // refused outside an attempt
                    SeparateProgram server = new SeparateProgram("mcp", "dev.ralph.mcp.ToolServer");
                    return ToolGreeting.serve(
                            context.environment(),
                            System.in,
                            context.out(),
                            () -> server.run(context, List.of(Main.VERSION)));
                })
                .summary("serve the same as tools over MCP, on standard input and output")
                .example("ralph mcp", "as known agents start it, see docs/agent-tools.md");
    }

    /// Takes a text.
    private interface Saying {
        String say(AttemptTools tools, String text) throws IOException;
    }

    private static Command said(CommandContext context, String name, String text, Saying saying) {
        return of(
                        context,
                        name,
                        (tools, invocation) ->
                                saying.say(tools, invocation.argument(text).orElseThrow()))
                .argument(Argument.required(text, "in words"));
    }
}
