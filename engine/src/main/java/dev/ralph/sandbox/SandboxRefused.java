package dev.ralph.sandbox;

/// A program is not started, because the sandbox it was to get is not to be had; the message says why and what
/// helps.
public final class SandboxRefused extends RuntimeException {
    SandboxRefused(String message) {
        super(message);
    }
}
