package dev.ralph.store;

import dev.ralph.budget.Counters;
import dev.ralph.budget.Spent;
import dev.ralph.budget.Tokens;
import dev.ralph.loop.Testimony;
import java.util.Map;
import java.util.TreeMap;

/// What an agent said of an attempt, as it is stored.
final class TestimonyForm {
    private TestimonyForm() {}

    static void write(JsonFields json, Testimony testimony) {
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

    static void spent(JsonFields json, Spent spent) {
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

    static Testimony read(JsonBody body) {
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

    static Spent spent(JsonBody body) {
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
