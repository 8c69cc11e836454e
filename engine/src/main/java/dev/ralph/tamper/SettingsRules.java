package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/// The rules about build files and the configuration of test runners.
final class SettingsRules {
    private static final Set<String> WITH_VALUES = Set.of("""
            pom.xml package.json composer.json deno.json deno.jsonc pyproject.toml setup.cfg tox.ini cargo.toml
            tsconfig.json lerna.json nx.json turbo.json""".split("\\s+"));
    private static final Pattern DEPENDENCY = Pattern.compile(
            "(?:(?:test|debug|release|androidtest|kapt|ksp)?(?:implementation|api|compileonly|runtimeonly|annotationprocessor|classpath|platform)\\b.*|id\\b.*version.*|mavencentral\\(\\)|google\\(\\)|version\\s*=.*|group\\s*=.*|require\\b.*|\\)|\\}|\\{|(?:[\\w.-]+\\.[a-z]+/)\\S+ v\\S+.*|module .*|gem .*|dependencies \\{|repositories \\{|plugins \\{)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern TESTING = Pattern.compile(
            ".*(?:test|check|verify|lint|coverage|jacoco|exclude|enabled|ignorefailures|filter|onlyif|skip|exit|true).*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern GRADLE_BENDING = Pattern.compile(
            "enabled\\s*+(?:=\\s*+)?\\(?false|ignorefailures|onlyif|excludetestsmatching|excludetags|includetags|includetestsmatching|exclude\\s*+\\(?['\"]|-x ++test|setenabled|failonnomatchingtests|failfast",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern LESS_COVERED = Pattern.compile(
            "omit|exclude|ignore|all\\s*+[:=]\\s*+false|check-coverage[\"'\\s:=]*+false", Pattern.CASE_INSENSITIVE);

    private static final Pattern REQUIREMENTS = Pattern.compile(".*(?:requirements|constraints).*\\.(?:txt|in)");

    private final FileChange change;
    private final String name;
    private final CheckFiles checks;
    private final Findings findings;

    SettingsRules(FileChange change, CheckFiles checks, Findings findings) {
        this.change = change;
        this.name = change.name().toLowerCase(Locale.ROOT);
        this.checks = checks;
        this.findings = findings;
    }

    void build() {
        if (change.isGone()) {
            TamperRule rule = WatchedKind.isPartOfBuild(name) ? TamperRule.BUILD_STEPS : TamperRule.BUILD_CHECKS;
            findings.add(rule, change.path(), 0, "the build file is gone");
        } else if (WITH_VALUES.contains(name) || name.startsWith("tsconfig")) {
            values();
        } else if (name.equals("gradle.properties")) {
            properties();
        } else if (isMake()) {
            new MakeRules(change, checks, findings).apply();
        } else {
            lines();
        }
    }

    private boolean isMake() {
        return name.equals("makefile") || name.equals("gnumakefile") || name.equals("justfile") || name.endsWith(".mk");
    }

    private void values() {
        Function<String, List<SettingValue>> reader = SettingValues.reader(change.path());
        List<SettingValue> before = reader.apply(change.textBefore());
        List<SettingValue> after = reader.apply(change.textAfter());
        Set<String> paths = new HashSet<>();
        before.forEach(leaf -> paths.add(leaf.path()));
        for (SettingValue leaf : SettingValue.added(after, before)) {
            boolean fresh = !paths.contains(leaf.path());
            judge(leaf, rule(leaf, fresh), fresh ? "was added" : "is new or changed");
        }
        Set<String> now = new HashSet<>();
        after.forEach(leaf -> now.add(leaf.path()));
        for (SettingValue leaf : SettingValue.without(before, after)) {
            if (!now.contains(leaf.path()) || isList(leaf)) {
                judge(leaf, BuildJudge.of(name, leaf, false), "is gone");
            }
        }
    }

    /// Whether a value that goes leaves others of the same name.
    private static boolean isList(SettingValue leaf) {
        return Set.of("module", "members", "include", "files", "workspaces").contains(leaf.last());
    }

    private TamperRule rule(SettingValue leaf, boolean fresh) {
        TamperRule rule = BuildJudge.of(name, leaf, true);
        boolean bends = BuildJudge.isBending(leaf);
        boolean hook = leaf.last().startsWith("pre") || leaf.last().startsWith("post");
        if (leaf.first().equals("scripts") && !bends) {
            boolean named = checks.targets().contains(leaf.last());
            boolean first = fresh || leaf.value().isBlank() || isPlaceholder();
            if (named || leaf.last().equals("test")) {
                return first && !hook
                        ? TamperRule.BUILD_FILE
                        : named ? TamperRule.CHECK_SCRIPT : TamperRule.BUILD_CHECKS;
            }
            return fresh && !hook && rule == TamperRule.BUILD_STEPS ? TamperRule.BUILD_FILE : rule;
        }
        boolean tool = rule == TamperRule.BUILD_CHECKS && WatchedKind.isTool(leaf.last());
        return change.isNew() && !bends && !tool && rule != TamperRule.RUNNER_CONFIG ? TamperRule.BUILD_FILE : rule;
    }

    /// What `npm init` writes.
    private boolean isPlaceholder() {
        return change.textBefore().contains("no test specified");
    }

    private void judge(SettingValue leaf, TamperRule rule, String how) {
        findings.add(rule, change.path(), leaf.line(), "`" + leaf.shown() + "` " + how + in(leaf));
    }

    private static String in(SettingValue leaf) {
        int slash = leaf.path().lastIndexOf('/');
        return slash < 0 ? "" : " in " + TamperExcerpt.line(leaf.path().substring(0, slash));
    }

    private void properties() {
        List<SettingValue> before = SettingValues.sections(change.textBefore());
        for (SettingValue leaf : SettingValue.added(SettingValues.sections(change.textAfter()), before)) {
            boolean steers = leaf.path().startsWith("org/gradle") || leaf.path().startsWith("systemprop");
            judge(leaf, steers ? TamperRule.INTERPRETER_CONFIG : TamperRule.BUILD_FILE, "was added");
        }
    }

    private void lines() {
        for (SettingLine line : SettingLine.added(change)) {
            added(line(line, true), line);
        }
        if (!change.isNew()) {
            for (SettingLine line : SettingLine.removed(change)) {
                TamperRule rule = line(line, false);
                TamperRule kept = rule == TamperRule.BUILD_CHECKS ? TamperRule.BUILD_STEPS : rule;
                findings.add(kept, change.path(), line.number(), "`" + TamperExcerpt.line(line.text()) + "` is gone");
            }
        }
    }

    private void added(TamperRule rule, SettingLine line) {
        findings.add(rule, change.path(), line.number(), "`" + TamperExcerpt.line(line.text()) + "` was added");
    }

    private TamperRule line(SettingLine line, boolean isAdded) {
        String text = line.text();
        boolean gradle = name.endsWith(".gradle") || name.endsWith(".kts");
        boolean bends = BuildJudge.isBending(new SettingValue("", text, line.number()))
                || (gradle && GRADLE_BENDING.matcher(text).find());
        if (bends && isAdded) {
            return TamperRule.BUILD_CHECKS;
        }
        if (REQUIREMENTS.matcher(name).matches()) {
            return isAdded && BuildJudge.isForeign(text) ? TamperRule.BUILD_STEPS : TamperRule.BUILD_FILE;
        }
        if (change.isNew() || DEPENDENCY.matcher(text).matches()) {
            return TamperRule.BUILD_FILE;
        }
        boolean code = name.startsWith("vite.config")
                || gradle
                || name.equals("build.rs")
                || name.equals("noxfile.py")
                || text.startsWith("replace");
        return code || TESTING.matcher(text).matches() ? TamperRule.BUILD_STEPS : TamperRule.BUILD_FILE;
    }

    /// A configuration that nothing else but the runner reads.
    void runner() {
        List<SettingLine> added = new ArrayList<>(SettingLine.added(change));
        added.removeIf(line -> !BuildJudge.isBending(new SettingValue("", line.text(), line.number())));
        for (SettingLine line : added) {
            added(TamperRule.BUILD_CHECKS, line);
        }
        if (added.isEmpty()) {
            String how = change.isNew() ? "is new" : change.isGone() ? "is gone" : "is changed";
            findings.add(TamperRule.RUNNER_CONFIG, change.path(), 0, "the configuration of a test runner " + how);
        }
    }

    void coverage() {
        for (SettingLine line : SettingLine.added(change)) {
            if (LESS_COVERED.matcher(line.text()).find()) {
                added(TamperRule.COVERAGE_LOWERED, line);
            }
        }
        findings.add(TamperRule.RUNNER_CONFIG, change.path(), 0, "the configuration of coverage is changed");
    }
}
