package dev.ralph.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.fault.FaultPoint;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    Path folder;

    @Test
    void no_other_file_is_written_through_a_link_in_the_place_of_the_file_or_of_its_draft() throws Exception {
        Path mine = Files.writeString(folder.resolve("mine"), "mine");
        Path file = folder.resolve("file");
        for (String name : new String[] {"file", "file.new"}) {
            Files.createSymbolicLink(folder.resolve(name), mine);
        }

        WholeFile.write(FaultPoint.TASK_FILE, file, "text");
        assertThat(file).hasContent("text").isRegularFile();
        Files.createSymbolicLink(folder.resolve("file.new"), mine);
        WholeFile.writeDurably(FaultPoint.TASK_FILE, file, "more");
        assertThat(Files.isSymbolicLink(file)).isFalse();
        assertThat(file).hasContent("more");
        Files.createSymbolicLink(folder.resolve("copy.new"), mine);
        WholeFile.copy(FaultPoint.TASK_FILE, file, folder.resolve("copy"));
        assertThat(folder.resolve("copy")).hasContent("more");

        assertThat(mine).hasContent("mine");
    }

    @Test
    void what_a_link_leads_to_is_not_copied() throws Exception {
        Path link =
                Files.createSymbolicLink(folder.resolve("link"), Files.writeString(folder.resolve("secret"), "secret"));

        assertThatThrownBy(() -> WholeFile.copy(FaultPoint.TASK_FILE, link, folder.resolve("copy")))
                .isInstanceOf(java.io.IOException.class);

        assertThat(folder.resolve("copy")).doesNotExist();
    }
}
