package dev.ralph.config;

import java.time.Duration;
import java.util.Map;

/// @param zero whether no time at all makes sense
record DurationKind(Zero zero) implements Kind<Duration> {
    enum Zero {
        ALLOWED,
        REFUSED
    }

    @Override
    public Duration read(Written written, Base base) throws Misfit {
        if (!(written instanceof Written.Text text)
                || text.meaning() == Meaning.NOTHING
                || text.meaning() == Meaning.TRUTH) {
            throw Misfit.expected(written, expected());
        }
        Duration value;
        try {
            value = DurationText.parse(text.value());
        } catch (IllegalArgumentException e) {
            throw new Misfit(written, Shown.shortenedMessage(e));
        }
        if (value.isZero() && zero == Zero.REFUSED) {
            throw Misfit.expected(written, expected());
        }
        return value;
    }

    @Override
    public String text(Duration value) {
        return DurationText.brief(value);
    }

    @Override
    public String expected() {
        return switch (zero) {
            case ALLOWED -> "a duration such as 500ms, 5s, 10m or 1h30m";
            case REFUSED -> "a duration longer than 0s, such as 500ms, 5s, 10m or 1h30m";
        };
    }

    @Override
    public String placeholder() {
        return "DURATION";
    }

    @Override
    public Map<String, Object> schema() {
        String number = "[0-9]+(\\.[0-9]{1,3})?";
        return JsonObject.of(
                "type",
                "string",
                "pattern",
                "^(?=" + (zero == Zero.REFUSED ? ".*[1-9]" : ".") + ")(" + number + "d)?(" + number + "h)?(" + number
                        + "m)?(" + number + "s)?([0-9]+ms)?$");
    }
}
