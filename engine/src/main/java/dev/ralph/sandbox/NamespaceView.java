package dev.ralph.sandbox;

import dev.ralph.process.Enclosure;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Says a view in the words of bubblewrap. Later words lie over earlier ones, so it goes from the whole to its
/// parts.
final class NamespaceView {
    private static final List<Path> PRIVATE = List.of(Path.of("/tmp"), Path.of("/run"), Path.of("/var/tmp"));
    private static final List<Path> HOMES = List.of(Path.of("/home"), Path.of("/root"));
    private static final List<String> ROOTS_OWN =
            List.of("/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers");
    private static final int MOST_SOCKETS = 256;

    private final SandboxView view;
    private final RunAsUser user;
    private final List<String> words = new ArrayList<>();
    private final TreeSet<Path> hidden = new TreeSet<>();

    private NamespaceView(SandboxView view, RunAsUser user) {
        this.view = view;
        this.user = user;
    }

    static List<String> arguments(SandboxView view, RunAsUser user, SandboxTier tier) {
        NamespaceView said = new NamespaceView(view, user);
        said.namespaces(tier);
        said.machine();
        said.secretsOfRoot();
        said.hideSockets();
        said.places();
        said.secrets();
        said.network();
        return said.words;
    }

    private void namespaces(SandboxTier tier) {
        words.add("--unshare-user");
        if (view.nesting() == SandboxView.Nesting.HELD_BACK && tier.has(SandboxTier.Feature.NO_NESTING)) {
            words.add("--disable-userns");
        }
        words.addAll(List.of("--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--cap-drop", "ALL"));
        if (!(view.network() instanceof SandboxView.Network.Open)) {
            words.add("--unshare-net");
        }
        words.addAll(List.of("--uid", "" + user.uid(), "--gid", "" + user.gid()));
    }

    /// Everything, readable; but nobody else's processes, temporary files, sockets or workspaces.
    private void machine() {
        words.addAll(List.of("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"));
        // Bubblewrap takes /proc/sys for read-only when it is not: root could set the host's core_pattern through it.
        words.addAll(List.of("--ro-bind", "/proc/sys", "/proc/sys"));
        PRIVATE.forEach(this::hide);
        Path overlay = view.overlay();
        Path workspaces = overlay == null ? null : overlay.getParent();
        if (workspaces != null && !view.project().startsWith(workspaces) && workspaces.getNameCount() > 1) {
            hide(workspaces);
        }
    }

    /// What only root could read, and the homes of others, which root can.
    private void secretsOfRoot() {
        if (!RunAsUser.self().isRoot()) {
            return;
        }
        HOMES.forEach(this::hide);
        ROOTS_OWN.forEach(file -> mask(Path.of(file)));
        try (DirectoryStream<Path> keys = Files.newDirectoryStream(Path.of("/etc/ssh"), "ssh_host_*_key")) {
            keys.forEach(this::mask);
        } catch (IOException none) { // no server of ssh here
            return;
        }
    }

