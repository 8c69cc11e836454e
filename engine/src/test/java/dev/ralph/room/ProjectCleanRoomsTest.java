package dev.ralph.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.room.CleanRoom.Sight;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProjectCleanRoomsTest extends WithRooms {
    private String sh(String commit, Sight sight, String line) throws Exception {
        try (CleanRoom room = rooms.at(commit, sight)) {
            return programs.sh(room, line);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_room_shows_the_commit_and_nothing_else_of_the_project(Sight sight) throws Exception {
        assume(sight);
        String commit =
                repo.file("src/a", "a\n").file(".gitignore", "ignored\n").commit();
        repo.file("src/a", "dirty\n").file("untracked", "u\n").file("ignored", "i\n");
        assertThat(sh(commit, sight, "find . -path ./.git -prune -o -type f -print | sort; cat src/a"))
                .isEqualTo("./.gitignore\n./src/a\na\n");
        String last = repo.file("src/a", "new\n").commit();
        assertThat(sh(last, sight, "cat src/a untracked")).isEqualTo("new\nu\n");
        assertThat(sh(commit, sight, "cat src/a; ls")).isEqualTo("a\nsrc\n");
    }

    private RoomRepository withSubmodule() throws Exception {
        RoomRepository inner = RoomRepository.in(scratch.resolve("inner"));
        inner.file("deep", "deep\n").commit();
        RoomRepository library = RoomRepository.in(scratch.resolve("library"));
        library.file("code", "1\n");
        for (RoomRepository[] pair : new RoomRepository[][] {{library, inner}, {repo, library}}) {
            pair[0].commit();
            pair[0].git(
                    "-c",
                    "protocol.file.allow=always",
                    "submodule",
                    "-q",
                    "add",
                    pair[1].folder().toString(),
                    "lib");
            pair[0].commit();
        }
        repo.git("-c", "protocol.file.allow=always", "submodule", "-q", "update", "--init", "--recursive");
        return new RoomRepository(repo.folder().resolve("lib"));
    }

    @ParameterizedTest
    @EnumSource
    void submodules_hold_what_the_commit_names_of_them(Sight sight) throws Exception {
        assume(sight);
        RoomRepository checkedOut = withSubmodule();
        String first = repo.commit();
        checkedOut.file("code", "2\n").file("new", "n\n");
        checkedOut.git("-c", "user.name=U", "-c", "user.email=u@example.com", "commit", "-qam", "two");
        String second = repo.commit();
        checkedOut.file("code", "dirty\n");
        String look = "cat lib/code lib/lib/deep; ls lib; git status --porcelain; git -C lib rev-parse --show-prefix";
        assertThat(sh(first, sight, look)).isEqualTo("1\ndeep\ncode\nlib\nlib/\n");
        assertThat(sh(second, sight, look + "; rm -r lib; echo x > lib")).isEqualTo("2\ndeep\ncode\nlib\nlib/\n");
        assertThat(sh(second, sight, look)).isEqualTo("2\ndeep\ncode\nlib\nlib/\n");
        repo.git("rm", "-qf", "lib");
        assertThat(sh(repo.commit(), sight, "ls")).isEmpty();
        assertThat(sh(first, sight, "ls lib")).as("the user has it no more").isEmpty();
    }

    @Test
    void what_somebody_did_to_a_submodule_between_two_rooms_is_made_good() throws Exception {
        assume(Sight.IN_PLACE);
        withSubmodule();
        String commit = repo.commit();
        rooms.at(commit, Sight.IN_PLACE).close();
        Path lib = scratch.resolve("rooms/1/base/tree/lib");
        Files.writeString(lib.resolve("code"), "z\n");
        Files.writeString(lib.resolve("planted"), "p\n");
        assertThat(sh(commit, Sight.IN_PLACE, "cat lib/code; ls lib")).isEqualTo("1\ncode\nlib\n");
    }

    @Test
    void programs_find_it_at_the_path_of_the_project() throws Exception {
        assume(Sight.IN_PLACE);
        String commit = repo.file("sub/a", "a\n").commit();
        rooms = new ProjectCleanRooms(repo.folder().resolve("sub"), scratch.resolve("rooms"));
        assertThat(sh(commit, Sight.IN_PLACE, "pwd; ls .. -a"))
                .isEqualTo(repo.folder().resolve("sub") + "\n.\n..\n.git\nsub\n");
    }

    @ParameterizedTest
    @EnumSource
    void what_programs_write_is_gone_with_the_room(Sight sight) throws Exception {
        assume(sight);
        String commit = repo.file("a", "a\n").file("d/b", "b\n").commit();
        try (CleanRoom room = rooms.at(commit, sight)) {
            programs.sh(room, "echo changed > a; rm -r d; mkdir target; echo x > target/x; git config alias.x '!true'");
            assertThat(programs.sh(room, "cat a; ls; git x")).isEqualTo("changed\na\ntarget\n");
            assertThat(room.written().resolve("target/x")).hasContent("x\n");
        }
        assertThat(sh(commit, sight, "cat a d/b; ls; git status --porcelain; git config alias.x || echo none"))
                .isEqualTo("a\nb\na\nd\nnone\n");
        assertThat(Files.readString(repo.folder().resolve("a"))).isEqualTo("a\n");
        assertThat(repo.git("status", "--porcelain")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void git_works_inside_without_the_user_s_settings(Sight sight) throws Exception {
        assume(sight);
        repo.file("a", "1\n").commit();
        String commit = repo.file("a", "2\n").commit();
        repo.git("config", "alias.diff", "!true");
        repo.git("config", "alias.st", "!echo mine");
        String said = sh(commit, sight, "git rev-parse HEAD; git diff HEAD~1 --shortstat; git st 2>&1 || true");
        assertThat(said).contains(commit, "1 file changed").doesNotContain("mine");
    }

    @Test
    void no_hook_and_no_filter_of_the_repository_has_a_say() throws Exception {
        Path evil = scratch.resolve("evil");
        String line = "sh -c 'touch " + evil + "; echo filtered'";
        repo.file(".gitattributes", "*.txt filter=evil text eol=lf ident\n").file("x.txt", "$Id$\nas it is\n");
        String commit = repo.commit();
        repo.git("config", "filter.evil.smudge", line);
        repo.git("config", "filter.evil.clean", line);
        repo.git("config", "filter.evil.required", "true");
        repo.git("config", "core.autocrlf", "true");
        repo.file(".git/info/attributes", "* filter=evil\n");
        for (String hook : new String[] {"post-checkout", "post-index-change", "reference-transaction"}) {
            repo.file(".git/hooks/" + hook, "#!/bin/sh\ntouch " + evil + "\n");
            Files.setPosixFilePermissions(
                    repo.folder().resolve(".git/hooks/" + hook), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        assertThat(sh(commit, Sight.APART, "tail -n 1 x.txt; ls .git/hooks 2>/dev/null | wc -l"))
                .isEqualTo("as it is\n0\n");
        assertThat(evil).doesNotExist();
    }

    @Test
    void what_somebody_did_to_the_checkout_between_two_rooms_is_made_good() throws Exception {
        assume(Sight.IN_PLACE);
        String first = repo.file("a", "a\n").file("d/b", "b\n").file("run", "x").commit();
        String second = repo.file("c", "c\n").commit();
        rooms.at(first, Sight.IN_PLACE).close();
        Path tree = scratch.resolve("rooms/1/base/tree");
        for (String commit : new String[] {first, second, first}) {
            Files.writeString(tree.resolve("a"), "z\n");
            Files.delete(tree.resolve("d/b"));
            Files.setPosixFilePermissions(tree.resolve("run"), PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.createDirectories(tree.resolve("planted/deep"));
            Files.writeString(tree.resolve("d/planted"), "p");
            Files.writeString(tree.resolve(".git/index.lock"), "");
            assertThat(sh(commit, Sight.IN_PLACE, "cat a d/b; ls; ls d; test ! -x run"))
                    .isEqualTo("a\nb\na\n" + (commit.equals(second) ? "c\n" : "") + "d\nrun\nb\n");
        }
    }

    @Test
    void a_checkout_that_is_broken_is_made_anew() throws Exception {
        assume(Sight.IN_PLACE);
        String commit = repo.file("a", "a\n").commit();
        rooms.at(commit, Sight.IN_PLACE).close();
        Path git = scratch.resolve("rooms/1/base/tree/.git");
        for (String part : new String[] {"index", "HEAD", "config"}) {
            Files.writeString(git.resolve(part), "broken");
            Files.writeString(git.resolveSibling("a"), "z");
            assertThat(sh(commit, Sight.IN_PLACE, "cat a; ls")).as(part).isEqualTo("a\na\n");
        }
    }

    @Test
    void a_repository_further_up_is_never_taken_for_the_checkout_s_own() throws Exception {
        assume(Sight.IN_PLACE);
        String commit = repo.file("a", "a\n").commit();
        RoomRepository above = RoomRepository.in(scratch.resolve("rooms"));
        above.file("precious", "p\n").commit();
        above.file("precious", "dirty\n");
        rooms.at(commit, Sight.IN_PLACE).close();
        Files.delete(scratch.resolve("rooms/1/base/tree/.git/HEAD"));
        assertThat(sh(commit, Sight.IN_PLACE, "ls")).isEqualTo("a\n");
        assertThat(above.folder().resolve("precious")).hasContent("dirty\n");
        assertThat(above.git("status", "--porcelain", "-uno")).isEqualTo("M precious");
    }

    @ParameterizedTest
    @EnumSource
    void an_object_that_was_replaced_is_found(Sight sight) throws Exception {
        String commit = repo.file("test", "exit 1\n").commit();
        String blob = repo.git("rev-parse", "HEAD:test");
        String other = repo.git(
                "hash-object",
                "-w",
                repo.file("other", "exit 0\n").folder().resolve("other").toString());
        Path objects = repo.folder().resolve(".git/objects");
        Path victim = objects.resolve(blob.substring(0, 2)).resolve(blob.substring(2));
        Files.delete(victim);
        Files.copy(objects.resolve(other.substring(0, 2)).resolve(other.substring(2)), victim);
        assertThatThrownBy(() -> rooms.at(commit, sight))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("test has another content than its name in git says")
                .hasMessageContaining("git fsck");
    }

    @Test
    void rooms_are_open_at_the_same_time_at_different_commits() throws Exception {
        assume(Sight.IN_PLACE);
        String first = repo.file("a", "1\n").commit();
        String second = repo.file("a", "2\n").commit();
        try (CleanRoom one = rooms.at(first, Sight.IN_PLACE);
                CleanRoom two = rooms.at(second, Sight.IN_PLACE);
                CleanRoom three = rooms.at(first, Sight.IN_PLACE)) {
            assertThat(programs.sh(one, "cat a; echo one > mine; ls")).isEqualTo("1\na\nmine\n");
            assertThat(programs.sh(two, "cat a; echo two > mine; ls")).isEqualTo("2\na\nmine\n");
            assertThat(programs.sh(three, "cat a; ls")).isEqualTo("1\na\n");
        }
        assertThat(names(scratch.resolve("rooms"))).contains("1", "2").doesNotContain("3");
    }

    @Test
    void a_room_that_holds_the_commit_already_is_taken_first() throws Exception {
        assume(Sight.IN_PLACE);
        String first = repo.file("a", "1\n").commit();
        String second = repo.file("a", "2\n").commit();
        try (CleanRoom one = rooms.at(first, Sight.IN_PLACE);
                CleanRoom two = rooms.at(second, Sight.IN_PLACE)) {
            assertThat(one.overlay()).isNotEqualTo(two.overlay());
        }
        try (CleanRoom again = rooms.at(second, Sight.IN_PLACE)) {
            assertThat(again.overlay()).hasFileName("2");
        }
    }

    @Test
    void names_that_are_no_text_links_and_programs_are_what_they_are_in_the_commit() throws Exception {
        assume(Sight.IN_PLACE);
        repo.git("config", "core.quotePath", "false");
        repo.file("plain", "x\n").file("with\nline", "l\n").file(" blank ", "b\n");
        Files.createSymbolicLink(repo.folder().resolve("link"), Path.of("plain"));
        new ProcessBuilder(
                        "ln",
                        "-s",
                        "/nowhere/at//all/",
                        repo.folder().resolve("out").toString())
                .start()
                .waitFor();
        Files.setPosixFilePermissions(repo.folder().resolve("plain"), PosixFilePermissions.fromString("rwxr-xr-x"));
        String commit = repo.commit();
        assertThat(sh(commit, Sight.IN_PLACE, "test -x plain; cat link; readlink out; cat 'with\nline' ' blank '"))
                .isEqualTo("x\n/nowhere/at//all/\nl\nb\n");
        assertThat(sh(commit, Sight.APART, "test -x plain; cat link; readlink out"))
                .isEqualTo("x\n/nowhere/at//all/\n");
    }

    @Test
    void a_file_that_git_would_convert_if_it_were_added_today_is_no_trouble() throws Exception {
        assume(Sight.IN_PLACE);
        repo.git("config", "core.autocrlf", "false");
        repo.file("crlf.txt", "a\r\nb\r\n").commit();
        String commit = repo.file(".gitattributes", "").commit();
        repo.git("rm", "-q", "--cached", ".gitattributes");
        repo.file(".gitattributes", "*.txt text\n");
        String blob = repo.git("hash-object", "-w", ".gitattributes");
        repo.git("update-index", "--add", "--cacheinfo", "100644," + blob + ",.gitattributes");
        repo.git("commit", "-q", "-m", "attributes");
        String last = repo.git("rev-parse", "HEAD");
        for (String at : new String[] {last, commit, last, last}) {
            assertThat(sh(at, Sight.IN_PLACE, "ls -A")).contains("crlf.txt");
        }
    }

    @Test
    void what_cannot_be_a_room_is_told() throws Exception {
        assertThatThrownBy(() -> rooms.at("HEAD", Sight.APART)).hasMessageContaining("there is no commit HEAD");
        repo.file("a", "a").commit();
        assertThatThrownBy(
                        () -> new ProjectCleanRooms(repo.folder(), repo.folder().resolve("x")).at("HEAD", Sight.APART))
                .hasMessageContaining("outside the repository");
        Path plain = Files.createDirectory(scratch.resolve("plain"));
        assertThatThrownBy(() -> new ProjectCleanRooms(plain, scratch.resolve("r")).at("HEAD", Sight.APART))
                .hasMessageContaining("is not a git repository");
    }

    @Test
    void rooms_that_nobody_used_for_long_can_be_removed() throws Exception {
        assume(Sight.IN_PLACE);
        String commit = repo.file("a", "a\n").commit();
        rooms.at(commit, Sight.IN_PLACE).close();
        FileTime later = FileTime.from(Instant.now().plusSeconds(60));
        Path one = scratch.resolve("rooms/1");
        assertThat(rooms.removeUnused(FileTime.from(Instant.EPOCH), ProjectCleanRooms.Removal.REALLY))
                .isEmpty();
        try (CleanRoom _ = rooms.at(commit, Sight.IN_PLACE)) {
            assertThat(rooms.removeUnused(later, ProjectCleanRooms.Removal.REALLY))
                    .isEmpty();
        }
        assertThat(rooms.removeUnused(later, ProjectCleanRooms.Removal.ONLY_LIST))
                .containsExactly(one);
        assertThat(one).exists();
        assertThat(rooms.removeUnused(later, ProjectCleanRooms.Removal.REALLY)).containsExactly(one);
        assertThat(one).doesNotExist();
        assertThat(sh(commit, Sight.IN_PLACE, "cat a")).isEqualTo("a\n");
    }

    static Set<String> names(Path folder) throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> all = Files.list(folder)) {
            all.forEach(path -> names.add(path.getFileName().toString()));
        }
        return names;
    }
}
