package dev.ralph.cli;

import java.util.stream.Stream;

/// `ralph builtin-agent`: the agent `builtin`, as the loop starts it.
record BuiltinAgentCommand(CommandContext context) {
    private static final SeparateProgram PROGRAM = new SeparateProgram("builtin", "dev.ralph.builtin.BuiltinAgent");

    static Command agent(CommandContext context) {
        return Command.of("builtin-agent", "", new BuiltinAgentCommand(context)::run)
                .summary("give the prompt on standard input to Ralph's own agent")
                .option(Option.text("model", "ID", "the model to ask; see docs/builtin-agent.md"))
                .option(Option.text("allow-tools", "TOOL,…", "the only actions it may use"))
                .option(Option.text("deny-tools", "TOOL,…", "actions that it may not use"))
                .example("echo 'Fix it' | ralph builtin-agent", "one turn, printed as JSON lines");
    }

    private int run(Invocation invocation) throws Exception {
        return PROGRAM.run(
                context,
                Stream.of("model", "allow-tools", "deny-tools")
                        .map(option -> invocation.text(option).orElse(""))
                        .toList());
    }
}
