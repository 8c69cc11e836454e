package dev.ralph.sim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Seeds whose histories meet the rare windows, remembered in a file: they are played first, so that a simulation of an
/// unchanged machine need not search for them. A change of the code moves the windows to other seeds; the simulation
/// then searches, and `-Dralph.regenerate=true` remembers what it finds.
final class RareSeeds {
    private static final boolean REGENERATE = Boolean.getBoolean("ralph.regenerate");

    private final Path file;
    private final List<Long> remembered = new ArrayList<>();
    private final List<Long> found = new ArrayList<>();

    RareSeeds(String name) throws IOException {
        file = Path.of("src/test/resources/sim").resolve(name + "-seeds.txt");
        if (!REGENERATE) {
            Files.readAllLines(file).forEach(line -> remembered.add(Long.valueOf(line)));
        }
    }

    /// @param number from 0: the remembered ones, then 1, 2, 3 and so on
    long at(long number) {
        return number < remembered.size() ? remembered.get((int) number) : number - remembered.size() + 1;
    }

    /// A seed, beyond those that every simulation plays, met what none before it did.
    void met(long seed) {
        found.add(seed);
    }

    void end() throws IOException {
        if (REGENERATE) {
            Files.write(file, found.stream().map(String::valueOf).toList());
        } else if (!found.isEmpty()) {
            System.out.printf("searched for rare seeds, run it with -Dralph.regenerate=true to remember %s%n", found);
        }
    }
}
