import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/// The last page of `./check`, read from surefire's reports: what ran, what failed and where, what did not run and why.
///
/// Arguments: Maven's exit code, that of the check of the format, seconds, packages that are missing on this machine.

/// How often something happened in one package.
record Count(int passed, int failed, int skipped) {
    Count plus(Count other) {
        return new Count(passed + other.passed, failed + other.failed, skipped + other.skipped);
    }
}

static final Map<String, Count> counts = new TreeMap<>();
static final List<String> failures = new ArrayList<>();
/// By class and reason: what skips a whole class is told once.
static final Map<String, List<String>> skips = new TreeMap<>();
static final List<String> notRun = new ArrayList<>();

void main(String[] args) throws Exception {
    int mavenCode = Integer.parseInt(args[0]);
    boolean formatted = args[1].equals("0");
    int seconds = Integer.parseInt(args[2]);
    for (String module : List.of("testkit", "engine", "builtin", "mcp", "app", "bench")) {
        readModule(module);
    }
    for (String missing : List.of(args).subList(3, args.length)) {
        notRun.add("what needs the package " + missing + ": it is not installed and cannot be installed from here");
    }
    if (mavenCode != 0) {
        notRun.add("the rest of the build: Maven stopped with exit code " + mavenCode + ", its [ERROR] lines are above");
    }
    if (!formatted) {
        failures.add("the format of the sources\n      run mvn spotless:apply; what is wrong where is at the top of the output");
    }
    Count total = counts.values().stream().reduce(new Count(0, 0, 0), Count::plus);
    print(total, seconds);
    boolean good = mavenCode == 0 && formatted && total.failed() == 0 && total.passed() > 0;
    if (good) {
        return;
    }
    System.exit(1);
}

static void readModule(String module) throws Exception {
    Path reports = Path.of(module, "target", "surefire-reports");
    boolean hasTests = Files.isDirectory(Path.of(module, "src", "test", "java"));
    if (!Files.isDirectory(reports)) {
        if (hasTests) {
            notRun.add("the tests of " + module + ": there are no reports of them");
        }
        return;
    }
    var builder = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
    try (Stream<Path> files = Files.list(reports)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".xml")).sorted().toList()) {
            NodeList cases = builder.parse(file.toFile()).getElementsByTagName("testcase");
            for (int i = 0; i < cases.getLength(); i++) {
                count(module, (Element) cases.item(i));
            }
        }
    }
}

static void count(String module, Element test) {
    String type = test.getAttribute("classname");
    String name = type.substring(type.lastIndexOf('.') + 1) + "." + test.getAttribute("name");
    Element failure = child(test, "failure", "error");
    Element skipped = child(test, "skipped");
    if (failure != null) {
        failures.add(name + "\n      " + fileOf(module, type) + "\n      " + firstLine(failure.getAttribute("message"), failure.getTextContent()));
    }
    if (skipped != null) {
        String why = firstLine(skipped.getAttribute("message"), reason(skipped.getTextContent()));
        String where = type.substring(type.lastIndexOf('.') + 1);
        skips.computeIfAbsent(where + ": " + why, _ -> new ArrayList<>()).add(name + ": " + why);
    }
    Count one = failure != null ? new Count(0, 1, 0) : skipped != null ? new Count(0, 0, 1) : new Count(1, 0, 0);
    int end = type.lastIndexOf('.');
    counts.merge(module + "  " + (end < 0 ? "" : type.substring(0, end)), one, Count::plus);
}

/// Of an assumption that did not hold, Surefire keeps only the exception as text.
static String reason(String trace) {
    String line = trace.lines().findFirst().orElse("");
    String words = line.substring(line.indexOf(": ") + 1).strip();
    return words.isEmpty() ? "no reason given" : words.replaceFirst("^Assumption failed: ", "");
}

static Element child(Element test, String... names) {
    for (String name : names) {
        NodeList found = test.getElementsByTagName(name);
        if (found.getLength() > 0) {
            return (Element) found.item(0);
        }
    }
    return null;
}

static String fileOf(String module, String type) {
    int nested = type.indexOf('$');
    String outer = nested < 0 ? type : type.substring(0, nested);
    return module + "/src/test/java/" + outer.replace('.', '/') + ".java";
}

static String firstLine(String message, String otherwise) {
    String text = (message.isBlank() ? otherwise : message).strip();
    String line = text.lines().limit(3).reduce((a, b) -> a + " " + b.strip()).orElse("");
    return line.length() <= 500 ? line : line.substring(0, 500) + "…";
}

static void print(Count total, int seconds) {
    System.out.println("\n==== Ralph: what ran ====");
    counts.forEach((where, c) ->
            System.out.println("  %-40s %5d passed%s%s".formatted(where, c.passed(), some(c.failed(), "failed"), some(c.skipped(), "skipped"))));
    list("failed", failures);
    List<String> skipped = new ArrayList<>();
    skips.forEach((all, each) -> skipped.add(each.size() == 1 ? each.getFirst() : all + " (" + each.size() + " tests)"));
    list("skipped", skipped);
    list("did not run", notRun);
    System.out.println("\ntook " + seconds / 60 + " min " + seconds % 60 + " s");
    System.out.println(total.passed() + " passed, " + total.failed() + " failed, " + total.skipped() + " skipped");
}

static String some(int count, String what) {
    return count == 0 ? "" : ", " + count + " " + what;
}

static void list(String title, List<String> lines) {
    if (!lines.isEmpty()) {
        System.out.println("\n" + title + ":");
        lines.forEach(line -> System.out.println("  - " + line));
    }
}
