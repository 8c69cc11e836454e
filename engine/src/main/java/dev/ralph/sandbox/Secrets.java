package dev.ralph.sandbox;

import dev.ralph.json.InvalidJson;
import dev.ralph.json.JsonText;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The secrets that are known and must not be stored: collected from the environment and from credential files.
public final class Secrets {
    private static final int SHORTEST = 8;
    private static final int SHORTEST_LINE = 16;
    private static final int UNGUESSABLE = 20;
    private static final long LARGEST_FILE = 1 << 20;
    private static final Pattern SECRET_NAME = Pattern.compile(
            "key|token|secret|passw|passphrase|pwd$|credential|auth(?!or)|cookie|private|signature|bearer|session_id|dsn",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern HARMLESS = Pattern.compile("[0-9.,:+-]*|true|false|yes|no|/.*|~.*|https?://[^@]*");
    private static final Pattern HAS_DIGITS = Pattern.compile(".*[0-9].*");
    private static final Pattern PASSWORD_IN_URL = Pattern.compile("://[^/@:\\s]*:([^@/\\s]+)@");

    private final Set<String> found = new LinkedHashSet<>();

    /// Whether the name of a variable says that its value is secret.
    public static boolean isNameOfOne(String variable) {
        return SECRET_NAME.matcher(variable).find();
    }

    /// Values of variables whose names say that they are secret, and passwords in addresses anywhere.
    public Secrets environment(Map<String, String> variables) {
        variables.forEach((name, value) -> {
            if (SECRET_NAME.matcher(name).find() && !HARMLESS.matcher(value).matches()) {
                add(value);
            }
            Matcher address = PASSWORD_IN_URL.matcher(value);
            while (address.find()) {
                add(address.group(1));
            }
        });
        return this;
    }

    /// What a credential or key file holds; one that is missing or cannot be read holds nothing that could leak.
    public Secrets files(Collection<Path> files) {
        files.forEach(this::file);
        return this;
    }

    private void file(Path file) {
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= LARGEST_FILE) {
                content(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        } catch (IOException unreadable) { // then no program of this user can tell it
            return;
        }
    }

    private void content(String text) {
        if (!json(text)) {
            text.lines().map(String::strip).filter(line -> !json(line)).forEach(this::line);
        }
    }

    private boolean json(String text) {
        try {
            json("", JsonText.parse(text));
            return true;
        } catch (InvalidJson notJson) {
            return false;
        }
    }

    /// Of a key file each line is secret, of other files the words that look like it.
    private void line(String line) {
        if (line.startsWith("-----") || line.startsWith("#")) {
            return;
        }
        if (line.length() >= SHORTEST_LINE && line.indexOf(' ') < 0 && line.indexOf('=') < 0) {
            add(line);
        }
        Matcher address = PASSWORD_IN_URL.matcher(line);
        while (address.find()) {
            add(address.group(1));
        }
        String[] words = line.split("[\\s=:]+");
        for (int i = 0; i < words.length; i++) {
            boolean named = i > 0 && SECRET_NAME.matcher(words[i - 1]).find();
            if (named
                    || (words[i].length() >= SHORTEST_LINE
                            && HAS_DIGITS.matcher(words[i]).matches())) {
                add(words[i]);
            }
        }
    }

    /// @param name what it is called where it stands, or the list or object around it
    private void json(String name, @Nullable Object value) {
        switch (value) {
            case Map<?, ?> object -> object.forEach((field, member) -> json(String.valueOf(field), member));
            case List<?> list -> list.forEach(item -> json(name, item));
            case String text -> {
                boolean unguessable = text.length() >= UNGUESSABLE && text.indexOf(' ') < 0;
                if (!HARMLESS.matcher(text).matches()
                        && (unguessable || SECRET_NAME.matcher(name).find())) {
                    add(text);
                }
            }
            case null, default -> {} // numbers and the like
        }
    }

    /// A secret, and the forms in which programs print one. What is shorter than eight characters is no secret.
    public Secrets add(String secret) {
        String whole = secret.strip();
        if (whole.length() >= SHORTEST) {
            found.add(whole);
            found.add(whole.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"));
            found.add(URLEncoder.encode(whole, StandardCharsets.UTF_8));
            found.add(Base64.getEncoder().withoutPadding().encodeToString(whole.getBytes(StandardCharsets.UTF_8)));
            if (whole.indexOf('\n') >= 0) {
                whole.lines()
                        .map(String::strip)
                        .filter(line -> line.length() >= SHORTEST_LINE)
                        .forEach(found::add);
            }
        }
        return this;
    }

    public SecretScrubber scrubber() {
        return new SecretScrubber(found);
    }
}
