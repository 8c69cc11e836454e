package dev.ralph.engine;

import dev.ralph.flow.FlowEvent;
import dev.ralph.flow.FlowTasks;
import dev.ralph.flow.TaskFacts;
import dev.ralph.flow.TaskReason;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.loop.ConfinementPolicy.Workspace;
import dev.ralph.loop.ConversationPolicy;
import dev.ralph.loop.ConversationPolicy.OnQuestion;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Policy;
import dev.ralph.pipeline.PipelinePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Two tasks in the order of their names; what became of them is a line each in a file.
///
/// @param after  the task that each needs first
/// @param coders what their coders do
/// @param review what the reviewer of every task does
/// @param onQuestion what becomes of a coder that asks
/// @param workspace  where all of them work
public record TwoTasks(
        Path folder,
        Map<String, String> after,
        Map<String, String> coders,
        String review,
        OnQuestion onQuestion,
        Workspace workspace)
        implements FlowTasks {
    public TwoTasks(Path folder, Map<String, String> after, Map<String, String> coders, String review) {
        this(folder, after, coders, review, OnQuestion.END, Workspace.IN_PLACE);
    }

    public TwoTasks parking() {
        return new TwoTasks(folder, after, coders, review, OnQuestion.PARK, workspace);
    }

    public TwoTasks in(Workspace kind) {
        return new TwoTasks(folder, after, coders, review, onQuestion, kind);
    }

    public static final String PROMISE = "echo '<promise>DONE</promise>'; ";

    @Override
    public FlowEvent pick(List<String> inFlight) throws IOException {
        Map<String, String> known = outcomes();
        boolean left = false;
        for (String task : new TreeMap<>(coders).keySet()) {
            if (!known.containsKey(task) && !inFlight.contains(task)) {
                String needs = after.get(task);
                if (needs == null || Outcome.COMPLETED.name().equals(known.get(needs))) {
                    return new FlowEvent.TaskPicked(task);
                }
                left = true;
            }
        }
        return new FlowEvent.NoneReady(left ? FlowEvent.Until.SOMETHING_ENDS : FlowEvent.Until.FOR_GOOD);
    }

    @Override
    public PipelinePlan plan(String task) {
        ConfinementPolicy place = ConfinementPolicy.NONE.with(workspace);
        Policy coder = policy(Objects.requireNonNull(coders.get(task))).with(place);
        return new PipelinePlan(
                List.of(
                        new PipelinePlan.Stage(
                                "coder", coder.with(coder.conversation().with(onQuestion)), null),
                        new PipelinePlan.Stage(
                                "reviewer", policy(review).with(place), new PipelinePlan.Rejection("coder", 2))),
                null,
                PipelinePlan.UsedUp.END);
    }

    public static Policy policy(String line) {
        Policy policy = Policy.of(Policy.AgentCommand.shell("echo \"$JRUN_TASK_ID\" >> count; " + line));
        return policy.with(policy.pace().withRestartDelay(Duration.ofMillis(10)).withPoll(Duration.ofMillis(50)))
                .with(policy.limits().withAttempts(3))
                .with(new ConversationPolicy(
                        ConversationPolicy.Session.FRESH, dev.ralph.signal.PromiseRule.stage("DONE"), true));
    }

    @Override
    public String text(String task, String role) {
        return "As " + role + ": do " + task;
    }

    @Override
    public List<String> record(String task, TaskReason reason, TaskFacts facts) throws IOException {
        if (!outcomes().containsKey(task)) {
            Files.writeString(
                    file(), task + " " + reason.outcome() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        return List.of();
    }

    @Override
    public @Nullable FlowEvent integrate(String task, String pipeline) throws IOException {
        if (Files.exists(folder.resolve("no-merge-" + task))) {
            throw new IOException("the disk is full");
        }
        return null;
    }

    private Path file() {
        return folder.resolve("outcomes");
    }

    public Map<String, String> outcomes() throws IOException {
        Map<String, String> outcomes = new TreeMap<>();
        if (Files.exists(file())) {
            for (String line : Files.readAllLines(file())) {
                outcomes.put(line.split(" ")[0], line.split(" ")[1]);
            }
        }
        return outcomes;
    }
}
