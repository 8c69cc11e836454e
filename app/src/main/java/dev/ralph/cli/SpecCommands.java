package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.config.Profile;
import dev.ralph.config.SettingKeys;
import dev.ralph.spec.Criterion;
import dev.ralph.spec.Feature;
import dev.ralph.spec.Marker;
import dev.ralph.spec.Property;
import dev.ralph.spec.Requirement;
import dev.ralph.spec.SpecFinding;
import dev.ralph.spec.SpecFolder;
import dev.ralph.spec.SpecTask;
import dev.ralph.spec.SpecTrace;
import dev.ralph.wording.Amount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `ralph spec new`, `lint` and `show`: the documents of a feature in `.kiro/specs`.
record SpecCommands(CommandContext context) {
    private static final String FEATURE = "FEATURE";

    static Command draft(CommandContext context) {
        return Command.of("spec new", Commands.LOOPS, new SpecCommands(context)::draft)
                .summary("have an agent draft requirements, design and tasks of a feature")
                .options(RunCommand.planned())
                .options(SettingOptions::all)
                .options(RunCommand.spoken())
                .argument(Argument.required(FEATURE, "a name for the feature"))
                .argument(Argument.required("WORDS", "what it should do"))
                .rest("AGENT", "the agent program and its arguments")
                .example(
                        "ralph spec new photo-import \"Copy photos from a card, each once\"",
                        "three documents in .kiro/specs/photo-import, for you to edit");
    }

    static Command lint(CommandContext context) {
        return Command.of("spec lint", Commands.LOOKING, new SpecCommands(context)::lint)
                .summary("find mistakes in the documents of features; exit code 1 when there are more than warnings")
                .options(Commands.place())
                .argument(Argument.optional(FEATURE, "only this feature"))
                .example("ralph spec lint", "file, line and rule of each mistake, in every feature")
                .example("ralph spec lint photo-import --json", "one feature, for a program");
    }

    static Command show(CommandContext context) {
        return Command.of("spec show", Commands.LOOKING, new SpecCommands(context)::show)
                .summary("show a feature's tasks, and which serve, state and test each requirement")
                .options(Commands.place())
                .argument(Argument.optional(FEATURE, "the feature; not needed where there is only one"))
                .example("ralph spec show photo-import", "its tasks, properties and requirements, and their tests");
    }

    private int draft(Invocation typed) throws Exception {
        if (RunCommand.detaches(context, typed) && !RunCommand.plans(typed)) {
            return new DetachedLoop(context).start(typed);
        }
        String name = typed.argument(FEATURE).orElseThrow();
        Ralph ralph = context.ralph(typed);
        SpecFolder folder = new SpecFolder(ralph.folder(), name);
        int code = RunCommand.run(
                context,
                single(typed, ralph),
                project -> project.specDraft(name, typed.argument("WORDS").orElseThrow()));
        if (code == ExitCode.OK && folder.exists()) {
            Console console = context.console(typed);
            console.say("Read and edit these documents now; everything later follows them: "
                    + ralph.folder().relativize(folder.path()));
            console.say("then: ralph spec lint " + name);
        }
        return code;
    }

    /// A draft is one task that ends as a commit, whatever is usual for the agent or in the project.
    private Invocation single(Invocation typed, Ralph ralph) throws IOException {
        Profile profile = ralph.settings().value(SettingKeys.PROFILE);
        boolean chosen = typed.has(SettingKeys.PROFILE.flag())
                && profile.flow(ralph.settings(), ralph.folder(), context.environment())
                        .isEmpty();
        return chosen ? typed : typed.with(SettingKeys.PROFILE.flag(), "task");
    }

    /// The project one stands in: inside an attempt that is its workspace, and in a check the clean room.
    private Ralph here(Invocation invocation) {
        return context.ralph(invocation.has("dir") ? invocation : invocation.with("dir", ""));
    }

    private int lint(Invocation invocation) throws IOException {
        Ralph ralph = here(invocation);
        Optional<String> named = invocation.argument(FEATURE);
        List<String> names = named.isPresent() ? List.of(named.get()) : ralph.features();
        if (names.isEmpty()) {
            ralph.feature(null); // which says what to do
        }
        Console console = context.console(invocation);
        List<SpecFinding> all = new ArrayList<>();
        List<Feature> features = new ArrayList<>();
        for (String name : names) {
            Feature feature = ralph.feature(name);
            features.add(feature);
            for (SpecFinding finding : feature.lint()) {
                all.add(finding);
                console.say(Console.harmless(".kiro/specs/" + name + "/"
                        + finding.file().fileName() + ":" + finding.line() + ": "
                        + (finding.isWarning() ? "warning: " : "") + finding.rule() + ": " + finding.words()));
            }
        }
        console.objects(features, SpecCommands::findings);
        String where = names.size() == 1 ? names.getFirst() : Amount.of(names.size(), "feature");
        console.say(
                where + ": " + (mistakes(all) == 0 ? "no mistakes" + (all.isEmpty() ? "" : ", ") : "") + counted(all));
        return mistakes(all) == 0 ? ExitCode.OK : ExitCode.TROUBLE;
    }

    private static int mistakes(List<SpecFinding> findings) {
        return (int) findings.stream().filter(finding -> !finding.isWarning()).count();
    }

    /// `1 mistake, 2 warnings`, without what there is none of.
    private static String counted(List<SpecFinding> findings) {
        int mistakes = mistakes(findings);
        int warnings = findings.size() - mistakes;
        return (mistakes == 0 ? "" : Amount.of(mistakes, "mistake"))
                + (mistakes == 0 || warnings == 0 ? "" : ", ")
                + (warnings == 0 ? "" : Amount.of(warnings, "warning"));
    }

