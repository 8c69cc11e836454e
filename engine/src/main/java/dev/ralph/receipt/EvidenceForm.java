package dev.ralph.receipt;

import dev.ralph.receipt.Evidence.Again;
import dev.ralph.receipt.Evidence.Author;
import dev.ralph.receipt.Evidence.Claim;
import dev.ralph.receipt.Evidence.Definition;
import dev.ralph.receipt.Evidence.Finding;
import dev.ralph.receipt.Evidence.Occasion;
import dev.ralph.receipt.Evidence.Output;
import dev.ralph.receipt.Evidence.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The JSON form of what a check found out, as `docs/receipt.schema.json` describes it. What is null is left out.
final class EvidenceForm {
    private EvidenceForm() {}

    static Map<String, @Nullable Object> tree(Evidence evidence) {
        Map<String, @Nullable Object> tree = new TreeMap<>();
        Claim claim = evidence.claim();
        tree.put("occasion", word(claim.occasion()));
        tree.put("loop", claim.loop());
        tree.put("task", claim.task());
        tree.put("attempt", claim.attempt());
        tree.put("step", claim.step());
        tree.put("check", check(evidence.check()));
        finding(tree, evidence.finding());
        Subject subject = evidence.subject();
        put(tree, "commit", subject.commit());
        put(tree, "tree", subject.tree());
        put(tree, "baseline", subject.baseline());
        put(tree, "agent", evidence.author().agent());
        put(tree, "model", evidence.author().model());
        tree.put("environment", environment(evidence.environment()));
        tree.put("started", evidence.started().toString());
        tree.put("took_ms", evidence.took().toMillis());
        Output output = evidence.output();
        if (output != null) {
            tree.put("output", Map.of("sha256", output.sha256(), "bytes", output.bytes(), "file", output.file()));
        }
        return tree;
    }

    private static Map<String, Object> check(Definition check) {
        Map<String, Object> tree =
                new TreeMap<>(Map.of("definition", check.text(), "sha256", check.sha256(), "title", check.title()));
        if (check.command() != null) {
            tree.put("command", check.command());
        }
        return tree;
    }

    private static void finding(Map<String, @Nullable Object> tree, Finding finding) {
        tree.put("passed", finding.passed());
        tree.put("exit_code", finding.exitCode());
        put(tree, "reason", finding.reason());
        Again again = finding.again();
        if (again != null) {
            tree.put(
                    "second_run",
                    Map.of(
                            "passed",
                            again.passed(),
                            "exit_code",
                            again.exitCode(),
                            "took_ms",
                            again.took().toMillis()));
        }
        if (!finding.notes().isEmpty()) {
            tree.put("notes", finding.notes());
        }
        if (finding.tests() != null) {
            tree.put("tests", CanonicalJson.parse(finding.tests()));
        }
    }

    private static Map<String, Object> environment(Fingerprint environment) {
        return Map.of(
                "os", environment.os(),
                "kernel", environment.kernel(),
                "arch", environment.arch(),
                "jdk", environment.jdk(),
                "tools", environment.tools(),
                "variables", environment.variables(),
                "variables_sha256", environment.variablesHash(),
                "sandbox", environment.sandbox(),
                "room", word(environment.room()));
    }

    private static void put(Map<String, @Nullable Object> tree, String name, @Nullable Object value) {
        if (value != null) {
            tree.put(name, value);
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    static Evidence evidence(ReceiptFields fields) {
        return new Evidence(
                new Claim(
                        constant(fields, "occasion", Occasion.class),
                        fields.text("loop"),
                        fields.text("task"),
                        fields.count("attempt"),
                        fields.count("step")),
                definition(fields.child("check")),
                finding(fields),
                new Subject(fields.textOrNull("commit"), fields.textOrNull("tree"), fields.textOrNull("baseline")),
                new Author(fields.textOrNull("agent"), fields.textOrNull("model")),
                fingerprint(fields.child("environment")),
                fields.instant("started"),
                Duration.ofMillis(fields.number("took_ms")),
                output(fields.childOrNull("output")));
    }

    private static Definition definition(ReceiptFields check) {
        return new Definition(
                check.text("definition"), check.text("sha256"), check.text("title"), check.textOrNull("command"));
    }

    private static Finding finding(ReceiptFields fields) {
        ReceiptFields again = fields.childOrNull("second_run");
        return new Finding(
                fields.flag("passed"),
                fields.count("exit_code"),
                fields.textOrNull("reason"),
                again == null
                        ? null
                        : new Again(
                                again.flag("passed"),
                                again.count("exit_code"),
                                Duration.ofMillis(again.number("took_ms"))),
                fields.has("tests") ? CanonicalJson.of(fields.object("tests")) : null,
                fields.has("notes") ? fields.texts("notes") : List.of());
    }

    private static Fingerprint fingerprint(ReceiptFields environment) {
        return new Fingerprint(
                environment.text("os"),
                environment.text("kernel"),
                environment.text("arch"),
                environment.text("jdk"),
                environment.pairs("tools"),
                environment.texts("variables"),
                environment.text("variables_sha256"),
                environment.text("sandbox"),
                constant(environment, "room", Fingerprint.Room.class));
    }

    private static @Nullable Output output(@Nullable ReceiptFields output) {
        return output == null ? null : new Output(output.text("sha256"), output.number("bytes"), output.text("file"));
    }

    private static <E extends Enum<E>> E constant(ReceiptFields fields, String field, Class<E> type) {
        String word = fields.text(field);
        try {
            return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException(
                    "its " + field + " is " + Evidence.cut(word, 60) + ", which this Ralph does not know", unknown);
        }
    }
}
