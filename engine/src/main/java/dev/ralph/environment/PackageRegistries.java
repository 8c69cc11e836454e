package dev.ralph.environment;

import dev.ralph.process.ProgramOnPath;
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
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// Where the user's own tools fetch packages from, as they say themselves.
///
/// 1. Nothing that lies in the project is started or tells a tool what to do: this runs unconfined.
/// 2. What the project's files ask for is known, and never among [#hosts].
///
/// @param hosts     as `host` or `host:port`
/// @param variables that tell the same to tools which do not see the user's settings; no address with a password in it
/// @param wanted    other hosts that files of the project name
public record PackageRegistries(List<String> hosts, Map<String, String> variables, List<String> wanted) {
    /// Where tools are started: nobody but root can put a file there for them to find.
    private static final Path NEUTRAL = Path.of("/");

    private static final int LONGEST = 1 << 20;
    private static final long PATIENCE_SECONDS = 5;
    private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s'\"<>,|]+");
    private static final Pattern PASSWORD = Pattern.compile("://[^/\\s]*@");
    private static final Pattern FILE_OF_NPM =
            Pattern.compile("^(?:userconfig|globalconfig) ?= ?\"?(/[^\"\\n]*)\"?$", Pattern.MULTILINE);
    private static final Pattern FILE_OF_PIP = Pattern.compile("^ +(/.*), exists: (?:True|False)$", Pattern.MULTILINE);
    /// Variables that tell such a tool what to do.
    private static final Pattern DECIDING = Pattern.compile(
            "PATH|HOME|XDG_CONFIG_.*|VIRTUAL_ENV|(?:PIP|PYTHON|PYENV|NODE|NPM|NVM)_.*", Pattern.CASE_INSENSITIVE);
    private static final Pattern MAVEN = Pattern.compile("<url>\\s*(https?://[^\\s<]+)\\s*</url>");
    /// Comments, and mirrors that only stand for what Maven must not call: its own settings have one.
    private static final Pattern VOID =
            Pattern.compile("<!--.*?-->|<mirror>(?:(?!</mirror>).)*?<blocked>\\s*true\\s*</blocked>", Pattern.DOTALL);
    /// Those of a project's files, with bounds: such a file may be made to be slow to read.
    private static final Pattern POM = Pattern.compile("<(?:pluginR|r)epository>(?s:.{0,1000}?)" + MAVEN.pattern());

    private static final Pattern NPM =
            Pattern.compile("^[ \\t]*(?:@[^:\\s]+:)?registry[ \\t]*=[ \\t]*\"?(https?://[^\\s\"]+)", Pattern.MULTILINE);
    private static final Pattern REQUIREMENTS =
            Pattern.compile("^[ \\t]*(?:-i|--index-url|--extra-index-url)[ \\t=]+(https?://\\S+)", Pattern.MULTILINE);
    private static final Pattern CARGO = Pattern.compile(
            "^[ \\t]*(?:index|registry)[ \\t]*=[ \\t]*[\"'](?:sparse\\+)?(https?://[^\"'\\s]+)", Pattern.MULTILINE);
    private static final Pattern GRADLE = Pattern.compile("\\burl\\b[^\\n]{0,40}?[\"'](https?://[^\"'\\s]+)");
    private static final String USUAL_OF_PIP = "https://pypi.org/simple";
    private static final String FILES_OF_PIP = "https://files.pythonhosted.org";
    private static final List<String> USUAL_OF_CARGO =
            List.of("https://index.crates.io", "https://static.crates.io", "https://crates.io");

    public PackageRegistries {
        hosts = List.copyOf(hosts);
        variables = Map.copyOf(variables);
        wanted = List.copyOf(wanted);
    }

    /// @param tools   as the test suites of the project name them
    /// @param answers where to remember what they answered
    public static PackageRegistries of(
            Collection<String> tools, Path project, Map<String, String> environment, Path answers) {
        Set<String> hosts = new LinkedHashSet<>();
        Map<String, String> variables = new TreeMap<>();
        Set<String> wanted = new LinkedHashSet<>();
        Map<String, String> own = withoutProject(environment, project);
        for (Map<String, String> answer : asked(new LinkedHashSet<>(tools), new Asking(project, own, answers))) {
            answer.forEach((name, address) -> {
                URI uri = uri(address);
                if (uri != null) {
                    hosts.add(host(uri));
                    if (!name.startsWith("-") && uri.getUserInfo() == null) {
                        variables.put(name, address);
                    }
                }
            });
        }
        for (String tool : tools) {
            for (String address : named(tool, project)) {
                URI uri = uri(address);
                if (uri != null && !hosts.contains(host(uri))) {
                    wanted.add(host(uri));
                }
            }
        }
        return new PackageRegistries(List.copyOf(hosts), variables, List.copyOf(wanted));
    }

