package dev.ralph.survey;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `build.gradle` or `settings.gradle`, in Groovy or Kotlin, with the wrapper if there is one.
final class GradleFinder implements SuiteFinder {
    private static final List<String> SETTINGS = List.of("settings.gradle", "settings.gradle.kts");
    private static final List<String> FILES =
            List.of("settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts");
    private static final String WRAPPER = "gradle/wrapper/gradle-wrapper.properties";
    private static final Pattern VERSION = Pattern.compile("gradle-(\\d{1,4})(?:\\.(\\d{1,4}))?");

    @Override
    public Optional<TestSuite> in(SurveyedFolder folder, List<TestSuite> found, List<String> notes) {
        String file = folder.first(FILES);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        boolean wrapped = folder.has("gradlew");
        String program = wrapped ? folder.isExecutable("gradlew") ? "./gradlew" : "sh ./gradlew" : "gradle";
        // tests that did not change would not run again, and then there would be no report of ours
        String again = canRerun(folder) ? "test --rerun" : "cleanTest test --no-build-cache";
        return Optional.of(new TestSuite(
                "Gradle",
                folder.name(),
                program + " --no-daemon --console=plain --continue " + again,
                List.of("**/build/test-results/**/*.xml"),
                null,
                file + (wrapped ? ", gradlew" : ""),
                null));
    }

    private static boolean canRerun(SurveyedFolder folder) {
        Matcher version = VERSION.matcher(folder.text(WRAPPER));
        if (!version.find()) {
            return true;
        }
        int major = Integer.parseInt(version.group(1));
        int minor = version.group(2) == null ? 0 : Integer.parseInt(version.group(2));
        return major > 7 || (major == 7 && minor >= 6);
    }

    /// A folder with settings of its own is a build of its own.
    @Override
    public boolean covers(SurveyedFolder above, SurveyedFolder below) {
        return !above.first(FILES).isEmpty() && below.first(SETTINGS).isEmpty();
    }
}
