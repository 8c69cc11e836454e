package dev.ralph.fault;

import org.jspecify.annotations.Nullable;

/// The steps of the engine that leave something behind: a journal entry, a file, a process, a commit.
///
/// Fault points promise:
/// 1. Without a [Hook] they do nothing: one test of a constant, which the compiler removes.
/// 2. A hook is a class of the tests, named by the system property `ralph.fault.hook` at the start of the JVM.
///    What people install does not contain one.
/// 3. Every lasting step passes its point, so that killing the engine at each of them is killing it everywhere.
public enum FaultPoint {
    /// The detail is the entry's event.
    JOURNAL_COMMIT,
    /// The detail is the bus file and the type of the message.
    BUS_POST,
    RUN_INFO,
    OUTPUT,
    CANCELLED,
    RUN_FOLDER,
    PROMPT,
    TASK_FILE,
    KEPT_TASK,
    IGNORE_FILE,
    COMPLETION_STATE,
    CLEAR_WAIT,
    CLEAR_STOPS,
    REFUSE,
    REQUEST_SENT,
    REQUEST_REMOVED,
    ADOPT,
    OWNERSHIP,
    SWEEP,
    RECOVER,
    LEASE,
    SPAWN,
    LEASE_END,
    /// The file of a session's loop, or the one that shows the newest.
    SESSION_STATE,
    SESSION_CLEAR,
    RECEIPT_OUTPUT,
    RECEIPT,
    COMMIT_TREE,
    UPDATE_REF,
    READ_TREE,
    WORKSPACE_OPEN,
    WORKSPACE_REMOVE,
    LAYER_SWAP,
    KEEP_PLAN,
    KEEP_STAGE,
    KEEP_COMMIT,
    /// The detail is the step.
    KEEP_STEP,
    KEEP_END,
    KEEP_REF,
    KEEP_INDEX,
    /// The detail is the ref.
    CONSERVE,
    WORKTREE_ADD,
    WORKTREE_REMOVE,
    /// The checkout below a clean room moves to another commit.
    ROOM_BASE,
    ROOM_OPEN,
    ROOM_CLOSE,
    /// What a prepare command made becomes what others use.
    ROOM_PREPARED,
    /// The branch of a task; the detail is its name.
    TASK_BRANCH,
    /// A branch is pushed.
    PUSH,
    PULL_REQUEST,
    /// Which attempts are to be removed.
    GC_LIST,
    /// The detail is the ref.
    GC_REF,
    /// A notification was delivered.
    NOTIFIED,
    /// A line of the task list, or of its histories; the detail is the file.
    LIST_LINE,
    /// A spec document is copied before it is corrected.
    SPEC_BACKUP,
    /// A spec document gets its new text.
    SPEC_FILE,
    /// What is known of the tasks of a spec.
    SPEC_STATE,
    /// An entry of DEVLOG.md.
    DEVLOG;

    /// What happens at a point; only tests have one.
    public interface Hook {
        /// @param place `before`, `inside` or `after`
        /// @param detail tells visits of the same point apart; may be empty
        void reached(FaultPoint point, String place, String detail);
    }

    private static final @Nullable Hook HOOK = hook(System.getProperty("ralph.fault.hook"));

    /// Whether anybody listens; asked where a detail costs something to put together.
    public static final boolean ON = HOOK != null;

    public void before() {
        before("");
    }

    public void before(String detail) {
        reached("before", detail);
    }

    /// Something of the step is on the disk, and not yet all of it.
    public void inside() {
        reached("inside", "");
    }

    public void after() {
        after("");
    }

    public void after(String detail) {
        reached("after", detail);
    }

    private void reached(String place, String detail) {
        if (HOOK != null) {
            HOOK.reached(this, place, detail);
        }
    }

    private static @Nullable Hook hook(@Nullable String name) {
        if (name == null) {
            return null;
        }
        try {
            return Class.forName(name)
                    .asSubclass(Hook.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException unusable) {
            throw new IllegalStateException("ralph.fault.hook names no hook: " + name, unusable);
        }
    }
}
