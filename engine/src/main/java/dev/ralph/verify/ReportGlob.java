package dev.ralph.verify;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/// Which files of a tree are test reports, as people write it: `**/target/surefire-reports/TEST-*.xml`.
public final class ReportGlob {
    private final String text;
    private final List<PathMatcher> matchers = new ArrayList<>();

    /// @throws InvalidCheck saying what is wrong with it
    public ReportGlob(String text) {
        this.text = text.strip();
        if (this.text.isEmpty()) {
            throw new InvalidCheck("reports", "holds an empty pattern");
        }
        if (this.text.startsWith("/") || List.of(this.text.split("/", -1)).contains("..")) {
            throw new InvalidCheck(
                    "reports",
                    "has '" + text + "', which leaves the project: give it relative to the folder the command runs in");
        }
        if (this.text.indexOf('\0') >= 0 || this.text.length() > 1000) {
            throw new InvalidCheck("reports", "holds a pattern that is not a file name: it is too long or holds NUL");
        }
        String variant = this.text.startsWith("./") ? this.text.substring(2) : this.text;
        if (variant.endsWith("/")) {
            variant += "*";
        }
        try {
            matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + variant));
            for (String shorter = variant; shorter.contains("**/"); ) {
                shorter = shorter.replaceFirst("\\*\\*/", "");
                matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + shorter));
            }
        } catch (PatternSyntaxException wrong) {
            throw new InvalidCheck("reports", "has '" + text + "', which is not a pattern: " + wrong.getDescription());
        }
    }

    /// @param file relative to the tree's root
    public boolean matches(Path file) {
        return matchers.stream().anyMatch(matcher -> matcher.matches(file));
    }

    @Override
    public String toString() {
        return text;
    }
}
