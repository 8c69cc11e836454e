package dev.ralph.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcFilesTest {
    @TempDir
    Path folder;

    @Test
    void a_list_of_children_that_is_cut_off_names_no_stranger() throws Exception {
        List<Integer> children = new ArrayList<>(List.of(123));
        for (int i = 0; i < 20_000; i++) {
            children.add(1_000_000 + i);
        }
        StringBuilder text = new StringBuilder();
        children.forEach(child -> text.append(child).append(' '));
        Path file = Files.writeString(folder.resolve("children"), text);

        List<Integer> read = ProcFiles.numbers(file.toString()).orElseThrow();

        assertThat(read).hasSizeGreaterThan(8000).isEqualTo(children.subList(0, read.size()));
    }
}
