package dev.ralph.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where the login of an agent can be. Whether it still holds only the provider knows.
///
/// @param variables of the environment, any of which is one
/// @param places    files, any of which is or may hold one
public record LoginPlaces(List<String> variables, List<Place> places) {
    private static final long LONGEST = 1 << 20;

    /// For agents that need none, or nobody knows of.
    public static final LoginPlaces UNKNOWN = new LoginPlaces(List.of(), List.of());

    /// @param file below the folder: `~` is the home folder, `$NAME` what a variable names, `.` the project
    /// @param word only with this in it, empty for whatever is in it
    record Place(String folder, String file, String word) {}

    public LoginPlaces {
        variables = List.copyOf(variables);
        places = List.copyOf(places);
    }

    static LoginPlaces of(String... variables) {
        return new LoginPlaces(List.of(variables), List.of());
    }

    /// The same, also in a file.
    LoginPlaces in(String folder, String file) {
        return in(folder, file, "");
    }

    /// The same, also in a file that has this word in it.
    LoginPlaces in(String folder, String file, String word) {
        List<Place> more = new ArrayList<>(places);
        more.add(new Place(folder, file, word));
        return new LoginPlaces(variables, more);
    }

    /// Whether none can be seen. A Mac keeps logins in its key chain, where nobody looks.
    ///
    /// @param environment of the agent
    /// @param project     the folder it works in
    public boolean isMissing(Map<String, String> environment, Path project) {
        boolean mac = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac");
        boolean isKnown = !variables.isEmpty() || !places.isEmpty();
        return isKnown
                && !mac
                && variables.stream()
                        .allMatch(name -> environment.getOrDefault(name, "").isEmpty())
                && places.stream().noneMatch(place -> holds(place, environment, project));
    }

    private static boolean holds(Place place, Map<String, String> environment, Path project) {
        try {
            Path folder = folder(place.folder(), environment, project);
            Path file = folder == null ? null : folder.resolve(place.file());
            if (file == null || !Files.isRegularFile(file) || Files.size(file) == 0) {
                return false;
            }
            return place.word().isEmpty()
                    || Files.size(file) > LONGEST
                    || Files.readString(file).contains(place.word());
        } catch (IOException | InvalidPathException unreadable) {
            return true; // the agent may know better
        }
    }

    private static @Nullable Path folder(String folder, Map<String, String> environment, Path project) {
        if (folder.equals(".")) {
            return project;
        }
        String named = environment.getOrDefault(folder.equals("~") ? "HOME" : folder.substring(1), "");
        return named.isEmpty() ? null : project.resolve(named);
    }
}
