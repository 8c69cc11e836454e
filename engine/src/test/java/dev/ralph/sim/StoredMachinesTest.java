package dev.ralph.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.flow.FlowEvent;
import dev.ralph.json.JsonText;
import dev.ralph.json.RecordCodec;
import dev.ralph.machine.MachineEvent;
import dev.ralph.pipeline.PipelineEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
}