    private static void findings(JsonOutput json, Feature feature) {
        List<SpecFinding> findings = feature.lint();
        json.field("feature", feature.name());
        json.field("ok", mistakes(findings) == 0);
        json.objects("mistakes", findings, finding -> {
            json.field("file", finding.file().fileName());
            json.field("line", finding.line());
            json.field("rule", finding.rule());
            json.field("warning", finding.isWarning());
            json.field("message", finding.words());
        });
    }

    private int show(Invocation invocation) throws IOException {
        Ralph ralph = here(invocation);
        SpecTrace trace = ralph.trace(ralph.feature(invocation.argument(FEATURE).orElse(null)));
        Console console = context.colored(invocation, ralph.settings());
        json(console, trace);
        page(console, trace).forEach(console::say);
        return ExitCode.OK;
    }

    private static List<String> page(Console console, SpecTrace trace) {
        Feature feature = trace.feature();
        List<String> page = new ArrayList<>();
        List<SpecTask> all = feature.tasks().inOrder();
        long done =
                all.stream().filter(task -> task.marker() == Marker.COMPLETED).count();
        page.add(console.bold(Console.harmless(feature.name())) + "  " + done + " of " + Amount.of(all.size(), "task")
                + " done");
        feature.tasks().tasks().forEach(task -> task(console, page, task, ""));
        if (!feature.design().properties().isEmpty()) {
            page.add("");
            page.add(console.bold("Properties"));
        }
        for (Property property : feature.design().properties()) {
            page.add("  " + property.number() + "  " + Console.harmless(property.title()));
            page.add("     "
                    + console.dim(links(
                            "requirements",
                            property.validates(),
                            "tasks",
                            trace.tasksOfProperty(property.number()),
                            "tests",
                            trace.testsOfProperty(property.number()))));
        }
        if (!feature.requirements().requirements().isEmpty()) {
            page.add("");
            page.add(console.bold("Requirements"));
        }
        for (Requirement requirement : feature.requirements().requirements()) {
            page.add("  " + requirement.id() + "  " + Console.harmless(requirement.title()));
            if (requirement.criteria().isEmpty()) {
                page.add("     " + console.dim(links(trace, requirement.id())));
            }
            for (Criterion criterion : requirement.criteria()) {
                page.add("     " + criterion.id() + "  " + console.dim(links(trace, criterion.id())));
            }
        }
        List<SpecFinding> found = feature.lint();
        if (!found.isEmpty()) {
            page.add("");
            page.add(counted(found) + "; see `ralph spec lint " + feature.name() + "`");
        }
        return page;
    }

    private static void task(Console console, List<String> page, SpecTask task, String indentation) {
        String marks = (task.optional() ? ", optional" : "") + (task.checkpoint() ? ", checkpoint" : "");
        String needs = task.requirements().isEmpty() ? "" : ", requirements " + String.join(", ", task.requirements());
        String behind = marks + needs;
        page.add("  " + indentation + "[" + task.marker().written() + "] " + task.id() + " "
                + Console.harmless(task.title())
                + (behind.isEmpty() ? "" : console.dim("  (" + Console.harmless(behind.substring(2)) + ")")));
        task.children().forEach(child -> task(console, page, child, indentation + "  "));
    }

    private static String links(SpecTrace trace, String requirement) {
        return links(
                "tasks",
                trace.tasks(requirement),
                "properties",
                trace.properties(requirement),
                "tests",
                trace.tests(requirement));
    }

    private static String links(
            String first, List<String> firsts, String second, List<String> seconds, String third, List<String> thirds) {
        return Console.harmless(link(first, firsts) + "; " + link(second, seconds) + "; " + link(third, thirds));
    }

    private static String link(String what, List<String> ids) {
        return ids.isEmpty() ? "no " + what : what + " " + String.join(", ", ids);
    }

    private static void json(Console console, SpecTrace trace) {
        Feature feature = trace.feature();
        console.object(json -> {
            json.field("feature", feature.name());
            json.arrayField("tasks", () -> feature.tasks().tasks().forEach(task -> task(json, task, null)));
            json.objects("properties", feature.design().properties(), property -> {
                json.field("number", property.number());
                json.field("title", property.title());
                json.field("line", property.section().line());
                json.texts("requirements", property.validates());
                json.texts("tasks", trace.tasksOfProperty(property.number()));
                json.texts("tests", trace.testsOfProperty(property.number()));
            });
            json.objects("requirements", feature.requirements().requirements(), requirement -> {
                requirement(
                        json,
                        trace,
                        requirement.id(),
                        requirement.title(),
                        requirement.section().line());
                json.objects(
                        "criteria",
                        requirement.criteria(),
                        criterion -> requirement(
                                json,
                                trace,
                                criterion.id(),
                                criterion.text(),
                                criterion.section().line()));
            });
            List<SpecFinding> found = feature.lint();
            json.field("mistakes", mistakes(found));
            json.field("warnings", found.size() - mistakes(found));
        });
    }

    private static void requirement(JsonOutput json, SpecTrace trace, String id, String title, int line) {
        json.field("id", id);
        json.field("title", title);
        json.field("line", line);
        json.texts("tasks", trace.tasks(id));
        json.texts("properties", trace.properties(id));
        json.texts("tests", trace.tests(id));
    }

    private static void task(JsonOutput json, SpecTask task, @Nullable String parent) {
        json.object(() -> {
            json.field("id", task.id());
            json.field("parent", parent);
            json.field("title", task.title());
            json.code("state", task.marker());
            json.field("optional", task.optional());
            json.field("checkpoint", task.checkpoint());
            json.field("line", task.section().line());
            json.texts("requirements", task.requirements());
            json.texts("properties", task.properties());
        });
        task.children().forEach(child -> task(json, child, task.id()));
    }
}
