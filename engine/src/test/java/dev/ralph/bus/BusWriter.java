package dev.ralph.bus;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// A process of its own that posts: `FILE NAME COUNT BODY-LENGTH`. It ends when it has posted, or after a minute.
final class BusWriter {
    private BusWriter() {}

    public static void main(String[] args) throws IOException {
        Bus bus = new Bus(Path.of(args[0]), InstantSource.system());
        int count = Integer.parseInt(args[2]);
        String filler = " ---\n".repeat(Integer.parseInt(args[3]) / 5);
        long end = System.nanoTime() + 60_000_000_000L;
        for (int i = 0; i < count && System.nanoTime() < end; i++) {
            bus.post(MessageDraft.of("INFO", "p", args[1] + " " + i + "\n" + filler));
            System.out.println(i); // posted: whoever kills us may count on it
        }
    }

    static Process start(Path file, String name, int count, int length) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                BusWriter.class.getName()));
        command.addAll(List.of(file.toString(), name, Integer.toString(count), Integer.toString(length)));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(file.resolveSibling(name + ".out").toFile())
                .start();
    }
}
