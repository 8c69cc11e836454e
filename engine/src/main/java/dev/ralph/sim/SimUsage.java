package dev.ralph.sim;

/// What an agent uses up in one attempt, evenly over its time.
///
/// @param tokens of its model
/// @param output bytes it prints
/// @param disk   bytes it adds to the project
/// @param moves  whether it changes anything in the project
public record SimUsage(long tokens, long output, long disk, boolean moves) {
    public static final SimUsage NOTHING = new SimUsage(0, 0, 0, true);

    /// It leaves the project as it was.
    public static final SimUsage NO_CHANGE = new SimUsage(0, 0, 0, false);

    public SimUsage {
        if (tokens < 0 || output < 0 || disk < 0) {
            throw new IllegalArgumentException(
                    "nobody uses less than nothing: " + tokens + ", " + output + ", " + disk);
        }
    }
}
