package dev.ralph.process;

import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Supervision by what the JDK offers, for systems without native access.
///
/// Weaker than the rest, and the tier says so: a descendant that was re-parented is not found, an engine that is
/// killed leaves its agents running until the next sweep, and output beyond what is kept ends the agent.
final class JdkSupervision implements Supervision {
    private final Path leases;
    private final Set<JdkSupervisedProcess> agents = ConcurrentHashMap.newKeySet();
    private final ProgramSearch programs = new ProgramSearch();
    private final LeaseFile.Engine engine = LeaseFile.Engine.self();
    private boolean closed;

    JdkSupervision(Path leases) {
        this.leases = leases;
    }

    @Override
    public RunningProcess start(Launch launch) throws CannotStart {
        String program = programs.find(launch);
        if (launch.enclosure() != null) {
            throw CannotStart.notEnclosed(launch.enclosure(), Containment.BASIC);
        }
        CannotStart trouble = ProgramSearch.trouble(launch, program);
        if (trouble != null) {
            throw trouble;
        }
        return new RunningProcess(birth(launch, program));
    }

    private synchronized JdkSupervisedProcess birth(Launch launch, String program) throws CannotStart {
        if (closed) {
            throw new IllegalStateException("the supervisor is closed");
        }
        LeaseFile lease = LeaseFile.write(leases, engine, Containment.BASIC, launch.tag());
        JdkSupervisedProcess agent = JdkSupervisedProcess.start(launch, program, lease, agents::remove);
        agents.add(agent);
        agent.watch();
        return agent;
    }

    @Override
    public boolean givesViews() {
        return false;
    }

    @Override
    public void close() {
        synchronized (this) { // whoever was being started is known now
            closed = true;
        }
        agents.forEach(agent -> agent.end(EndCause.STOPPED, null));
        agents.forEach(agent -> agent.exit().join());
    }
}
