package dev.ralph.process;

import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Supervision by what the JDK offers, for systems without native access.
///
/// Weaker than the rest, and the tier says so: a descendant that was re-parented is not found, an engine that is
/// killed leaves its agents running until the next sweep, and output beyond what is kept ends the agent.
final class BasicSupervision implements Supervision {
    private final Path leases;
    private final Set<BasicAgent> agents = ConcurrentHashMap.newKeySet();
    private final Program programs = new Program();
    private final Lease.Engine engine = Lease.Engine.self();
    private boolean closed;

    BasicSupervision(Path leases) {
        this.leases = leases;
    }

    @Override
    public Running start(Launch launch) throws CannotStart {
        String program = programs.find(launch);
        if (launch.enclosure() != null) {
            throw CannotStart.notEnclosed(launch.enclosure(), Containment.BASIC);
        }
        CannotStart trouble = Program.trouble(launch, program);
        if (trouble != null) {
            throw trouble;
        }
        return new Running(birth(launch, program));
    }

    private synchronized BasicAgent birth(Launch launch, String program) throws CannotStart {
        if (closed) {
            throw new IllegalStateException("the supervisor is closed");
        }
        Lease lease = Lease.write(leases, engine, Containment.BASIC, launch.tag());
        BasicAgent agent = BasicAgent.start(launch, program, lease, agents::remove);
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
        agents.forEach(agent -> agent.end(Ending.STOPPED, null));
        agents.forEach(agent -> agent.exit().join());
    }
}
