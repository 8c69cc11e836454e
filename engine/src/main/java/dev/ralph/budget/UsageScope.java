package dev.ralph.budget;

/// What a reported figure is cumulative over, from narrow to wide.
public enum UsageScope {
    /// One call of the model: OpenCode's steps, each message of Claude and Qwen.
    CALL,
    /// One prompt and everything done about it: the results of Gemini and Qwen, the answers of ACP agents.
    TURN,
    /// The agent's process since it started: Claude's costs.
    PROCESS,
    /// The session since it began, attempts before this one included: Codex.
    SESSION
}
