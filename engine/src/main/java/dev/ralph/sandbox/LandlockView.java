package dev.ralph.sandbox;

import dev.ralph.process.Enclosure;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Says a view in the words of Landlock, which can only allow: whatever is not named here is denied, and a part
/// of an allowed folder cannot be denied again.
final class LandlockView {
    private static final List<String> READABLE = List.of(
            "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix", "/snap", "/proc", "/sys");
    private static final List<String> DEVICES = List.of(
            "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx", "/dev/pts");
    private static final Set<String> NOT_OF_ETC = Set.of("shadow", "shadow-", "gshadow", "gshadow-", "sudoers", "ssh");

    private LandlockView() {}

    static Enclosure.Rules rules(SandboxView view, List<String> inside) {
        if (view.overlay() != null) {
            throw new SandboxRefused("nothing was started, because Landlock cannot put an overlay in the place of "
                    + view.project() + ". Use a worktree.");
        }
        List<Path> readOnly = new ArrayList<>();
        READABLE.forEach(name -> readOnly.add(Path.of(name)));
        readOnly.addAll(etc());
        readOnly.addAll(view.tools());
        readOnly.addAll(view.readOnly());
        List<Path> readWrite = new ArrayList<>();
        DEVICES.forEach(name -> readWrite.add(Path.of(name)));
        readWrite.add(view.project());
        readWrite.add(view.home().folder());
        readWrite.addAll(view.readWrite());
        for (Path path : view.readOnly()) {
            if (readWrite.stream().anyMatch(path::startsWith)) {
                throw new SandboxRefused(
                        "nothing was started, because Landlock cannot make " + path
                                + " read-only below a folder that is writable. Use --workspace worktree, or install bubblewrap.");
            }
        }
        for (Path secret : view.secrets()) {
            if (Stream.concat(readWrite.stream(), readOnly.stream()).anyMatch(secret::startsWith)) {
                throw new SandboxRefused("nothing was started, because Landlock cannot hide " + secret
                        + " below a folder that is readable. Move it to your home folder.");
            }
        }
        return new Enclosure.Rules(readWrite, readOnly, ports(view.network()), inside);
    }

    private static List<Path> etc() {
        List<Path> readable = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/etc"))) {
            for (Path file : files) {
                if (!NOT_OF_ETC.contains(String.valueOf(file.getFileName()))) {
                    readable.add(file);
                }
            }
        } catch (IOException unreadable) { // then nobody here can read it
            return List.of();
        }
        return readable;
    }

    private static @Nullable Set<Integer> ports(SandboxView.Network network) {
        return switch (network) {
            case SandboxView.Network.None _ -> Set.of();
            case SandboxView.Network.Proxy proxy -> Set.of(proxy.port());
            case SandboxView.Network.Port own -> Set.of(own.port());
            case SandboxView.Network.Open _ -> null;
        };
    }
}
