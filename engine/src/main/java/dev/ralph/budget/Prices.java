package dev.ralph.budget;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What models cost. A model that is not in the table has no price: it is not guessed from its relatives.
///
/// Prices are the list prices of the vendors' own interfaces at the basic tier, so what comes out is an estimate: long
/// prompts, priority tiers and caches with a long life cost more, batches and subscriptions less.
public final class Prices {
    private static final String STANDARD = "prices.yaml";

    private final Map<String, Price> models;

    Prices(Map<String, Price> models) {
        this.models = new TreeMap<>(models);
    }

    /// No prices at all.
    public static Prices none() {
        return new Prices(Map.of());
    }

    /// The table that comes with Ralph.
    public static Prices standard() {
        try (InputStream file = Prices.class.getResourceAsStream(STANDARD)) {
            if (file == null) {
                throw new IllegalStateException("the price table " + STANDARD + " is missing in this build of Ralph");
            }
            return parse(STANDARD, new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads a price table; `docs/prices.md` describes the form.
    ///
    /// @param name stands in messages for the file
    /// @throws BadPrices when it cannot be understood, with what is wrong where
    public static Prices parse(String name, String text) {
        return new Prices(new PriceFile(name).read(text));
    }

    /// These prices, with those of the other table in place of ours where it knows the model.
    public Prices overriddenBy(Prices other) {
        Map<String, Price> all = new TreeMap<>(models);
        all.putAll(other.models);
        return new Prices(all);
    }

    /// The price of a model by its name, with or without provider and date.
    public Optional<Price> of(String model) {
        Price exact = models.get(model);
        return Optional.ofNullable(exact != null ? exact : models.get(ModelName.plain(model)));
    }

    /// What the tokens cost; empty when the model has no price here.
    public Optional<BigDecimal> dollars(String model, Tokens tokens) {
        Optional<Price> price = of(model);
        return price.isEmpty() ? Optional.empty() : Optional.of(price.get().of(tokens));
    }

    /// The whole table, sorted by name.
    public Map<String, Price> models() {
        return new TreeMap<>(models);
    }
}
