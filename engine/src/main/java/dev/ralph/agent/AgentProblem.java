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

    public static AgentProblem of(Fault fault) {
        return switch (fault) {
            case MISSING_PROGRAM -> MISSING_PROGRAM;
            case LOGIN -> LOGIN;
            case CREDIT -> CREDIT;
            case MODEL -> MODEL;
            case CONTEXT -> CONTEXT;
            case REQUEST -> REQUEST;
            case RATE -> RATE;
            case OVERLOADED -> OVERLOADED;
            case NETWORK -> NETWORK;
            case TURNS -> TURNS;
            case BUDGET -> BUDGET;
            case UNKNOWN_SESSION -> UNKNOWN_SESSION;
            case OTHER -> OTHER;
        };
    }

    /// What happened and what to do about it, in one sentence or two.
    public String told(AgentKind kind) {
        String agent = kind.name();
        return switch (this) {
            case MISSING_PROGRAM ->
                "the program of " + agent + " was not found. To get it: "
                        + kind.advice().install() + ".";
            case MISSING_INTERPRETER ->
                "the program that runs " + agent + " was not found, usually Node. Install it, or put it on the PATH.";
            case WRONG_VERSION ->
                agent + " does not know the arguments it was given, so its version is not one that Ralph knows. To get"
                        + " a current one: " + kind.advice().install() + ".";
            case LOGIN ->
                agent + " has no valid login. To give it one: " + kind.advice().login() + ".";
            case CREDIT -> "the account of " + agent + " has no credit left. Add some, or use another agent.";
            case MODEL -> agent + " does not have the model it was asked for. Choose another one with --model.";
            case CONTEXT ->
                "the conversation of " + agent + " has become too long. The next attempt begins a new one;"
                        + " if that is too long as well, shorten the task.";
            case REQUEST -> "the model's server refused the request of " + agent + ".";
            case RATE -> "the provider of " + agent + " gives no more for now.";
            case OVERLOADED -> "the model's server of " + agent + " is overloaded or out of order.";
            case NETWORK -> agent + " could not reach its model, or lost it on the way.";
            case TURNS -> agent + " reached its own limit of turns. The next attempt goes on.";
            case BUDGET -> agent + " reached a limit that was set in its own arguments. Raise it there.";
            case UNKNOWN_SESSION ->
                agent + " does not know the session it was to go on with. The next attempt begins a" + " new one.";
            case DRIFT ->
                "the output of " + agent + " does not look as Ralph knows it, so what it did is not known. See"
                        + " `ralph doctor` for its version; its raw output is kept.";
            case CUT_SHORT -> agent + " ended before it had said how its turn went.";
            case NOTHING_SAID -> agent + " ended well, but said and did nothing.";
            case OTHER -> agent + " failed.";
        };
    }
}
