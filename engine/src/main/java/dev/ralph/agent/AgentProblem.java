package dev.ralph.agent;

import dev.ralph.agent.AgentEvent.Fault;

/// What can go wrong with an attempt of an agent, what it asks of the loop, and what to tell people.
public enum AgentProblem {
    MISSING_PROGRAM(Remedy.NEXT_AGENT),
    /// It is a script, and what runs it is missing.
    MISSING_INTERPRETER(Remedy.NEXT_AGENT),
    /// It does not know the arguments it was given.
    WRONG_VERSION(Remedy.NEXT_AGENT),
    LOGIN(Remedy.NEXT_AGENT),
    CREDIT(Remedy.NEXT_AGENT),
    MODEL(Remedy.NEXT_AGENT),
    CONTEXT(Remedy.FRESH_SESSION),
    REQUEST(Remedy.NEXT_AGENT),
    RATE(Remedy.WAIT),
    OVERLOADED(Remedy.WAIT),
    NETWORK(Remedy.RETRY),
    TURNS(Remedy.RETRY),
    BUDGET(Remedy.FATAL),
    UNKNOWN_SESSION(Remedy.FRESH_SESSION),
    /// Its stream is not what Ralph knows: nothing is said about the task.
    DRIFT(Remedy.RETRY),
    /// The stream broke off before its last word.
    CUT_SHORT(Remedy.RETRY),
    /// It ended well without a word and without an action.
    NOTHING_SAID(Remedy.RETRY),
    OTHER(Remedy.RETRY);

    private final Remedy remedy;

    AgentProblem(Remedy remedy) {
        this.remedy = remedy;
    }

    public Remedy remedy() {
        return remedy;
    }

    /// Every fault of a stream is a problem of that name.
    public static AgentProblem of(Fault fault) {
        return valueOf(fault.name());
    }

    /// What happened and what to do about it, in one sentence or two.
    public String told(AgentKind kind) {
        String agent = kind.name();
        return switch (this) {
            case MISSING_PROGRAM ->
                agent + " is not installed. Install it with: " + kind.advice().install() + ".";
            case MISSING_INTERPRETER ->
                "the interpreter of " + agent + ", usually Node, is not installed. Install it, or put it on the PATH.";
            case WRONG_VERSION ->
                agent + " does not accept Ralph's arguments: its version is not one that Ralph knows. Install a"
                        + " current one with: " + kind.advice().install() + ".";
            case LOGIN ->
                agent + " has no valid login. Log in: " + kind.advice().login() + ".";
            case CREDIT -> "the account of " + agent + " has no credit left. Add some, or use another agent.";
            case MODEL -> agent + " does not have the model it was asked for. Choose another one with --model.";
            case CONTEXT ->
                "the conversation of " + agent + " is too long. The next attempt begins a new one;"
                        + " if that is too long as well, shorten the task.";
            case REQUEST -> "the API of " + agent + " refused the request.";
            case RATE -> "the usage limit of " + agent + " is reached.";
            case OVERLOADED -> "the API of " + agent + " is failing.";
            case NETWORK -> agent + " lost the connection to its model.";
            case TURNS -> agent + " reached its own limit of turns. The next attempt continues.";
            case BUDGET -> agent + " reached a limit that was set in its own arguments. Raise it there.";
            case UNKNOWN_SESSION ->
                agent + " does not know the session it should continue. The next attempt begins a" + " new one.";
            case DRIFT ->
                "the output of " + agent + " has an unknown form, so what it did is unknown. See"
                        + " `ralph doctor` for its version; its raw output is kept.";
            case CUT_SHORT -> agent + " stopped in the middle of its turn.";
            case NOTHING_SAID -> agent + " ended without saying or doing anything.";
            case OTHER -> agent + " failed.";
        };
    }
}
