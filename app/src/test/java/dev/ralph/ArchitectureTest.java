package dev.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Holds the code of all modules to the tables in ARCHITECTURE.md. It lives in `app`, which sees the other
/// modules.
class ArchitectureTest {

    private static final Path REPOSITORY = Path.of(System.getProperty("ralph.repository"));
    private static final String ROOT = "dev.ralph";

    /// From the package's name to the first sentence of its package-info.java.
    private static final Map<String, String> PURPOSES = new TreeMap<>();

    private static ArchitectureDocument document = new ArchitectureDocument(Map.of(), Map.of(), 0);
    private static JavaClasses classes = new ClassFileImporter().importClasses();

    @BeforeAll
    static void read() throws IOException {
        document = ArchitectureDocument.read(REPOSITORY);
        // Our own classes say all we ask; reading the JDK's and the libraries' too would take seconds.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.ralph");
        for (String module : List.of("testkit", "engine", "builtin", "mcp", "app")) {
            readPurposes(REPOSITORY.resolve(module).resolve("src/main/java/dev/ralph"));
        }
    }

    @Test
    void every_package_has_a_row_and_every_row_a_package() {
        List<String> problems = new ArrayList<>();
        PURPOSES.forEach((name, purpose) -> {
            if (!document.packages().containsKey(name)) {
                problems.add(
                        "add this row to the package table:\n| `%s` | %s | %s |".formatted(name, purpose, used(name)));
            }
        });
        document.packages().keySet().stream()
                .filter(name -> !PURPOSES.containsKey(name))
                .forEach(name -> problems.add("remove the row of `" + name + "`: there is no such package"));

        assertThat(problems).isEmpty();
    }

    @Test
    void the_purpose_is_the_first_sentence_of_package_info() {
        List<String> problems = new ArrayList<>();
        document.packages().values().forEach(row -> {
            String sentence = PURPOSES.getOrDefault(row.name(), row.purpose());
            if (!sentence.equals(row.purpose())) {
                problems.add("`%s`: the table says \"%s\", package-info.java says \"%s\""
                        .formatted(row.name(), row.purpose(), sentence));
            }
        });

        assertThat(problems).isEmpty();
    }

    @Test
    void a_package_uses_only_what_its_row_allows() {
        Set<String> problems = new TreeSet<>();
        for (JavaClass type : classes) {
            String from = packageOf(type);
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String to = packageOf(dependency.getTargetClass());
                if (isOurs(dependency.getTargetClass())
                        && !to.equals(from)
                        && !document.mayUse(from).contains(to)) {
                    problems.add("`%s` uses `%s`, which its row does not allow: %s"
                            .formatted(from, to, dependency.getDescription()));
                }
            }
        }

