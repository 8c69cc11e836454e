package dev.ralph.flow;

import dev.ralph.loop.Verdict;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePlan;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tasks of a flow as its profile knows them: where they come from, how each is worked on, and where it is written
/// what became of them.
///
/// They promise: whatever leaves something behind may be asked for again after a crash, and takes effect once. Who is
/// asked about a task that is gone says so with [UnknownTask], which fails that task alone.
public interface FlowTasks {

    /// Before a flow is begun: somebody can work on these tasks.
    ///
    /// @throws RuntimeException where that is not so, with what to do
    default void require() throws IOException {}

    /// The flow that asks from now on, after a crash the same one again.
    default void begins(String flow) {}

    /// The name of a lease that a flow over these tasks holds besides its own, so that no other works on the same ones;
    /// null for none.
    default @Nullable String lease() {
        return null;
    }

    /// The flow has ended, or waits for people: what it wrote to the project becomes part of its history.
    ///
    /// @return what people should know of it besides
    default List<String> leaves() throws IOException {
        return List.of();
    }

    /// Brings in what is new, before a task is picked; a failure is told and stops nothing.
    default void pull() throws IOException {}

    /// @param inFlight tasks that were picked before and are not through
    /// @return [FlowEvent.TaskPicked], or [FlowEvent.NoneReady]
    FlowEvent pick(List<String> inFlight) throws IOException;

    /// What there is besides those that were picked, once a limit allows no more; nothing is claimed.
    default FlowEvent.NoneReady left() throws IOException {
        return new FlowEvent.NoneReady(FlowEvent.Until.NEXT_RUN);
    }

    /// Differs once the list has changed, so that [#pick] may have another answer.
    default Object version() throws IOException {
        return "";
    }

    /// Why nobody can work on a task that was picked; null where somebody can. It is recorded as every task that
    /// failed.
    default @Nullable String against(String task) throws IOException {
        return null;
    }

    PipelinePlan plan(String task) throws IOException;

    /// What the agents of a stage are told to do.
    String text(String task, String role) throws IOException;

    /// What the commit of its work is called, in one line; null for the first line of what its last stage is told.
    default @Nullable String title(String task) throws IOException {
        return null;
    }

    /// Its work is about to be brought home, and nothing else is left to do for that: what says so in the project is
    /// written now, so that one commit holds both. Not asked for where the profile merges the work itself.
    ///
    /// @return what people should know of it besides
    default List<String> completing(String task, String pipeline, TaskFacts facts) throws IOException {
        return List.of();
    }

    /// Its work was not brought home after all, and is done once more.
    default void again(String task) throws IOException {}

    /// Writes down what became of a task.
    ///
    /// @return what people should know of it besides
    List<String> record(String task, TaskReason reason, TaskFacts facts) throws IOException;

    /// Merges what a pipeline accepted, where the profile does that itself; asked for only where the plan has that
    /// step.
    ///
    /// @return [FlowEvent.Integrated], or [FlowEvent.Conflicted]; null to have it kept as the stages' policies say
    default @Nullable FlowEvent integrate(String task, String pipeline) throws IOException {
        return null;
    }

    /// Tells the tracker.
    default void sync(String task, TaskReason reason) throws IOException {}

    default void learn(String task, TaskReason reason) throws IOException {}

    /// Checks of work on a task have ended, whatever they say; told once its stage has.
    default void checked(String task, Verdict verdict, Instant at) throws IOException {}

    /// What kind of failure the loop of a stage ended with; asked for only where the plan has a correction.
    ///
    /// @param opinion of the classifier that was asked; null where none was
    /// @return [PipelineEvent.FailureClassified]; [PipelineEvent.FailureUnclear] to have a classifier asked
    default PipelineEvent classify(String task, FailedStage failed, @Nullable Opinion opinion) throws IOException {
        throw new IOException("task " + task + ": this profile corrects nothing");
    }

    /// What a classifier says.
    ///
    /// @param loop  its own: nobody knew the name before it was asked
    /// @param words what it wrote last
    record Opinion(String loop, String words) {}

    /// What the classifier is asked about a failure.
    ///
    /// @param loop its own
    default String classifierText(String task, FailedStage failed, String loop) throws IOException {
        throw new IOException("task " + task + ": this profile corrects nothing");
    }

    /// What the corrector is told to do about a failure; asked for only where the plan has a correction.
    ///
    /// @param used how many corrections there were before, those included whose corrector failed
    default String correctorText(String task, PipelineEvent.FailureClassified failure, int used) throws IOException {
        throw new IOException("task " + task + ": this profile corrects nothing");
    }

    /// Takes over what the corrector's loop proposes.
    ///
    /// @return [PipelineEvent.CorrectionApplied], [PipelineEvent.CorrectionRefused] or [PipelineEvent.Asked]
    default PipelineEvent correct(String task, ProposedCorrection proposed) throws IOException {
        throw new IOException("task " + task + ": this profile corrects nothing");
    }

    /// No correction is left, or the last one did not help: a person is asked now.
    ///
    /// @param used   how many corrections there were
    /// @param failed the last time
    /// @return what the person is asked; null for the usual words
    default @Nullable String escalate(String task, int used, FailedStage failed) throws IOException {
        return null;
    }

    /// A person answered what the pipeline of a task asked, or its agent did; the task is about to continue.
    default void answered(String task) throws IOException {}
}
