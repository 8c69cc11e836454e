package dev.ralph.receipt;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Another process that writes receipts.
public final class ReceiptPlayer {
    private ReceiptPlayer() {}

    /// @param args the state folder, and how many
    public static void main(String[] args) throws IOException {
        Path state = Path.of(args[0]);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Path own = state.resolve("printed-" + ProcessHandle.current().pid());
            java.nio.file.Files.writeString(own, own + " " + i);
            Evidence.Output output = new StoredOutputs(
                            state,
                            state.resolve("loops").resolve(EvidenceSamples.LOOP).resolve("checks"))
                    .keep(List.of(own), 1 << 20, java.util.function.UnaryOperator.identity());
            EvidenceSamples.file(state).append(EvidenceSamples.full(output));
        }
    }

    static Process start(List<String> options, Path state, int count) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(options);
        command.addAll(List.of(ReceiptPlayer.class.getName(), state.toString(), Integer.toString(count)));
        return new ProcessBuilder(command).inheritIO().start();
    }
}