    /// Several at the same time: each takes a while to start.
    private static List<Map<String, String>> asked(Set<String> tools, Asking asking) {
        if (tools.size() == 1) {
            return tools.stream().map(asking::of).toList();
        }
        List<Future<Map<String, String>>> asked = new ArrayList<>();
        try (ExecutorService together = Executors.newVirtualThreadPerTaskExecutor()) {
            tools.forEach(tool -> asked.add(together.submit(() -> asking.of(tool))));
        }
        return asked.stream().map(Future::resultNow).toList();
    }

    /// What lies in the project finds no tool and sets none up, not even where it is on the PATH.
    private static Map<String, String> withoutProject(Map<String, String> environment, Path project) {
        Map<String, String> own = new TreeMap<>(environment);
        own.values().removeIf(value -> value.startsWith("/") && isWithin(Path.of(value), project));
        own.put(
                "PATH",
                Stream.of(environment.getOrDefault("PATH", "").split(":"))
                        .filter(entry -> entry.startsWith("/") && !isWithin(Path.of(entry), project))
                        .collect(Collectors.joining(":")));
        return own;
    }

    private static boolean isWithin(Path path, Path project) {
        try {
            return path.startsWith(project) || path.toRealPath().startsWith(project.toRealPath());
        } catch (IOException absent) {
            return false;
        }
    }

    /// What the project's own files name.
    private static List<String> named(String tool, Path project) {
        return switch (tool) {
            case "npm", "pnpm", "yarn", "bun run" -> all(NPM, text(project.resolve(".npmrc")));
            case "pytest", "unittest" -> all(REQUIREMENTS, text(project.resolve("requirements.txt")));
            case "Maven" -> all(POM, withoutTarget(text(project.resolve("pom.xml"))));
            case "Gradle" ->
                Stream.of("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts")
                        .flatMap(file -> all(GRADLE, text(project.resolve(file))).stream())
                        .toList();
            case "cargo" -> all(CARGO, text(project.resolve(".cargo/config.toml")));
            default -> List.of();
        };
    }

    /// Without where it is published to.
    private static String withoutTarget(String pom) {
        int from = pom.indexOf("<distributionManagement>");
        int to = pom.indexOf("</distributionManagement>");
        return from >= 0 && from < to ? pom.substring(0, from) + pom.substring(to) : pom;
    }

    private static List<String> all(Pattern named, String text) {
        return named.matcher(text)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .limit(10)
                .toList();
    }

    private static String host(URI uri) {
        int port = uri.getPort() < 0 && uri.getScheme().equals("http") ? 80 : uri.getPort();
        return port < 0 ? uri.getHost() : uri.getHost() + ":" + port;
    }

    private static @Nullable URI uri(String address) {
        try {
            URI uri = URI.create(address);
            return uri.getHost() == null || uri.getScheme() == null ? null : uri;
        } catch (IllegalArgumentException noAddress) {
            return null;
        }
    }

    private static String text(Path file) {
        if (!Files.isRegularFile(file)) { // not a terminal or a pipe, which would be waited for
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            return read(in);
        } catch (IOException unreadable) {
            return "";
        }
    }

    private static String read(InputStream in) throws IOException {
        return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
    }

    /// Answers are addresses by the name of a variable, or by a name with a dash where no variable takes them.
    private record Asking(Path project, Map<String, String> environment, Path answers) {
        Map<String, String> of(String tool) {
            return switch (tool) {
                // The variable would count more than a file of the project that names another one.
                case "npm", "pnpm", "yarn", "bun run" ->
                    first(named(tool, project).isEmpty() ? "npm_config_registry" : "-npm", npm());
                case "pytest", "unittest" -> pip();
                case "Maven", "Gradle" -> maven();
                case "go" -> go();
                case "cargo" -> cargo();
                default -> Map.of();
            };
        }

        /// It takes longer to start than all else that a plan needs, so its answer is remembered. With it, it says
        /// which
        /// files it is made from.
        private String npm() {
            return remembered("npm", () -> {
                String said = said("npm", "config", "get", "registry", "userconfig", "globalconfig");
                List<Path> files = paths(said, FILE_OF_NPM);
                return new Answer(said, files.size() == 2 ? files : null);
            });
        }

