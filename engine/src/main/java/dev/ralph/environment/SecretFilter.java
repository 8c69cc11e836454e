package dev.ralph.environment;

import dev.ralph.agent.Agents;
import dev.ralph.loop.ConfinementPolicy;
import dev.ralph.process.Launch;
import dev.ralph.sandbox.PrivateLogin;
import dev.ralph.sandbox.SecretScrubber;
import dev.ralph.sandbox.Secrets;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// Keeps secrets from programs that do not need them, and from what is stored of those that do.
public record SecretFilter(ConfinementPolicy confinement, InheritedVariables inherited) {
    /// What everybody keeps secret, below the home.
    private static final List<String> USUAL = List.of(".git-credentials", ".netrc", ".aws/credentials");

    /// A program sees the variables it needs; what it prints is scrubbed before it is stored.
    Launch of(Launch launch, ProgramToConfine program) {
        return launch.with(confined(launch.environment(), program)).through(scrubber(launch.environment())::scrubbing);
    }

    /// The variables it sees of those it is given.
    public Map<String, String> seen(Map<String, String> given, ProgramToConfine program) {
        return confinement.sandbox() == ConfinementPolicy.Sandbox.OFF ? given : confined(given, program);
    }

    /// Of what Ralph was started with, what any program needs; what Ralph adds itself is meant for the program.
    private Map<String, String> confined(Map<String, String> given, ProgramToConfine program) {
        if (program.chooses() || inherited.pass() != null) {
            return given;
        }
        Map<String, String> confined = new TreeMap<>(given);
        confined.entrySet().removeAll(inherited.all().entrySet());
        confined.putAll(Agents.ordinary(given));
        return confined;
    }

    /// Replaces everything that is known to be secret, whether or not the program could see it.
    public SecretScrubber scrubber(Map<String, String> given) {
        Secrets secrets = secrets(inherited.all(), confinement.visibility().secrets());
        secrets.environment(given);
        inherited.hidden().forEach(secrets::add);
        return secrets.scrubber();
    }

    /// The same for words that agents leave in files, and that others read.
    public UnaryOperator<String> cleaning() {
        return scrubber(Map.of())::scrub;
    }

    /// The same where no program is started.
    ///
    /// @param environment Ralph's own
    /// @param named       as the setting `secrets` has them
    public static UnaryOperator<String> cleaning(Map<String, String> environment, List<String> named) {
        return words -> secrets(environment, named).scrubber().scrub(words);
    }

    private static Secrets secrets(Map<String, String> variables, List<String> named) {
        Path home = Path.of(variables.getOrDefault("HOME", System.getProperty("user.home")));
        List<Path> files = new ArrayList<>(files(named, home));
        USUAL.forEach(name -> files.add(home.resolve(name)));
        Agents.wellKnown().forEach(kind -> files.addAll(PrivateLogin.files(kind.name(), home, variables)));
        files.addAll(keys(home.resolve(".ssh")));
        Secrets secrets = new Secrets().environment(variables).files(files);
        for (String name : named) {
            secrets.add(variables.getOrDefault(name, ""));
        }
        return secrets;
    }

    private static List<Path> keys(Path folder) {
        List<Path> keys = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "id_*")) {
            found.forEach(file -> {
                if (!file.toString().endsWith(".pub")) {
                    keys.add(file);
                }
            });
        } catch (IOException none) { // nobody here uses ssh
            return List.of();
        }
        return keys;
    }

    /// Those of the named secrets that are files.
    static List<Path> files(List<String> named, Path home) {
        List<Path> files = new ArrayList<>();
        for (String name : named) {
            if (name.startsWith("~/")) {
                files.add(home.resolve(name.substring(2)).normalize());
            } else if (name.startsWith("/")) {
                files.add(Path.of(name).normalize());
            }
        }
        return files;
    }
}
