package dev.ralph.sandbox;

import dev.ralph.json.InvalidJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The login of an agent as a private copy of just its credential files. What it promises:
///
/// 1. Nothing else of the agent's settings goes in but [one][CarriedSetting]: they name programs to be run.
/// 2. A file comes back only if it is a plain file of the same owner, not too large, an object of JSON with
///    all parts the old one had, newer than it, and the user's own has not changed meanwhile.
/// 3. The user's file is always either the old or the new one, whole.
/// 4. Nothing outside the private home is read, written or deleted by the name of a copy, whatever links an agent
///    left there.
public final class PrivateLogin {
    /// A credential file of an agent.
    ///
    /// @param variable names the folder in the place of `folder`, if the user has set it
    /// @param folder   below the home
    /// @param returns  whether refreshed tokens are stored there, and nothing but tokens
    record Place(String variable, String folder, String file, Return returns) {
        Path outside(Path home, Map<String, String> environment) {
            String chosen = environment.getOrDefault(variable, "");
            Path below = chosen.startsWith("/") ? Path.of(chosen).resolve(tail()) : home.resolve(folder);
            return below.resolve(file);
        }

        /// Some variables name what holds the program's folder, the others that folder itself.
        private String tail() {
            return HOLD_A_FOLDER.contains(variable)
                    ? String.valueOf(Path.of(folder).getFileName())
                    : "";
        }
    }

    /// Whether a changed file may come back.
    enum Return {
        IF_VALID,
        NEVER
    }

    private static final Set<String> HOLD_A_FOLDER = Set.of("XDG_DATA_HOME", "GEMINI_CLI_HOME");
    private static final long LARGEST = 256 << 10;
    private static final Map<String, List<Place>> KNOWN = Map.of(
            "claude", List.of(new Place("CLAUDE_CONFIG_DIR", ".claude", ".credentials.json", Return.IF_VALID)),
            "codex", List.of(new Place("CODEX_HOME", ".codex", "auth.json", Return.IF_VALID)),
            "gemini",
                    List.of(
                            new Place("GEMINI_CLI_HOME", ".gemini", "oauth_creds.json", Return.IF_VALID),
                            new Place("GEMINI_CLI_HOME", ".gemini", "google_accounts.json", Return.NEVER)),
            "opencode", List.of(new Place("XDG_DATA_HOME", ".local/share/opencode", "auth.json", Return.IF_VALID)),
            "qwen", List.of(new Place("QWEN_HOME", ".qwen", "oauth_creds.json", Return.IF_VALID)),
            // Its settings and its token are one file.
            "copilot", List.of(new Place("COPILOT_HOME", ".copilot", "config.json", Return.NEVER)));

    private final List<Copy> copies = new ArrayList<>();

    private record Copy(Place place, Path outside, PrivateFile inside, String content, FileTime modified) {}

    private PrivateLogin() {}

    /// Where the credentials of an agent lie, whether they exist or not; none for an agent that is not known.
    public static List<Path> files(String agent, Path home, Map<String, String> environment) {
        return places(agent).stream()
                .map(place -> place.outside(home, environment))
                .toList();
    }

    private static List<Place> places(String agent) {
        return KNOWN.getOrDefault(agent, List.of());
    }

    /// The variables that name an agent's own folder; inside it is where it is by default.
    public static List<String> variables(String agent) {
        return places(agent).stream().map(Place::variable).distinct().toList();
    }

    /// Copies the credentials of an agent into a private home. A newer login that is still there, because whoever
    /// should have taken it back died, comes back first: the old one may be worth nothing any more.
    public static PrivateLogin into(Path folder, String agent, Path home, Map<String, String> environment)
            throws IOException {
        PrivateLogin login = new PrivateLogin();
        for (Place place : places(agent)) {
            Path outside = place.outside(home, environment);
            if (Files.isRegularFile(outside) && Files.size(outside) <= LARGEST) {
                PrivateFile inside = new PrivateFile(folder, Path.of(place.folder()), place.file());
                rescue(place, outside, inside, (Integer) Files.getAttribute(folder, "unix:uid"));
                login.copy(place, outside, inside);
            }
        }
        CarriedSetting setting = CarriedSetting.of(agent);
        if (setting != null) {
            setting.into(folder, home, environment, !login.copies.isEmpty());
        }
        return login;
    }