        private Map<String, String> pip() {
            if (program("python3") == null) {
                return Map.of();
            }
            String said = remembered("pip", () -> {
                List<Path> files = paths(pip("config", "debug"), FILE_OF_PIP);
                String list = pip("config", "list");
                boolean hasIndex = list.lines().anyMatch(line -> key(line).endsWith(".index-url"));
                return new Answer(list + "\nusual=" + (hasIndex ? "" : usualOfPip()), files.isEmpty() ? null : files);
            });
            Map<String, String> found = new TreeMap<>();
            for (String line : said.lines().toList()) {
                String key = key(line);
                if (key.endsWith(".index-url")) {
                    found.putAll(first("PIP_INDEX_URL", line));
                } else if (key.endsWith(".extra-index-url")) {
                    found.putAll(first("PIP_EXTRA_INDEX_URL", line));
                } else if (key.equals("usual")) {
                    found.putAll(first("-pip", line));
                }
            }
            if (found.values().stream().anyMatch(address -> address.startsWith(USUAL_OF_PIP))) {
                found.put("-pip-files", FILES_OF_PIP);
            }
            return found;
        }

        /// Its help names it. A Python may have none of its own, only those of its environments.
        private String usualOfPip() {
            String help = pip("install", "--help").replaceAll("\\s+", " ");
            return help.isEmpty() ? USUAL_OF_PIP : help.replaceFirst(".*?--index-url", "");
        }

        /// Isolated, so that it is the installed one, whatever PYTHONPATH names.
        private String pip(String command, String argument) {
            return said("python3", "-I", "-m", "pip", command, argument);
        }

        private static String key(String line) {
            return line.replaceFirst("=.*", "");
        }

        /// @param files that decide it; null where they are not known, so that it is asked again the next time
        private record Answer(String said, @Nullable List<Path> files) {}

        private String remembered(String name, Supplier<Answer> tool) {
            Map<String, String> told = new TreeMap<>(environment);
            told.keySet().removeIf(variable -> !DECIDING.matcher(variable).matches());
            CachedAnswer answer = new CachedAnswer(answers.resolve(name + "-settings"), told);
            String known = answer.read();
            if (known != null) {
                return known;
            }
            long asked = System.currentTimeMillis();
            Answer given = tool.get();
            Path program = program(name.equals("pip") ? "python3" : name);
            List<Path> files = given.files();
            boolean isSecret = PASSWORD.matcher(given.said()).find();
            if (program != null && files != null && !isSecret) {
                List<Path> deciding = new ArrayList<>(files);
                deciding.add(program);
                answer.write(given.said(), asked, deciding);
            }
            return given.said();
        }

        private static List<Path> paths(String said, Pattern named) {
            List<Path> paths = new ArrayList<>();
            Matcher path = named.matcher(said);
            while (path.find()) {
                paths.add(Path.of(path.group(1)));
            }
            return paths;
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

        /// What its settings and the model that every other inherits from name.
        private Map<String, String> maven() {
            List<String> texts = new ArrayList<>(List.of(userFile(".m2/settings.xml")));
            Path top = home(program("mvn"));
            if (top != null) {
                texts.add(text(top.resolve("conf/settings.xml")));
                texts.add(model(top.resolve("lib")));
            }
            return numbered(
                    "-maven-",
                    texts.stream()
                            .flatMap(text -> all(MAVEN, VOID.matcher(text).replaceAll("")).stream())
                            .toList());
        }

        /// The jar of Debian has an `x` for its version.
        private static String model(Path lib) {
            try (Stream<Path> jars = Files.list(lib)) {
                Path jar = jars.filter(
                                file -> file.getFileName().toString().matches("maven-model-builder-[0-9.x]+\\.jar"))
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

        /// Its usual one counts where nothing is put in its place.
        private Map<String, String> cargo() {
            if (program("cargo") == null) {
                return Map.of();
            }
            String home = environment.getOrDefault("CARGO_HOME", "");
            String text = home.startsWith("/")
                    ? text(Path.of(home, "config.toml")) + text(Path.of(home, "config"))
                    : userFile(".cargo/config.toml") + userFile(".cargo/config");
            List<String> named = all(CARGO, text);
            return numbered(
                    "-cargo-",
                    Stream.concat(named.stream(), text.contains("replace-with") ? Stream.of() : USUAL_OF_CARGO.stream())
                            .toList());
        }

        private static Map<String, String> numbered(String name, List<String> addresses) {
            Map<String, String> found = new TreeMap<>();
            addresses.forEach(address -> found.put(name + found.size(), address));
            return found;
        }

        private String userFile(String name) {
            String home = environment.getOrDefault("HOME", "");
            return home.startsWith("/") ? text(Path.of(home, name)) : "";
        }

        private static Map<String, String> first(String name, String text) {
            Matcher address = ADDRESS.matcher(text);
            return address.find() ? Map.of(name, address.group()) : Map.of();
        }

        /// As the user's own PATH has it.
        private @Nullable Path program(String name) {
            return ProgramOnPath.find(environment, name).orElse(null);
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
                        .directory(NEUTRAL.toFile())
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
