package dev.ralph.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/// Runs inside a mount namespace of its own: for each seed a tree, an overlay on it, random work, and the list of
/// what the overlay showed at the end.
final class OverlayPlayer {
    private static final int STEPS = 60;

    private OverlayPlayer() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path base = Path.of(arguments[0]);
        long first = Long.parseLong(arguments[1]);
        for (long seed = first; seed < first + Long.parseLong(arguments[2]); seed++) {
            play(base.resolve(Long.toString(seed)), seed, arguments.length > 3);
        }
    }

    private static void play(Path world, long seed, boolean closes) throws IOException, InterruptedException {
        Path lower = Files.createDirectories(world.resolve("lower"));
        Path upper = Files.createDirectories(world.resolve("upper"));
        Path work = Files.createDirectories(world.resolve("work"));
        Path merged = Files.createDirectories(world.resolve("merged"));
        Random random = new Random(seed);
        RandomWork user = new RandomWork(lower, random);
        user.plant();
        if (closes) {
            user.close();
        }
        Files.write(world.resolve("before"), Manifest.of(lower));
        Files.write(world.resolve("untouched"), Manifest.untouched(lower));
        Files.createFile(world.resolve("opened"));
        String options = "lowerdir=" + lower + ",upperdir=" + upper + ",workdir=" + work + ",userxattr,volatile";
        run("mount", "-t", "overlay", "overlay", "-o", options, merged.toString());
        RandomWork agent = new RandomWork(merged, random);
        for (int i = 0; i < STEPS; i++) {
            agent.step();
        }
        Files.write(world.resolve("shown"), Manifest.of(merged));
        run("umount", merged.toString());
        TreeRemoval.delete(work);
        Files.createFile(world.resolve("played"));
    }

    private static void run(String... command) throws IOException, InterruptedException {
        int code = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (code != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + code);
        }
    }
}
