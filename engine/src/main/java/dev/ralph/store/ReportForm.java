package dev.ralph.store;

import dev.ralph.budget.Counters;
import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import dev.ralph.loop.Report;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Testimony;
import java.util.Map;
import java.util.TreeMap;

/// The report of an attempt as it is stored.
final class ReportForm {
    private ReportForm() {}

    static void write(JsonFields json, Report report) {
        json.open("report");
        json.text("how", report.how().name());
        json.number("code", report.code());
        json.number("pid", report.pid());
        json.text("signal", report.signal() == null ? null : report.signal().name());
        json.text("failure", report.failure());
        json.instant("endedAt", report.endedAt());
        json.duration("took", report.took());
        json.text("proof", report.proof());
        json.flag("leaked", report.leaked());
        captured(json, "stdout", report.stdout());
        captured(json, "stderr", report.stderr());
        Testimony testimony = report.testimony();
        if (testimony != null) {
            testimony(json, testimony);
        }
        json.text("tree", report.tree());
        json.close();
    }

    private static void captured(JsonFields json, String name, Report.Captured captured) {
        json.open(name);
        json.number("bytes", captured.bytes());
        json.number("omitted", captured.omitted());
        json.text("sha256", captured.sha256());
        json.close();
    }

    private static void testimony(JsonFields json, Testimony testimony) {
        json.open("testimony");
        json.text("agent", testimony.agent());
        json.text("version", testimony.version());
        json.text("session", testimony.session());
        json.text("model", testimony.model());
        spent(json, testimony.spent());
        counters(json, testimony.counters());
        json.number("actions", testimony.actions());
        json.number("strange", testimony.strange());
        json.text("remark", testimony.remark());
        Testimony.Hindrance hindrance = testimony.hindrance();
        if (hindrance != null) {
            json.open("hindrance");
            json.text("cure", hindrance.cure().name());
            json.text("words", hindrance.words());
            json.text("evidence", hindrance.evidence());
            if (hindrance.until() != null) {
                json.instant("until", hindrance.until());
            }
            json.close();
        }
        json.close();
    }

    private static void spent(JsonFields json, Spent spent) {
        json.open("spent");
        json.open("models");
        spent.models().forEach((model, tokens) -> {
            json.open(model);
            tokens(json, tokens);
            json.close();
        });
        json.close();
        json.decimal("dollars", spent.dollars());
        json.flag("complete", spent.complete());
        json.close();
    }

    private static void tokens(JsonFields json, Tokens tokens) {
        json.number("input", tokens.input());
        json.number("cacheRead", tokens.cacheRead());
        json.number("cacheWrite", tokens.cacheWrite());
        json.number("output", tokens.output());
    }

    private static void counters(JsonFields json, Counters counters) {
        json.open("counters");
        json.flag("known", counters.known());
        json.open("figures");
        counters.figures().forEach((key, figure) -> {
            json.open(key);
            tokens(json, figure.tokens());
            json.decimal("dollars", figure.dollars());
            json.close();
        });
        json.close();
        json.close();
    }

    static Report read(JsonBody body) {
        return new Report(
                body.constant("how", Report.How.class),
                body.count("code"),
                body.number("pid"),
                body.constantOrNull("signal", Signal.class),
                body.textOrNull("failure"),
                body.instant("endedAt"),
                body.duration("took"),
                body.text("proof"),
                body.flag("leaked"),
                captured(body.child("stdout")),
                captured(body.child("stderr")),
                body.has("testimony") ? testimony(body.child("testimony")) : null,
                body.textOrNull("tree"));
    }

    private static Report.Captured captured(JsonBody body) {
        return new Report.Captured(body.number("bytes"), body.number("omitted"), body.text("sha256"));
    }

    private static Testimony testimony(JsonBody body) {
        return new Testimony(
                body.text("agent"),
                body.textOrNull("version"),
                body.textOrNull("session"),
                body.textOrNull("model"),
                spent(body.child("spent")),
                counters(body.child("counters")),
                body.count("actions"),
                body.count("strange"),
                body.has("hindrance") ? hindrance(body.child("hindrance")) : null,
                body.textOrNull("remark"));
    }

    private static Testimony.Hindrance hindrance(JsonBody body) {
        return new Testimony.Hindrance(
                body.constant("cure", Testimony.Cure.class),
                body.text("words"),
                body.text("evidence"),
                body.has("until") ? body.instant("until") : null);
    }

    private static Spent spent(JsonBody body) {
        JsonBody models = body.child("models");
        Map<String, Tokens> tokens = new TreeMap<>();
        for (String model : models.names()) {
            tokens.put(model, tokens(models.child(model)));
        }
        return new Spent(tokens, body.decimalOrNull("dollars"), body.flag("complete"));
    }

    private static Tokens tokens(JsonBody body) {
        return new Tokens(
                body.number("input"), body.number("cacheRead"), body.number("cacheWrite"), body.number("output"));
    }

    private static Counters counters(JsonBody body) {
        JsonBody figures = body.child("figures");
        Map<String, Counters.Figure> read = new TreeMap<>();
        for (String key : figures.names()) {
            JsonBody figure = figures.child(key);
            read.put(key, new Counters.Figure(tokens(figure), figure.decimalOrNull("dollars")));
        }
        return new Counters(body.flag("known"), read);
    }
}
