package dev.ralph.tracker;

import java.util.List;
import java.util.Optional;

/// Where people keep issues.
///
/// It promises: what it is asked to do may be asked for twice and is there once, comments excepted, which can be looked
/// for.
public interface Tracker extends AutoCloseable {

    /// What is done to an issue.
    enum Act {
        COMMENT,
        CLOSE,
        /// Closes it as not planned.
        CANCEL,
        REOPEN,
        /// Gives it the label `blocked`.
        BLOCK,
        UNBLOCK
    }

    String BLOCKED = "blocked";

    /// As people know it: `github OWNER/NAME`.
    String name();

    /// What the ids of its tasks begin with.
    String prefix();

    /// Begins a visit: all that follows takes a bounded time.
    void begin();

    /// The open issues that are meant for Ralph; a tracker may tell of closed ones, too.
    List<Issue> open() throws TrackerFailed;

    /// Empty where it is gone.
    Optional<Issue> issue(String id) throws TrackerFailed;

    /// Whether a task with this link is one of its issues.
    ///
    /// @param url may be empty
    boolean owns(String id, String url);

    /// @param text of a comment; empty for every other act
    void perform(String id, Act act, String text) throws TrackerFailed;

    /// Whether a comment of the issue has this mark in it.
    boolean hasComment(String id, String mark) throws TrackerFailed;

    @Override
    void close();
}