    private void hide(Path folder) {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && !isHidden(folder)) {
            words.addAll(List.of("--tmpfs", folder.toString()));
            hidden.add(folder);
        }
    }

    private boolean isHidden(Path path) {
        return path.startsWith(view.home().place()) || hidden.stream().anyMatch(path::startsWith);
    }

    private void mask(Path file) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(file)) {
            words.addAll(List.of("--ro-bind", "/dev/null", file.toString()));
        }
    }

    /// A network namespace does not keep a program from connecting to a socket it can see.
    private void hideSockets() {
        try (var lines = Files.lines(Path.of("/proc/net/unix"))) {
            lines.map(line -> line.substring(line.lastIndexOf(' ') + 1))
                    .filter(name -> name.startsWith("/"))
                    .map(Path::of)
                    .filter(path -> !isHidden(path) && !path.startsWith(view.project()))
                    .distinct()
                    .limit(MOST_SOCKETS)
                    .forEach(this::mask);
        } catch (IOException | RuntimeException unreadable) { // a kernel without /proc/net: nothing is known
            return;
        }
    }

    private void places() {
        TreeMap<Path, String[]> places = new TreeMap<>(NamespaceView::upperFirst);
        view.tools().stream()
                .filter(path -> Files.exists(path) && (user.isRoot() || user.reaches(path, null)))
                .filter(path -> !Files.isSymbolicLink(path) || !isSeen(path.resolveSibling("")))
                .forEach(path -> places.put(path, tool(path)));
        view.readOnly().forEach(path -> places.put(path, bind("--ro-bind", path, path)));
        Path home = view.home().inside(); // over all that lies above it, whatever that shows
        places.put(home, bind("--bind", view.home().folder(), home));
        view.readWrite().forEach(path -> places.put(path, bind("--bind", path, path)));
        Path overlay = view.overlay();
        Path real = real(view.project());
        places.put(
                real,
                overlay == null
                        ? bind("--bind", real, real)
                        : Enclosure.Namespaces.standing(overlay, real).toArray(String[]::new));
        if (overlay == null) {
            for (String file : List.of(".git/hooks", ".git/config", ".git/info")) {
                Path path = real.resolve(file);
                if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                    places.putIfAbsent(path, bind("--ro-bind", path, path));
                }
            }
        }
        places.forEach((place, line) -> {
            if (!isShownBy(places, place, line)) {
                words.addAll(List.of(line));
            }
        });
        if (!real.equals(view.project()) && isHidden(view.project())) {
            add("--symlink", real, view.project());
        }
    }

    /// Not one of the JDK's comparators, which are made at run time.
    private static int upperFirst(Path one, Path other) {
        int higher = Integer.compare(one.getNameCount(), other.getNameCount());
        return higher != 0 ? higher : one.compareTo(other);
    }

    /// Whether the nearest place above shows the same already. Bubblewrap reads all mounts again for each it makes, so
    /// what a hundred programs of one folder add is felt.
    private static boolean isShownBy(Map<Path, String[]> places, Path place, String[] line) {
        if (!isPlain(place, line) || !real(place).equals(place)) {
            return false;
        }
        for (Path above = place.getParent(); above != null; above = above.getParent()) {
            String[] there = places.get(above);
            if (there != null) {
                return isPlain(above, there);
            }
        }
        return false;
    }

    /// Whether a place shows itself, to be read.
    private static boolean isPlain(Path place, String... line) {
        return List.of(line).equals(List.of("--ro-bind", place.toString(), place.toString()));
    }

    /// A program that is a link stays one where it leads to something that is seen, too: it looks for its parts there.
    private String[] tool(Path path) {
        Path real = real(path);
        return Files.isSymbolicLink(path) && isSeen(real)
                ? new String[] {"--symlink", real.toString(), path.toString()}
                : bind("--ro-bind", path, path);
    }

    private boolean isSeen(Path path) {
        return !isHidden(path) || seenAgain(path);
    }

    /// Where something else hides them they are not there to be masked.
    private void secrets() {
        for (Path secret : view.secrets()) {
            boolean shown = isSeen(secret);
            if (shown && Files.isDirectory(secret, LinkOption.NOFOLLOW_LINKS)) {
                words.addAll(List.of("--tmpfs", secret.toString()));
            } else if (shown) {
                mask(secret);
            }
        }
    }

    private boolean seenAgain(Path path) {
        return path.startsWith(view.project())
                || Stream.of(view.tools(), view.readOnly(), view.readWrite())
                        .flatMap(List::stream)
                        .anyMatch(path::startsWith);
    }

    private static String[] bind(String how, Path source, Path place) {
        if (!Files.exists(source, LinkOption.NOFOLLOW_LINKS)) {
            throw new SandboxRefused("nothing was started, because " + source
                    + " is to be seen inside the sandbox and does not exist. Was it moved or deleted?");
        }
        return new String[] {how, source.toString(), place.toString()};
    }

    /// The same name may be reached by links outside that are not there inside.
    private static Path real(Path project) {
        try {
            return project.toRealPath();
        } catch (IOException gone) {
            throw new SandboxRefused("nothing was started, because the project " + project
                    + " cannot be opened: it was moved or deleted, or may not be read");
        }
    }

    private void network() {
        switch (view.network()) {
            case SandboxView.Network.None _ -> {}
            case SandboxView.Network.Port _ ->
                throw new SandboxRefused("nothing was started: a network of its own has no ports of this machine");
            case SandboxView.Network.Proxy proxy -> add("--bind", proxy.socket(), SandboxView.Network.Proxy.INSIDE);
            case SandboxView.Network.Open _ -> {
                Path names = resolver();
                if (names != null && isHidden(names)) {
                    add("--ro-bind", names, names);
                }
            }
        }
    }

    /// Where systemd keeps the addresses of name servers, in a folder that is hidden.
    private static @Nullable Path resolver() {
        try {
            return Path.of("/etc/resolv.conf").toRealPath();
        } catch (IOException none) {
            return null;
        }
    }

    private void add(String how, Path source, Path place) {
        words.addAll(List.of(bind(how, source, place)));
    }
}
