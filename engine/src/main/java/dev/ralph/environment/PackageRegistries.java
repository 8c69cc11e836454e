package dev.ralph.environment;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// Where the user's own tools fetch packages from, as they say themselves.
///
/// @param hosts     as `host` or `host:port`
/// @param variables that tell the same to tools which do not see the user's settings; no address with a password in it
public record PackageRegistries(List<String> hosts, Map<String, String> variables) {
    private static final int LONGEST = 1 << 20;
    private static final long PATIENCE_SECONDS = 5;
    private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s'\"<>,|]+");
    private static final Pattern MAVEN = Pattern.compile("<url>\\s*(https?://[^\\s<]+)\\s*</url>");

    public PackageRegistries {
        hosts = List.copyOf(hosts);
        variables = Map.copyOf(variables);
    }

    /// @param tools as the test suites of the project name them
    public static PackageRegistries of(Collection<String> tools, Path project, Map<String, String> environment) {
        Set<String> hosts = new LinkedHashSet<>();
        Map<String, String> variables = new TreeMap<>();
        List<Future<Map<String, String>>> asked = new ArrayList<>();
        try (ExecutorService together = Executors.newVirtualThreadPerTaskExecutor()) {
            for (String tool : new LinkedHashSet<>(tools)) {
                asked.add(together.submit(() -> new Asking(project, environment).of(tool)));
            }
        }
        for (Future<Map<String, String>> answers : asked) {
            answers.resultNow().forEach((name, address) -> {
                URI uri = uri(address);
                if (uri != null) {
                    hosts.add(uri.getPort() < 0 && uri.getScheme().equals("http") ? uri.getHost() + ":80" : host(uri));
                    if (!name.startsWith("-") && uri.getUserInfo() == null) {
                        variables.put(name, address);
                    }
                }
            });
        }
        return new PackageRegistries(List.copyOf(hosts), variables);
    }

    private static String host(URI uri) {
        return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    }

    private static @Nullable URI uri(String address) {
        try {
            URI uri = URI.create(address);
            return uri.getHost() == null || uri.getScheme() == null ? null : uri;
        } catch (IllegalArgumentException noAddress) {
            return null;
        }
    }

    /// Answers are addresses by the name of a variable, or by a name with a dash where no variable takes them.
    private record Asking(Path project, Map<String, String> environment) {
        Map<String, String> of(String tool) {
            return switch (tool) {
                case "npm", "pnpm", "yarn", "bun run" ->
                    first("npm_config_registry", said("npm", "config", "get", "registry"));
                case "pytest", "unittest" -> pip();
                case "Maven", "Gradle" -> maven();
                case "go" -> go();
                case "cargo" -> cargo();
                default -> Map.of();
            };
        }

        private Map<String, String> pip() {
            Map<String, String> found = new TreeMap<>();
            for (String line :
                    said("python3", "-m", "pip", "config", "list").lines().toList()) {
                String key = line.replaceFirst("=.*", "");
                if (key.endsWith(".index-url")) {
                    found.putAll(first("PIP_INDEX_URL", line));
                } else if (key.endsWith(".extra-index-url")) {
                    found.putAll(first("PIP_EXTRA_INDEX_URL", line));
                }
            }
            if (!found.containsKey("PIP_INDEX_URL")) { // its help names the usual one
                String help = said("python3", "-m", "pip", "install", "--help").replaceAll("\\s+", " ");
                found.putAll(first("-pip", help.replaceFirst(".*--index-url", "")));
            }
            return found;
        }

        private Map<String, String> go() {
            Map<String, String> found = new TreeMap<>();
            int number = 0;
            Matcher proxy = ADDRESS.matcher(said("go", "env", "GOPROXY"));
            while (proxy.find()) {
                found.put("-go-" + number++, proxy.group());
            }
            String sums = said("go", "env", "GOSUMDB").strip().replaceFirst("\\+.*", "");
            if (!sums.isEmpty() && !sums.equals("off") && sums.indexOf(' ') < 0) {
                found.put("-go-sums", "https://" + sums);
            }
            return found;
        }

        /// What its settings and its own model name.
        private Map<String, String> maven() {
            Map<String, String> found = new TreeMap<>();
            String home = environment.getOrDefault("HOME", "");
            List<String> texts = new ArrayList<>(
                    List.of(text(project.resolve("pom.xml")), text(Path.of(home, ".m2", "settings.xml"))));
            Path top = home(program("mvn"));
            if (top != null) {
                texts.add(text(top.resolve("conf/settings.xml")).replaceAll("(?s)<!--.*?-->", ""));
                texts.add(model(top.resolve("lib")));
            }
            for (String text : texts) {
                Matcher address = MAVEN.matcher(text);
                while (address.find() && found.size() < 10) {
                    found.put("-maven-" + found.size(), address.group(1));
                }
            }
            return found;
        }

        /// What every model inherits from.
        private static String model(Path lib) {
            try (Stream<Path> jars = Files.list(lib)) {
                Path jar = jars.filter(
                                file -> file.getFileName().toString().matches("maven-model-builder-[0-9.]+\\.jar"))
                        .findFirst()
                        .orElse(null);
                if (jar == null) {
                    return "";
                }
                try (ZipFile zip = new ZipFile(jar.toFile())) {
                    var entry = zip.getEntry("org/apache/maven/model/pom-4.0.0.xml");
                    return entry == null ? "" : read(zip.getInputStream(entry));
                }
            } catch (IOException unreadable) {
                return "";
            }
        }

        private Map<String, String> cargo() {
            Path home =
                    Path.of(environment.getOrDefault("CARGO_HOME", environment.getOrDefault("HOME", "") + "/.cargo"));
            String text = text(home.resolve("config.toml"));
            Map<String, String> found = new TreeMap<>();
            Matcher address = ADDRESS.matcher(text);
            while (address.find() && found.size() < 10) {
                found.put("-cargo-" + found.size(), address.group());
            }
            return found;
        }

        private static Map<String, String> first(String name, String text) {
            Matcher address = ADDRESS.matcher(text);
            return address.find() ? Map.of(name, address.group()) : Map.of();
        }

        /// As the user's own PATH has it.
        private @Nullable Path program(String name) {
            for (String entry : environment.getOrDefault("PATH", "").split(":")) {
                Path file = entry.startsWith("/") ? Path.of(entry, name) : null;
                if (file != null && Files.isExecutable(file)) {
                    return file;
                }
            }
            return null;
        }

        /// What it was installed with: the folder above that of the program itself.
        private static @Nullable Path home(@Nullable Path program) {
            try {
                Path bin = program == null ? null : program.toRealPath().getParent();
                return bin == null ? null : bin.getParent();
            } catch (IOException unreadable) {
                return null;
            }
        }

        private static String text(Path file) {
            try (InputStream in = Files.newInputStream(file)) {
                return read(in);
            } catch (IOException unreadable) {
                return "";
            }
        }

        private static String read(InputStream in) throws IOException {
            return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
        }

        /// What a tool prints; nothing where it is not there or takes too long.
        private String said(String... words) {
            Path program = program(words[0]);
            if (program == null) {
                return "";
            }
            try {
                List<String> line = new ArrayList<>(List.of(words));
                line.set(0, program.toString());
                ProcessBuilder builder = new ProcessBuilder(line)
                        .directory(project.toFile())
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD);
                builder.environment().clear();
                builder.environment().putAll(environment);
                Process process = builder.start();
                String out = read(process.getInputStream());
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
                return out;
            } catch (IOException cannotRun) {
                return "";
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return "";
            }
        }
    }
}
