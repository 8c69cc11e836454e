package dev.ralph.process;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Living processes that belong together: those recognised by a mark of their own, and their descendants.
final class RelatedProcesses {
    private RelatedProcesses() {}

    /// @param candidates the pids to look at; this JVM's own is left out
    static List<ProcFiles.Stat> living(
            List<Integer> candidates, Predicate<ProcFiles.Stat> mayBe, Predicate<ProcFiles.Stat> isMarked) {
        List<ProcFiles.Stat> rest = new ArrayList<>();
        List<ProcFiles.Stat> living = new ArrayList<>();
        Set<Integer> ours = new HashSet<>();
        for (int pid : candidates) {
            ProcFiles.Stat stat = pid == KnownChildren.SELF ? null : ProcFiles.stat(pid);
            if (stat == null || !stat.alive() || !mayBe.test(stat)) {
                continue;
            }
            if (isMarked.test(stat)) {
                ours.add(pid);
                living.add(stat);
            } else {
                rest.add(stat);
            }
        }
        boolean more = true;
        while (more) { // children of what was just found
            more = rest.removeIf(stat -> ours.contains(stat.parent()) && ours.add(stat.pid()) && living.add(stat));
        }
        return living;
    }
}