    private static void rescue(Place place, Path outside, PrivateFile inside, int uid) throws IOException {
        FileTime modified = Files.getLastModifiedTime(outside);
        Copy left = new Copy(place, outside, inside, content(Files.readAllBytes(outside)), modified);
        Left found = inside.find(file -> left(left, file)).orElse(Left.NOTHING);
        byte[] bytes = found.bytes();
        if (bytes != null
                && trouble(left, found, uid) == null
                && found.modified().compareTo(modified) > 0) {
            replace(outside, bytes);
        }
    }

    private void copy(Place place, Path outside, PrivateFile inside) throws IOException {
        FileTime modified = Files.getLastModifiedTime(outside);
        byte[] bytes = Files.readAllBytes(outside);
        inside.make(file -> {
            PrivateFile.clear(file);
            write(file, bytes);
            return Files.setLastModifiedTime(file, modified);
        });
        copies.add(new Copy(place, outside, inside, content(bytes), modified));
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(file, bytes, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
    }

    /// Deletes the private copies: a program that has ended needs no login.
    public void forget() throws IOException {
        for (Copy copy : copies) {
            copy.inside().find(Files::deleteIfExists);
        }
    }

    /// Takes refreshed tokens back.
    ///
    /// @param uid to whom the copies belong
    /// @return what was changed but not taken back, with the reason
    public List<String> takeBack(int uid) throws IOException {
        List<String> refused = new ArrayList<>();
        for (Copy copy : copies) {
            Left left = copy.inside().find(file -> left(copy, file)).orElse(Left.NOTHING);
            byte[] bytes = left.bytes();
            if (bytes != null) {
                String trouble = trouble(copy, left, uid);
                if (trouble == null) {
                    replace(copy.outside(), bytes);
                } else {
                    refused.add("the login in " + copy.outside() + " was not renewed: " + trouble);
                }
            }
        }
        return refused;
    }

    /// What the program left in the place of a copy.
    ///
    /// @param bytes null if it is what it was given, or nothing; none if it is no plain file
    @SuppressWarnings("ArrayRecordComponent") // nobody compares or prints it
    private record Left(byte @Nullable [] bytes, int uid, FileTime modified) {
        static final Left NOTHING = new Left(null, -1, FileTime.fromMillis(0));
        static final Left STRANGE = new Left(new byte[0], -1, FileTime.fromMillis(0));
    }

    private static Left left(Copy copy, Path file) throws IOException {
        OpenOption[] plainly = {StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS};
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? Left.STRANGE : Left.NOTHING;
        }
        try (var in = Files.newInputStream(file, plainly)) {
            byte[] bytes = in.readNBytes((int) LARGEST + 1);
            return new Left(
                    content(bytes).equals(copy.content()) ? null : bytes,
                    (Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS),
                    Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException gone) {
            return Left.NOTHING;
        } catch (IOException unreadable) { // it became a link just now
            return Left.STRANGE;
        }
    }

    private static @Nullable String trouble(Copy copy, Left left, int uid) throws IOException {
        byte[] bytes = Objects.requireNonNull(left.bytes());
        if (copy.place().returns() == Return.NEVER) {
            return "it holds more than tokens";
        }
        if (bytes.length == 0 || bytes.length > LARGEST) {
            return "the agent left a file that is empty, too large or not a regular file";
        }
        if (left.uid() != uid) {
            return "another user owns it now";
        }
        if (left.modified().compareTo(copy.modified()) < 0) {
            return "it is older than the one there";
        }
        if (!Files.isRegularFile(copy.outside())
                || !content(Files.readAllBytes(copy.outside())).equals(copy.content())) {
            return "the one there has changed meanwhile";
        }
        try {
            return LoginParts.of(content(bytes)).containsAll(LoginParts.of(copy.content()))
                    ? null
                    : "parts of it are missing";
        } catch (InvalidJson damaged) {
            return "it is damaged";
        }
    }

    /// Byte for character, whatever they mean.
    private static String content(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static void replace(Path file, byte[] bytes) throws IOException {
        Path real = file.toRealPath();
        Path beside = real.resolveSibling(real.getFileName() + ".ralph-new");
        Files.deleteIfExists(beside);
        write(beside, bytes);
        Files.setPosixFilePermissions(beside, Files.getPosixFilePermissions(real));
        Files.setOwner(beside, Files.getOwner(real));
        Files.move(beside, real, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
