package dev.ralph.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.flow.FlowEvent;
import dev.ralph.json.JsonText;
import dev.ralph.json.RecordCodec;
import dev.ralph.loop.Policy;
import dev.ralph.loop.Policy.AgentCommand;
import dev.ralph.machine.MachineEvent;
import dev.ralph.pipeline.PipelineEvent;
import dev.ralph.pipeline.PipelinePlan.Rejection;
import dev.ralph.pipeline.PipelinePlan.Stage;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StoredMachinesTest {

    @Test
    void every_event_of_flows_and_pipelines_comes_back_from_its_stored_form() {
        Set<Class<?>> seen = new HashSet<>();
        for (long seed = 1; seed <= 1000; seed++) {
            for (List<MachineEvent> events :
                    FlowSimulation.history(seed, FlowParts.REAL).streams().values()) {
                for (MachineEvent event : events) {
                    if (event instanceof FlowEvent || event instanceof PipelineEvent) {
                        Record written = (Record) event;
                        seen.add(written.getClass());
                        assertThat(RecordCodec.read(written.getClass(), JsonText.object(RecordCodec.text(written))))
                                .isEqualTo(written);
                    }
                }
            }
        }
        assertThat(seen)
                .hasSize(FlowEvent.class.getPermittedSubclasses().length
                        + PipelineEvent.class.getPermittedSubclasses().length);
    }

    @Test
    void a_stage_that_an_earlier_ralph_stored_has_no_ladder_and_may_reject_as_before() {
        Policy policy = Policy.of(AgentCommand.program("agent"));
        Stage stage = new Stage("reviewer", policy, new Rejection("coder", 2), List.of(policy), List.of(1));
        Map<String, @Nullable Object> stored = new LinkedHashMap<>(JsonText.object(RecordCodec.text(stage)));
        assertThat(RecordCodec.read(Stage.class, stored)).isEqualTo(stage);
        stored.remove("ladder");
        stored.remove("anew");

        assertThat(RecordCodec.read(Stage.class, stored))
                .isEqualTo(new Stage("reviewer", policy, new Rejection("coder", 2)));
        assertThat(stage.ladder()).allMatch(rung -> rung.conversation().mayReject());
    }
}
