package dev.ralph.testkit;

/// A request that is not HTTP/1.1 as this server reads it; the connection is closed after the answer.
final class BadRequest extends Exception {
    private final int status;

    BadRequest(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
