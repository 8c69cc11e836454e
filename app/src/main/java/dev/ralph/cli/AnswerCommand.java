package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.store.JournalView;
import dev.ralph.store.Questions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `ralph answer`: what waits for a person, and what that person says.
record AnswerCommand(CommandContext context) {

    static Command answer(CommandContext context) {
        return Command.of("answer", Commands.STEERING, new AnswerCommand(context)::run)
                .summary("list open questions, or answer one")
                .options(Commands.place())
                .argument(Argument.optional("QUESTION", "its id, or its task; left out where only one is open")
                        .completes(CompletionSource.TASKS))
                .argument(Argument.optional("TEXT", "the answer"))
                .example("ralph answer", "list what waits for an answer")
                .example("ralph answer \"Use the second table\"", "answer the only question there is")
                .example("ralph answer fix-1 \"Use the second table\"", "its next attempt reads it");
    }

    /// @param task that asks
    private record Asked(String id, String task, String text) {
        boolean isCalled(String name) {
            return id.equals(name) || task.equals(name);
        }
    }

    private int run(Invocation invocation) throws Exception {
        Ralph ralph = context.ralph(invocation);
        Console console = context.console(invocation);
        List<Asked> open = open(ralph);
        Optional<String> wanted = invocation.argument("QUESTION");
        if (wanted.isPresent()) {
            Optional<String> text = invocation.argument("TEXT");
            boolean alone =
                    text.isEmpty() && open.size() == 1 && !open.getFirst().isCalled(wanted.get());
            answer(invocation, ralph, alone ? open.getFirst() : chosen(open, wanted.get()), alone ? wanted : text);
            return ExitCode.OK;
        }
        if (console.json()) {
            console.objects(open, (json, asked) -> {
                json.field("id", asked.id());
                json.field("task", asked.task());
                json.field("text", asked.text());
            });
            return ExitCode.OK;
        }
        if (open.isEmpty()) {
            console.say("no open questions");
        }
        open.forEach(
                asked -> console.say(Console.harmlessLines(asked.id() + "  " + asked.task() + ": " + asked.text())));
        return ExitCode.OK;
    }

    private void answer(Invocation invocation, Ralph ralph, Asked asked, Optional<String> given) throws IOException {
        String text = given.filter(words -> !words.isBlank())
                .orElseThrow(() -> new BadUsage("the answer is missing: ralph answer " + asked.id() + " \"TEXT\""));
        if (!ralph.answer(asked.id(), text, context.me())) {
            throw new BadUsage("question " + asked.id() + " is already answered. See: ralph answer");
        }
        context.console(invocation)
                .fact(
                        "answered " + asked.id() + " of task " + asked.task() + "; " + next(ralph, asked.task()),
                        "id",
                        asked.id(),
                        "task",
                        asked.task());
    }

    /// What happens now, or what to type for it.
    private static String next(Ralph ralph, String task) throws IOException {
        if (ralph.isWorkedOn(task)) {
            return "its next attempt reads it";
        }
        return "continue it: "
                + ralph.flowOf(task).map(StageCommands::again).orElse("ralph resume " + ShellWord.of(task));
    }

    private static List<Asked> open(Ralph ralph) {
        List<Questions.Question> open = ralph.questions();
        try (JournalView journal = ralph.journal()) {
            return open.stream()
                    .map(question -> new Asked(
                            question.id(),
                            journal.stream(question.stream())
                                    .orElseThrow()
                                    .head()
                                    .task(),
                            question.text()))
                    .toList();
        }
    }

    private static Asked chosen(List<Asked> open, String wanted) {
        List<Asked> found =
                open.stream().filter(asked -> asked.isCalled(wanted)).toList();
        if (found.size() == 1) {
            return found.getFirst();
        }
        throw new BadUsage(
                open.isEmpty()
                        ? "no open questions"
                        : found.isEmpty()
                                ? "no open question has the id or the task " + wanted + "; `ralph answer` lists them"
                                : "task " + wanted + " asks " + found.size()
                                        + " questions: give the id of one; `ralph answer` lists them");
    }
}
