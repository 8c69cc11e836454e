package dev.ralph.process;

/// What became of one output stream.
///
/// @param bytes everything the agent wrote
/// @param omitted how many of them are not stored
/// @param sha256 of the stored file, in hex
public record OutputResult(long bytes, long omitted, String sha256) {}
