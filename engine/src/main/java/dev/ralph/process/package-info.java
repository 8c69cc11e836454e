/// Runs agent programs so that no byte is lost and nothing of them survives their end.
///
/// [dev.ralph.process.Supervisor] is the way in. What it promises:
///
/// 1. When [dev.ralph.process.RunningProcess#exit] is complete, the agent and everything it started is dead, as far as
/// the
///    [dev.ralph.process.ProofOfEnd] in the result says. Only the kernel's word is called proof; the rest is "best
/// effort".
/// 2. Output goes from the agent straight into its files. Every byte written is counted; what is stored is bounded.
/// 3. When the engine dies, also by `kill -9`, its agents die; what slipped through is ended by the next
///    [dev.ralph.process.Supervisor#sweep].
/// 4. No process is ever signalled that is not known to belong to an agent: pids are verified by start time and boot.
/// 5. The tier of containment in force is probed for real and can be printed; there is no silent fallback.
@NullMarked
package dev.ralph.process;

import org.jspecify.annotations.NullMarked;
