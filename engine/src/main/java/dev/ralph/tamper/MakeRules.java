package dev.ralph.tamper;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The rules about makefiles: a recipe that a check asks for is a check script.
record MakeRules(FileChange change, CheckFiles checks, Findings findings) {
    private static final Pattern TARGET = Pattern.compile("([^\\s:=#][^:=#]*+)::?(?!=)(.*)");
    private static final Pattern VARIABLE = Pattern.compile("(?:export\\s++|override\\s++)?([\\w.-]++)\\s*+[:?+!]?=.*");
    private static final Pattern TESTING =
            Pattern.compile("(?:.*[-_])?(?:test|tests|check|checks|verify|lint|ci|coverage|all|default)(?:[-_].*)?");

    private static final String PHONY = ".PHONY";

    /// @param target empty for what stands outside of all recipes
    private record Recipe(String target, String line, int number) {}

    void apply() {
        List<Recipe> before = recipes(change.textBefore());
        List<Recipe> after = recipes(change.textAfter());
        Set<String> old = new HashSet<>();
        before.forEach(recipe -> old.add(recipe.target()));
        Set<String> wanted = wanted(before);
        without(after, before).forEach(recipe -> added(recipe, old, wanted));
        Set<String> phony = phony(after);
        without(before, after).forEach(recipe -> {
            if (recipe.target().equals(PHONY)) {
                noLongerPhony(recipe, phony, wanted);
                return;
            }
            TamperRule rule = wanted.contains(recipe.target())
                    ? TamperRule.CHECK_SCRIPT
                    : TESTING.matcher(recipe.target()).matches() ? TamperRule.BUILD_CHECKS : TamperRule.BUILD_FILE;
            findings.add(
                    rule,
                    change.path(),
                    recipe.number(),
                    "`" + TamperExcerpt.line(recipe.line()) + "` is gone" + of(recipe));
        });
    }

    /// A target that is a file's name is not made where there is such a file.
    private void noLongerPhony(Recipe recipe, Set<String> phony, Set<String> wanted) {
        for (String target : names(recipe)) {
            boolean tests = TESTING.matcher(target).matches();
            if (!phony.contains(target) && (wanted.contains(target) || tests)) {
                findings.add(
                        wanted.contains(target) ? TamperRule.CHECK_SCRIPT : TamperRule.BUILD_CHECKS,
                        change.path(),
                        recipe.number(),
                        "the target `" + TamperExcerpt.line(target)
                                + "` is no longer phony: a file of that name will do");
            }
        }
    }

    private static Set<String> phony(List<Recipe> recipes) {
        Set<String> phony = new HashSet<>();
        recipes.stream().filter(recipe -> recipe.target().equals(PHONY)).forEach(recipe -> phony.addAll(names(recipe)));
        return phony;
    }

    private static List<String> names(Recipe recipe) {
        return List.of(
                recipe.line().substring(recipe.line().indexOf(':') + 1).strip().split("\\s+"));
    }

    private void added(Recipe recipe, Set<String> old, Set<String> wanted) {
        String what = "`" + TamperExcerpt.line(SettingLine.bounded(recipe.line())) + "` was added" + of(recipe);
        findings.add(rule(recipe, old, wanted), change.path(), recipe.number(), what);
    }

    private TamperRule rule(Recipe recipe, Set<String> old, Set<String> wanted) {
        Matcher variable = VARIABLE.matcher(recipe.line());
        boolean outside = recipe.target().isEmpty();
        if (outside && variable.matches()) {
            boolean shell =
                    Set.of("SHELL", ".SHELLFLAGS", "MAKEFLAGS", "MAKE", "PATH").contains(variable.group(1));
            return shell ? TamperRule.CHECK_SCRIPT : change.isNew() ? TamperRule.BUILD_FILE : TamperRule.BUILD_STEPS;
        }
        if ((outside && recipe.line().matches("-?s?include\\b.*"))
                || List.of(".IGNORE", ".ONESHELL").contains(recipe.target())) {
            return TamperRule.BUILD_CHECKS;
        }
        if (wanted.contains(recipe.target()) && (old.contains(recipe.target()) || !change.isNew())) {
            return TamperRule.CHECK_SCRIPT;
        }
        if (BuildJudge.isBending(new SettingValue("", recipe.line(), recipe.number()))) {
            return TamperRule.BUILD_CHECKS;
        }
        boolean tests = old.contains(recipe.target())
                && TESTING.matcher(recipe.target()).matches();
        return tests ? TamperRule.BUILD_CHECKS : TamperRule.BUILD_FILE;
    }

    private static String of(Recipe recipe) {
        return recipe.target().isEmpty() ? "" : " for the target " + TamperExcerpt.line(recipe.target());
    }

    /// The targets that the checks name, and what those need.
    private Set<String> wanted(List<Recipe> before) {
        Set<String> wanted = new HashSet<>();
        if (checks.targets().isEmpty()) {
            return wanted;
        }
        Map<String, String> needs = new HashMap<>();
        String first = null;
        for (Recipe recipe : before) {
            Matcher target = TARGET.matcher(recipe.line());
            if (target.matches()
                    && recipe.line().startsWith(recipe.target())
                    && !recipe.target().isEmpty()) {
                needs.merge(recipe.target(), target.group(2), (one, two) -> one + " " + two);
                first = first == null && !recipe.target().startsWith(".") ? recipe.target() : first;
            }
        }
        List<String> open = new ArrayList<>(checks.targets());
        if (first != null && checks.targets().equals(Set.of(""))) {
            open.add(first);
        }
        while (!open.isEmpty()) {
            String target = open.removeLast();
            if (!target.isEmpty() && wanted.add(target)) {
                open.addAll(List.of(needs.getOrDefault(target, "").strip().split("\\s+")));
            }
        }
        return wanted;
    }

    private static List<Recipe> recipes(String text) {
        List<Recipe> recipes = new ArrayList<>();
        String target = "";
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            boolean indented = line.startsWith("\t") || line.startsWith("    ");
            String plain = line.strip();
            if (!indented && !plain.isEmpty()) {
                Matcher matcher = TARGET.matcher(plain);
                target = matcher.matches() && !VARIABLE.matcher(plain).matches()
                        ? matcher.group(1).strip()
                        : "";
            }
            if (!plain.isEmpty() && !plain.startsWith("#")) {
                recipes.add(new Recipe(target, plain, number));
            }
        }
        return recipes;
    }

    private static List<Recipe> without(List<Recipe> recipes, List<Recipe> others) {
        return FileChange.without(recipes, others, recipe -> List.of(recipe.target(), recipe.line()));
    }
}
