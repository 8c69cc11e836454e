package dev.ralph.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real git in a scratch folder.
class TreeMergeTest {
    private static final String LINES = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

    @TempDir
    Path folder;

    Repository repository;
    String base;

    @BeforeEach
    void make() throws IOException {
        repository = Repository.init(folder);
        base = state(Map.of("a", LINES));
    }

    /// The commit of a working tree with these files.
    private String state(Map<String, String> files) throws IOException {
        try (var there = Files.list(folder)) {
            for (Path file : there.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        String tree = repository.snapshot(folder.resolve(".git/private")).tree();
        return repository.commits().make(tree, List.of(), "A state", Map.of());
    }

    private String read(String tree, String name) throws IOException {
        return repository
                .git()
                .must(new byte[0], "cat-file", "blob", tree + ":" + name)
                .stdout();
    }

    @Test
    void what_each_side_changed_is_taken_also_in_one_file() throws IOException {
        String ours = state(Map.of("a", LINES.replace("1", "one"), "b", "b\n"));
        String theirs = state(Map.of("a", LINES.replace("9", "nine"), "c", "c\n"));

        TreeMerge merge = repository.merge(base, ours, theirs);

        assertThat(merge.conflicts()).isEmpty();
        assertThat(read(merge.tree(), "a")).isEqualTo(LINES.replace("1", "one").replace("9", "nine"));
        assertThat(repository.commits().blobs(merge.tree()).keySet())
                .extracting(RawName::toString)
                .containsExactly("a", "b", "c");
        assertThat(repository.merge(base, ours, theirs).tree()).isEqualTo(merge.tree());
    }

    @Test
    void what_both_changed_in_one_place_is_named_and_has_both_versions() throws IOException {
        String ours = state(Map.of("a", LINES.replace("5", "ours"), "both grün", "1\n"));
        String theirs = state(Map.of("a", LINES.replace("5", "theirs"), "both grün", "2\n"));

        TreeMerge merge = repository.merge(base, ours, theirs);

        assertThat(merge.conflicts()).extracting(RawName::toString).containsExactly("a", "both grün");
        assertThat(read(merge.tree(), "a")).contains("\nours\n=======\ntheirs\n");
    }

    @Test
    void what_one_side_deleted_and_the_other_changed_conflicts() throws IOException {
        String ours = state(Map.of());
        String theirs = state(Map.of("a", LINES + "10\n"));

        assertThat(repository.merge(base, ours, theirs).conflicts())
                .extracting(RawName::toString)
                .containsExactly("a");
    }

    @Test
    void what_both_began_with_is_what_is_said_whatever_their_history() throws IOException {
        String ours = state(Map.of("b", "b\n"));
        String theirs = state(Map.of("a", LINES, "c", "c\n"));

        TreeMerge merge = repository.merge(base, ours, theirs);

        assertThat(repository.commits().blobs(merge.tree()).keySet())
                .extracting(RawName::toString)
                .containsExactly("b", "c");
    }

    @Test
    void a_merge_program_of_the_users_does_not_run_and_its_files_conflict() throws IOException {
        Path ran = folder.resolve(".git/ran");
        repository.git().line("config", "merge.mine.driver", "touch " + ran + "; true");
        String attributes = "a merge=mine\n";
        base = state(Map.of("a", LINES, ".gitattributes", attributes));
        String ours = state(Map.of("a", LINES.replace("1", "one"), ".gitattributes", attributes));
        String theirs = state(Map.of("a", LINES.replace("9", "nine"), ".gitattributes", attributes));

        TreeMerge merge = repository.merge(base, ours, theirs);

        assertThat(ran).doesNotExist();
        assertThat(merge.conflicts()).extracting(RawName::toString).containsExactly("a");
    }
}
