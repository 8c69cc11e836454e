package dev.ralph.run;

import dev.ralph.git.Repository;
import dev.ralph.loop.Confines;
import dev.ralph.loop.Policy;
import dev.ralph.sandbox.SandboxRefused;
import dev.ralph.workspace.WorktreeWorkspace;
import java.io.IOException;

/// What must hold before a loop begins or goes on.
record Admission(Setup setup) {
    /// What cannot be confined as it must be is not even begun.
    void requireSandbox(Policy policy) {
        if (policy.confines().sandbox() == Confines.Sandbox.OFF) {
            return;
        }
        SocketFolder.sweep();
        try {
            Confinement.sandbox(policy.confines(), setup.workspaces());
        } catch (SandboxRefused none) {
            throw new Refused(none.getMessage() + " `ralph doctor` says more.");
        }
    }

    void requireClean() throws IOException {
        Repository repository = Repository.at(setup.project())
                .orElseThrow(
                        () -> new Refused(
                                setup.project()
                                        + " is no git repository, so accepted work cannot be committed: `git init`, or leave out --keep commit"));
        String changes = repository.changes();
        if (!changes.isEmpty()) {
            throw new Refused("there are uncommitted changes, and --keep commit would mix them with the agent's:\n"
                    + changes + "\ncommit or stash them first");
        }
    }

    /// What cannot have a workspace of that kind is told before anything begins.
    void requirePlace(Confines.Workspace kind) throws IOException {
        if (kind == Confines.Workspace.OVERLAY && Repository.isBare(setup.project())) {
            throw new Refused(setup.project()
                    + " is a repository without a working tree (bare), or the inside of one: clone it, and work in the"
                    + " clone");
        }
        if (kind == Confines.Workspace.WORKTREE) {
            try {
                WorktreeWorkspace.require(setup.project());
            } catch (IOException none) {
                throw new Refused(Trouble.words(none));
            }
        }
    }
}
