package dev.ralph.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// As whom a program runs.
///
/// @param words why
record RunAsUser(int uid, int gid, String words) {
    /// What Ralph makes for a program lies no deeper; an agent may nest folders until no path can name them.
    private static final int DEEPEST = 8;

    private static final List<Path> SETPRIV = List.of(Path.of("/usr/bin/setpriv"), Path.of("/bin/setpriv"));

    /// Whoever runs this process.
    static RunAsUser self() {
        Path process = Path.of("/proc/self");
        int uid = number(process, "unix:uid");
        return new RunAsUser(uid, number(process, "unix:gid"), "uid " + uid);
    }

    boolean isRoot() {
        return uid == 0;
    }

    /// Root lends a program to the owner of its project, where that can be; nobody else has a choice.
    static RunAsUser of(SandboxView view, SandboxTier tier) {
        RunAsUser self = self();
        if (!self.isRoot()) {
            return self;
        }
        int owner = number(view.project(), "unix:uid");
        RunAsUser other = new RunAsUser(
                owner, number(view.project(), "unix:gid"), "uid " + owner + ", to whom the project belongs");
        if (owner == 0) {
            return self.because("the project belongs to root");
        }
        if (!tier.has(SandboxTier.Feature.OTHER_USER)) {
            return self.because("starting programs as another user does not work here");
        }
        Path ours = view.home().folder().getParent();
        Path barred = sources(view)
                .filter(path -> !other.reaches(path, ours))
                .findFirst()
                .orElse(null);
        return barred == null ? other : self.because("uid " + owner + " cannot reach " + barred);
    }

    private RunAsUser because(String reason) {
        return new RunAsUser(uid, gid, "uid 0 without capabilities, because " + reason);
    }

    private static Stream<Path> sources(SandboxView view) {
        Path overlay = view.overlay();
        Stream<Path> first = Stream.of(
                overlay == null ? view.project() : overlay.resolve("merged"),
                view.home().folder());
        return Stream.of(first, view.readWrite().stream(), view.readOnly().stream())
                .flatMap(paths -> paths);
    }

    /// Whether the folders above let this person through.
    ///
    /// @param ours is given to this person, if need be
    boolean reaches(Path path, @Nullable Path ours) {
        for (Path folder = path.getParent(); folder != null; folder = folder.getParent()) {
            if (folder.equals(ours)) {
                continue;
            }
            int mode = number(folder, "unix:mode");
            boolean through = number(folder, "unix:uid") == uid
                    ? (mode & 0100) != 0
                    : number(folder, "unix:gid") == gid ? (mode & 0010) != 0 : (mode & 0001) != 0;
            if (!through) {
                return false;
            }
        }
        return true;
    }

    /// Gives what root made for this person to this person, links themselves included, what they lead to not. The
    /// folder that holds it is let through, but stays root's: nobody else may put something in its place.
    void adopt(SandboxView view) {
        if (self().uid == uid) {
            return;
        }
        try {
            Path ours = view.home().folder().getParent();
            if (ours != null && !reaches(view.home().folder(), null)) {
                Files.setAttribute(ours, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
                Files.setPosixFilePermissions(ours, PosixFilePermissions.fromString("rwx--x---"));
            }
            for (Path path : given(view)) {
                if (Integer.valueOf(0).equals(Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS))) {
                    Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
                    Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
                }
            }
        } catch (IOException | UncheckedIOException trouble) {
            throw new SandboxRefused("nothing was started, because "
                    + view.home().folder() + " cannot be given to uid " + uid + ": " + trouble.getMessage());
        }
    }

    private static List<Path> given(SandboxView view) throws IOException {
        List<Path> given = new ArrayList<>();
        Path overlay = view.overlay();
        if (overlay != null) {
            given.add(overlay.resolve("upper"));
        }
        if (view.network() instanceof SandboxView.Network.Proxy proxy) {
            Path folder = proxy.socket().getParent();
            given.addAll(folder == null ? List.of(proxy.socket()) : List.of(folder, proxy.socket()));
        }
        List<Path> whole = new ArrayList<>(view.readWrite());
        whole.add(view.home().folder());
        for (Path folder : whole) {
            try (Stream<Path> parts = Files.walk(folder, DEEPEST)) {
                given.addAll(parts.toList());
            }
        }
        return given;
    }

    /// What stands before a program to make it run as this person; nothing for whoever runs this process.
    List<String> before() {
        Path setpriv = setpriv();
        return self().uid == uid || setpriv == null
                ? List.of()
                : List.of(setpriv.toString(), "--reuid=" + uid, "--regid=" + gid, "--clear-groups", "--");
    }

    static @Nullable Path setpriv() {
        return SETPRIV.stream().filter(Files::isExecutable).findFirst().orElse(null);
    }

    private static int number(Path path, String attribute) {
        try {
            return (Integer) Files.getAttribute(path, attribute);
        } catch (IOException trouble) {
            throw new SandboxRefused("nothing was started, because " + path + " cannot be looked at: "
                    + trouble.getMessage() + ". Was it moved or deleted?");
        }
    }
}
