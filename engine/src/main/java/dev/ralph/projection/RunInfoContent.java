package dev.ralph.projection;

import dev.ralph.config.Profile;
import dev.ralph.loop.AgentStatement;
import dev.ralph.loop.AttemptFailure;
import dev.ralph.loop.AttemptReport;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Signal;
import dev.ralph.paths.LoopPaths;
import dev.ralph.paths.RunFolder;
import dev.ralph.store.AttemptSummary;
import dev.ralph.wording.Wording;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `run-info.yaml` of an attempt says; a function of the journal and of where the loop works.
public record RunInfoContent(LoopPaths paths) {

    /// @param pid      the agent's process while it runs, 0 when it is not known
    /// @param previous the run before this one, null for the first
    public RunInfo of(AttemptSummary attempt, Policy policy, long pid, @Nullable String previous) {
        RunFolder folder = paths.task().run(attempt.run());
        AttemptReport report = attempt.report();
        long known = report != null ? report.pid() : pid;
        Map<String, String> values = new LinkedHashMap<>();
        values.put("version", "1");
        values.put("run_id", attempt.run());
        putIfKnown(values, "parent_run_id", paths.head().run());
        putIfKnown(values, "previous_run_id", previous);
        values.put("project_id", paths.head().project());
        values.put("task_id", paths.head().task());
        Policy.AgentCommand agent = agent(policy, attempt.statement());
        values.put("agent", name(agent));
        values.put("process_ownership", "managed");
        values.put("pid", Long.toString(known));
        values.put("pgid", Long.toString(known));
        values.put("start_time", RunInfo.time(attempt.startedAt()));
        values.put("end_time", RunInfo.time(attempt.endedAt()));
        values.put("exit_code", Integer.toString(report == null ? -1 : exitCode(report)));
        values.put("status", status(attempt));
        values.put("cwd", paths.project().toString());
        values.put("prompt_path", folder.prompt().toString());
        values.put("output_path", folder.output().toString());
        values.put("stdout_path", folder.stdout().toString());
        values.put("stderr_path", folder.stderr().toString());
        values.put("commandline", String.join(" ", agent.argv()));
        AgentStatement said = attempt.statement();
        putIfKnown(values, "agent_version", said == null ? null : said.version());
        putIfKnown(values, "sandbox", attempt.tier());
        putIfKnown(values, "error_summary", error(attempt, Profile.of(policy).wording()));
        return new RunInfo(values);
    }

    private static int exitCode(AttemptReport report) {
        return report.how() == AttemptReport.How.SIGNALLED ? 128 + report.code() : report.code();
    }

    private static String status(AttemptSummary attempt) {
        AttemptReport report = attempt.report();
        if (report == null) {
            return attempt.lost() ? "failed" : "running";
        }
        Signal signal = report.signal();
        if (signal != null && signal.asksToWait()) {
            return "stopped";
        }
        if (signal == Signal.DONE || report.succeeded()) {
            return "completed";
        }
        return report.how() == AttemptReport.How.STOPPED ? "stopped" : "failed";
    }

    private static @Nullable String error(AttemptSummary attempt, Wording wording) {
        AttemptReport report = attempt.report();
        AttemptFailure failure = attempt.lost() ? new AttemptFailure.Lost() : report == null ? null : report.told();
        return failure == null ? null : wording.of(failure);
    }

    /// Which agent of a chain it was, as far as it said.
    private static Policy.AgentCommand agent(Policy policy, @Nullable AgentStatement said) {
        for (Policy.AgentCommand agent : policy.agents()) {
            if (said != null && agent.words().getFirst().equals(said.agent())) {
                return agent;
            }
        }
        return policy.agent();
    }

    private static String name(Policy.AgentCommand agent) {
        Path program = Path.of(agent.argv().getFirst()).getFileName();
        return program == null ? agent.argv().getFirst() : program.toString();
    }

    private static void putIfKnown(Map<String, String> values, String key, @Nullable String value) {
        if (value != null) {
            values.put(key, value);
        }
    }
}