        assertThat(problems).isEmpty();
    }

    @Test
    void a_row_allows_only_rows_above_it_so_there_is_no_cycle() {
        List<String> problems = new ArrayList<>();
        Set<String> above = new HashSet<>();
        document.packages().values().forEach(row -> {
            row.mayUse().stream()
                    .filter(used -> !above.contains(used))
                    .forEach(used -> problems.add(
                            "`%s` may use `%s`, which does not stand above it".formatted(row.name(), used)));
            above.add(row.name());
        });

        assertThat(problems).isEmpty();
    }

    @Test
    void only_owners_reach_the_outside_world() {
        Map<String, String> problems = new TreeMap<>();
        for (OutsideWorld world : OutsideWorld.values()) {
            assertThat(document.owners()).as("the table of owners").containsKey(world.word());
            Set<String> owners = document.owners().getOrDefault(world.word(), Set.of());
            for (JavaAccess<?> access : accesses(classes, world)) {
                String origin = packageOf(access.getOriginOwner());
                if (!owners.contains(origin)) {
                    String cure = "take it as a constructor parameter, or add `%s` to the owners of \"%s\""
                            .formatted(origin, world.word());
                    problems.putIfAbsent(cure, access.getDescription());
                }
            }
        }

        assertThat(problems).isEmpty();
    }

    /// What the command line can do a program can do, because both do it by [Ralph].
    @Test
    void the_command_line_uses_nothing_below_ralph_to_open_run_prove_or_clean() {
        Set<String> below = Set.of(
                "SqliteJournal",
                "FileLeases",
                "FileRequests",
                "Engine",
                "EngineOptions",
                "LoopAssembler",
                "AcceptanceChecks",
                "ChecksBeforeWork",
                "Audit",
                "Conservation",
                "OldAttempts",
                "Workspaces",
                "ProjectCleanRooms");
        Set<String> problems = new TreeSet<>();
        for (JavaClass type : classes) {
            type.getDirectDependenciesFromSelf().stream()
                    .filter(_ -> packageOf(type).equals("cli"))
                    .filter(dependency ->
                            below.contains(dependency.getTargetClass().getSimpleName()))
                    .forEach(dependency -> problems.add(dependency.getDescription()));
        }

        assertThat(problems).isEmpty();
    }

    @Test
    void every_owner_is_a_package() {
        document.owners()
                .forEach((what, owners) -> assertThat(document.packages().keySet())
                        .as("owners of \"%s\"", what)
                        .containsAll(owners));
    }

    @Test
    void the_document_stays_short() {
        assertThat(document.length()).isLessThan(150);
    }

    /// The control: each way to the outside world is noticed in a class that goes it.
    @Test
    void a_planted_call_is_noticed() {
        JavaClasses planted = new ClassFileImporter().importClasses(Planted.class);

        for (OutsideWorld world : OutsideWorld.values()) {
            assertThat(accesses(planted, world)).as(world.word()).hasSize(1);
        }
    }

    @SuppressWarnings("unused")
    private static final class Planted {
        Instant clock() {
            return Instant.now();
        }

        double random() {
            return Math.random();
        }

        Process process() throws IOException {
            return Runtime.getRuntime().exec(new String[] {"true"});
        }

        boolean files() {
            return Files.exists(Path.of("x"));
        }
    }

    private static List<JavaAccess<?>> accesses(JavaClasses all, OutsideWorld world) {
        List<JavaAccess<?>> found = new ArrayList<>();
        for (JavaClass type : all) {
            Stream.concat(type.getAccessesFromSelf().stream(), type.getCodeUnitReferencesFromSelf().stream())
                    .distinct()
                    .filter(world::isReachedBy)
                    .forEach(found::add);
        }
        return found;
    }

    private static String used(String name) {
        Set<String> used = new TreeSet<>();
        for (JavaClass type : classes) {
            if (packageOf(type).equals(name)) {
                type.getDirectDependenciesFromSelf().stream()
                        .map(Dependency::getTargetClass)
                        .filter(ArchitectureTest::isOurs)
                        .map(target -> "`" + packageOf(target) + "`")
                        .forEach(used::add);
            }
        }
        used.remove("`" + name + "`");
        return String.join(", ", used);
    }

    private static boolean isOurs(JavaClass type) {
        return isOurs(type.getPackageName());
    }

    private static boolean isOurs(String name) {
        return name.equals(ROOT) || name.startsWith(ROOT + ".");
    }

    private static String packageOf(JavaClass type) {
        String name = type.getPackageName();
        return isOurs(name) && !name.equals(ROOT) ? name.substring(ROOT.length() + 1) : name;
    }

    private static void readPurposes(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path source : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                Path folder = source.resolveSibling("");
                String below = root.relativize(folder).toString().replace('/', '.');
                String name = below.isEmpty() ? ROOT : below;
                Path info = folder.resolve("package-info.java");
                PURPOSES.put(name, Files.exists(info) ? firstSentence(Files.readString(info)) : "no package-info.java");
            }
        }
    }

    private static String firstSentence(String packageInfo) {
        String comment = packageInfo
                .lines()
                .takeWhile(line -> line.startsWith("///") && !line.equals("///"))
                .map(line -> line.substring(3).strip())
                .reduce((a, b) -> a + " " + b)
                .orElse("");
        int end = comment.indexOf(". ");
        return end < 0 ? comment : comment.substring(0, end + 1);
    }
}
