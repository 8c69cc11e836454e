package dev.ralph.cli;

import dev.ralph.git.Repository;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;

/// The scratch repository of `ralph demo`: a check, and the story its agent plays.
record DemoScratch(Path folder, Repository repository) {
    static final String TASK = "Write greet.sh, which greets a person by name: `sh greet.sh Ada` prints `Hello, Ada!`";
    static final String CHECK = "sh test.sh";
    static final String STORY = "story.txt";

    private static final String TEST = """
            # Ralph runs this itself before it believes that the task is done.
            greeting=$(sh greet.sh Ada) && [ "$greeting" = "Hello, Ada!" ] && exit 0
            echo "wanted: Hello, Ada!"
            echo "got:    $greeting"
            exit 1
            """;

    private static final String AGENT = """
            # What the demo's agent does. There is no model: `ralph rehearse` plays these lines in a process.
            # The words are explained in docs/rehearsal.md; change them and run the loop again.

            attempt 1
              say Reading test.sh to see what is wanted
              sleep 500ms
              say Writing greet.sh
              sleep 500ms
              crash

            attempt 2
              say Writing greet.sh, more carefully this time
              sleep 500ms
              hang

            attempt 3
              say Writing greet.sh
              sleep 500ms
              write greet.sh <<END
            echo "Hello!"
            END
              post PROGRESS greet.sh is written and all tests pass
              say All tests pass. The task is done!
              done

            otherwise
              say The check wants the name in the greeting
              sleep 500ms
              write greet.sh <<END
            echo "Hello, $1!"
            END
              say greet.sh names whom it greets now
              done
            """;

    /// @param wanted an empty or missing folder; a new temporary one if there is none
    static DemoScratch make(Optional<Path> wanted) throws IOException {
        if (Repository.version().isEmpty()) {
            throw new BadUsage(
                    "the demo needs git and there is none on the PATH: install it (the package git on Debian,"
                            + " Ubuntu, Fedora and Arch), then run `ralph demo` again");
        }
        Path folder;
        if (wanted.isPresent()) {
            folder = Files.createDirectories(wanted.get().toAbsolutePath().normalize());
            requireEmpty(folder);
        } else {
            folder = temporary();
        }
        Files.writeString(folder.resolve("test.sh"), TEST);
        Files.writeString(folder.resolve(STORY), AGENT);
        Repository repository = Repository.init(folder);
        repository.commit(folder.resolve(".git/ralph-demo-index"), "A repository to try Ralph in", Map.of());
        return new DemoScratch(folder, repository);
    }

    /// As private as the JDK's own temporary folders, with a name that people can type.
    private static Path temporary() throws IOException {
        Path place = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        SecureRandom random = new SecureRandom();
        for (int tries = 1; ; tries++) {
            String name = "ralph-demo-" + Integer.toString(random.nextInt(36 * 36 * 36 * 36), 36);
            try {
                return Files.createDirectory(
                        place.resolve(name),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } catch (FileAlreadyExistsException taken) {
                if (tries == 100) {
                    throw taken;
                }
            }
        }
    }

    private static void requireEmpty(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            if (files.iterator().hasNext()) {
                throw new BadUsage(folder + " is not empty, and the demo makes a new repository: leave out --dir,"
                        + " or name a new folder");
            }
        }
    }
}
