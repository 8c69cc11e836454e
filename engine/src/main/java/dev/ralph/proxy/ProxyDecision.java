package dev.ralph.proxy;

import org.jspecify.annotations.Nullable;

/// What the proxy did about one request.
///
/// @param target  null when the request made no sense
/// @param refused why it was refused, null when it was let through
/// @param sent    bytes from the program to the target
/// @param received bytes from the target to the program
public record ProxyDecision(
        @Nullable ProxyTarget target, @Nullable String refused, long sent, long received) {
    public boolean allowed() {
        return refused == null;
    }
}
