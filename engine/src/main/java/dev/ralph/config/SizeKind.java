package dev.ralph.config;

import java.util.Map;

/// A number of bytes.
record SizeKind(long least) implements Kind<Long> {
    @Override
    public Long read(Written written, Base base) throws Misfit {
        if (!(written instanceof Written.Text text)
                || text.meaning() == Meaning.NOTHING
                || text.meaning() == Meaning.TRUTH) {
            throw Misfit.expected(written, expected());
        }
        long value;
        try {
            value = ByteText.parse(text.value());
        } catch (IllegalArgumentException e) {
            throw new Misfit(written, Shown.shortenedMessage(e));
        }
        if (value < least) {
            throw Misfit.expected(written, expected());
        }
        return value;
    }

    @Override
    public String text(Long value) {
        return ByteText.format(value);
    }

    @Override
    public String expected() {
        return "a size of at least " + ByteText.format(least) + ", such as 512k, 64MB or 1GiB";
    }

    @Override
    public String placeholder() {
        return "SIZE";
    }

    @Override
    public Map<String, Object> schema() {
        return JsonObject.of("type", "string", "pattern", "^[0-9]+([bB]|[kKmMgGtT]([iI]?[bB])?)$");
    }
}
