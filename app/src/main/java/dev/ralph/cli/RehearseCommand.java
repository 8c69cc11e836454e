package dev.ralph.cli;

import dev.ralph.rehearsal.BadScript;
import dev.ralph.rehearsal.Rehearsal;
import dev.ralph.rehearsal.RehearsalScript;
import java.nio.file.Path;

/// `ralph rehearse`: the agent of `ralph demo` and of people who try a policy without paying for a model.
record RehearseCommand(CommandContext context) {

    static Command rehearse(CommandContext context) {
        return Command.of("rehearse", "", new RehearseCommand(context)::play)
                .summary("be an agent that plays a script")
                .argument(Argument.required("SCRIPT", "what to do in each attempt; see docs/rehearsal.md")
                        .completes(CompletionSource.FILES))
                .example("ralph run \"Try it\" -- ralph rehearse story.txt", "a loop around a scripted agent");
    }

    private int play(Invocation invocation) throws Exception {
        Path here = Path.of("").toAbsolutePath();
        Path file = here.resolve(invocation.argument("SCRIPT").orElseThrow());
        try {
            return new Rehearsal(here, context.environment(), context.out(), context.err())
                    .play(RehearsalScript.read(file));
        } catch (BadScript bad) {
            throw new BadUsage(bad.words());
        }
    }
}
