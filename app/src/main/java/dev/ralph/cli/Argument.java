package dev.ralph.cli;

/// A value of a command that is told by its place.
///
/// @param name stands for it in usage lines, in capitals: `TASK`
record Argument(String name, Count count, String help, CompletionSource completes) {
    /// How many of it a command takes.
    enum Count {
        ONE,
        AT_MOST_ONE,
        /// None or more; only the last argument can be that.
        ANY
    }

    public static Argument required(String name, String help) {
        return new Argument(name, Count.ONE, help, CompletionSource.NOTHING);
    }

    public static Argument optional(String name, String help) {
        return new Argument(name, Count.AT_MOST_ONE, help, CompletionSource.NOTHING);
    }

    public static Argument any(String name, String help) {
        return new Argument(name, Count.ANY, help, CompletionSource.NOTHING);
    }

    /// The same argument with something to offer for completion.
    public Argument completes(CompletionSource what) {
        return new Argument(name, count, help, what);
    }

    String usage() {
        return switch (count) {
            case ONE -> name;
            case AT_MOST_ONE -> "[" + name + "]";
            case ANY -> "[" + name + "…]";
        };
    }
}
