/// A world in memory, with a clock that jumps and crashes anywhere, so that machines are tested from a seed.
///
/// A test of your own policy reads like a sentence. It needs no agent, no disk and no time:
///
/// ```java
/// Policy policy = Policy.of(AgentCommand.program("my-agent")).withChecks(List.of("mvn -q verify"));
///
/// Ending ending = Simulation.of(policy)
///         .attempts(exits(1), exits(0).leavingDone().butWrong(), hangs(), exits(0).leavingDone())
///         .run();
///
/// assertThat(ending.outcome()).isEqualTo(Outcome.COMPLETED);
/// assertThat(ending.executions()).isEqualTo(4);
/// ```
///
/// [Simulation#run] also checks what every loop promises, and fails by naming the broken promise.
/// [Simulation#runWithACrashAtEveryStep] plays the same story once for every place at which an engine can die.
/// [FlowSimulation#fromSeed] plays a whole flow: many tasks, their pipelines, people who stop and answer.
@NullMarked
package dev.ralph.sim;

import org.jspecify.annotations.NullMarked;
