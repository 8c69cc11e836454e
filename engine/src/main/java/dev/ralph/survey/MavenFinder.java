package dev.ralph.survey;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `pom.xml`, with its wrapper if there is one.
final class MavenFinder implements SuiteFinder {
    private static final Pattern MODULE = Pattern.compile("<module>\\s*([^<]{1,500}?)\\s*</module>");

    @Override
    public Optional<TestSuite> in(SurveyedFolder folder, List<TestSuite> found, List<String> notes) {
        if (!folder.has("pom.xml")) {
            return Optional.empty();
        }
        boolean wrapped = folder.has("mvnw");
        String program = wrapped ? folder.isExecutable("mvnw") ? "./mvnw" : "sh ./mvnw" : "mvn";
        boolean failsafe = folder.says("pom.xml", "maven-failsafe-plugin");
        List<String> reports = new ArrayList<>(List.of("**/target/surefire-reports/TEST-*.xml"));
        if (failsafe) {
            reports.add("**/target/failsafe-reports/TEST-*.xml");
        }
        return Optional.of(new TestSuite(
                "Maven",
                folder.name(),
                program + " -B -ntp " + (failsafe ? "verify" : "test"),
                reports,
                null,
                "pom.xml" + (wrapped ? ", mvnw" : "") + (failsafe ? ", which uses the Failsafe plugin" : ""),
                null));
    }

    @Override
    public boolean covers(SurveyedFolder above, SurveyedFolder below) {
        if (!above.has("pom.xml")) {
            return false;
        }
        Matcher module = MODULE.matcher(above.text("pom.xml"));
        while (module.find()) {
            String name = module.group(1).replaceFirst("/?pom\\.xml$", "");
            if (below.path().equals(above.path().resolve(name).normalize())) {
                return true;
            }
        }
        return false;
    }
}
