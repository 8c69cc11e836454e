package dev.ralph.config;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A profile, by its name. Which ones there are is found out when somebody asks.
record ProfileKind() implements ValueKind<Profile> {
    private static ChoiceKind<Profile> choice() {
        return new ChoiceKind<>(Profile.all().stream().map(Profile::name).toList(), Profile.all());
    }

    static String help() {
        return Profile.all().stream()
                        .map(profile -> profile.name() + ": " + profile.summary())
                        .collect(Collectors.joining("; "))
                + ".";
    }

    List<String> words() {
        return choice().words();
    }

    @Override
    public Profile read(WrittenValue written, Base base) throws ValueMismatch {
        return choice().read(written, base);
    }

    @Override
    public String text(Profile value) {
        return value.name();
    }

    @Override
    public String expected() {
        return choice().expected();
    }

    @Override
    public String placeholder() {
        return choice().placeholder();
    }

    @Override
    public Map<String, Object> schema() {
        return choice().schema();
    }
}
