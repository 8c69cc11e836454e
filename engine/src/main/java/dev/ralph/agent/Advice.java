package dev.ralph.agent;

/// What to tell somebody whose agent does not run.
///
/// @param install how to get the program: `npm install -g …`
/// @param login   how to give it access to a model
public record Advice(String install, String login) {}
