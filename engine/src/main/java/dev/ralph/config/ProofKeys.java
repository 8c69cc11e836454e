package dev.ralph.config;

import java.time.Duration;
import java.util.List;

/// The settings that say what must hold before work counts as done, and what then becomes of it.
public final class ProofKeys {
    static final KeyTable TABLE = new KeyTable();

    public static final Key<String> COMPLETION_PROMISE = TABLE.key(
            "completion_promise",
            Key.Group.PROOF,
            new LineKind("a word or two, such as DONE", "TEXT"),
            null,
            "The agent says that the task is done by printing <promise>TEXT</promise>; DONE in profile session.");

    public static final Key<String> BLOCKED_PROMISE = TABLE.key(
            "blocked_promise",
            Key.Group.PROOF,
            new LineKind("a word or two, such as BLOCKED", "TEXT"),
            null,
            "The agent says that it cannot go on by printing <promise>TEXT</promise>.");

    public static final Key<Switch> REQUIRE_WORK = TABLE.key(
            "require_work",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Switch.values())),
            Switch.ON,
            "Whether a promise counts only from an attempt that did something.");

    /// The item of [#CHECKS] that drops what stands before it.
    public static final String NO_CHECKS = "off";

    public static final Key<List<String>> CHECKS = TABLE.key(
            "checks",
            Key.Group.PROOF,
            new ChecksKind(),
            List.of(),
            "What must hold before DONE or a promise is believed: shell lines that must succeed, or objects with a type. Every layer adds its own; off drops those before it.");

    public static final Key<Layering> CLAIM = TABLE.key(
            "claim",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Layering.values())),
            Layering.AUTO,
            "Whether what the agent says is searched for contradictions to its claim: auto where a promise is what says that the task is done.");

    public static final Key<Layering> TAMPER = TABLE.key(
            "tamper",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Layering.values())),
            Layering.AUTO,
            "Whether work is refused that weakens what checks rest on, tests above all: auto in a git repository with a check; rule by rule as a check of type tamper.");

    public static final Key<Layering> CLEAN_ROOM = TABLE.key(
            "clean_room",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Layering.values())),
            Layering.AUTO,
            "Whether commands of checks run in a fresh checkout of what would be kept: auto where accepted work becomes a commit.");

    public static final Key<String> PREPARE = TABLE.key(
            "prepare",
            Key.Group.PROOF,
            LineKind.SHELL,
            null,
            "Shell lines that make a clean room ready for the checks, as npm ci; what they add is kept and used again while the files that they see are the same.");

    public static final Key<List<String>> PREPARE_INPUTS = TABLE.key(
            "prepare_inputs",
            Key.Group.PROOF,
            new ListKind(ListKind.Of.PATTERNS),
            List.of(),
            "The files of the commit that prepare sees, as paths or patterns; without any, the usual lock files and build files.");

    public static final Key<Network> PREPARE_NETWORK = TABLE.key(
            "prepare_network",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Network.values())),
            null,
            "What prepare can reach in a sandbox; without it, what network says.");

    public static final Key<Integer> FLAKY_RETRIES = TABLE.key(
            "flaky_retries",
            Key.Group.PROOF,
            new WholeNumberKind(0, 10),
            1,
            "How often a command that failed in a clean room is run again in a new one; when it passes there, it counts as flaky and is told, but not refused.");

    public static final Key<Duration> CHECK_TIMEOUT = TABLE.key(
            "check_timeout",
            Key.Group.PROOF,
            KeyTable.SOME_TIME,
            Duration.ofMinutes(10),
            "How long one check may take.");

    public static final Key<Keep> KEEP = TABLE.key(
            "keep",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Keep.values())),
            Keep.NONE,
            "What becomes of accepted work: commit makes a git commit of it.");

    public static final Key<Snapshots> SNAPSHOTS = TABLE.key(
            "snapshots",
            Key.Group.PROOF,
            new ChoiceKind<>(List.of(Snapshots.values())),
            Snapshots.AUTO,
            "Whether the project is remembered before and after every attempt that works in it: auto where it is a git repository, always elsewhere, too.");

    private ProofKeys() {}
}
