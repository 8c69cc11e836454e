package dev.ralph.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.room.CleanRoom.Sight;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PreparedFilesTest extends WithRooms {
    private int made;

    private CleanRoom at(String commit, Sight sight, PrepareSteps steps) throws Exception {
        return rooms.at(commit, sight, steps, null, (stage, wanted) -> {
            made++;
            for (String line : wanted.lines()) {
                try {
                    programs.sh(stage, line);
                } catch (AssertionError failed) {
                    throw new PrepareFailed(line + " failed", "");
                } catch (Exception unexpected) {
                    throw new IllegalStateException(unexpected);
                }
            }
        });
    }

    private String sh(String commit, Sight sight, PrepareSteps steps, String line) throws Exception {
        try (CleanRoom room = at(commit, sight, steps)) {
            return programs.sh(room, line);
        }
    }

    private static PrepareSteps steps(String... lines) {
        return PrepareSteps.of(List.of(lines), List.of(), "");
    }

    @ParameterizedTest
    @EnumSource
    void it_is_made_once_for_the_same_inputs_and_again_for_others(Sight sight) throws Exception {
        assume(sight);
        PrepareSteps steps =
                steps("mkdir node_modules", "cp package-lock.json node_modules/dep; echo h > $HOME/cached");
        String first =
                repo.file("package-lock.json", "1\n").file("src/a", "1\n").commit();
        String second = repo.file("src/a", "2\n").commit();
        String third = repo.file("package-lock.json", "3\n").commit();
        assertThat(sh(first, sight, steps, "cat node_modules/dep src/a; echo poison > node_modules/dep"))
                .isEqualTo("1\n1\n");
        assertThat(sh(second, sight, steps, "cat node_modules/dep src/a; rm -r node_modules"))
                .isEqualTo("1\n2\n");
        assertThat(made).isEqualTo(1);
        assertThat(sh(third, sight, steps, "cat node_modules/dep src/a; ls"))
                .isEqualTo("3\n2\nnode_modules\npackage-lock.json\nsrc\n");
        assertThat(sh(first, sight, steps, "cat node_modules/dep")).isEqualTo("1\n");
        assertThat(made).isEqualTo(2);
        assertThat(sh(first, sight, steps("mkdir other"), "ls -d other")).isEqualTo("other\n");
        assertThat(made).isEqualTo(3);
        assertThat(sh(first, sight, PrepareSteps.NONE, "ls")).isEqualTo("package-lock.json\nsrc\n");
    }

    @ParameterizedTest
    @EnumSource
    void the_lines_see_nothing_but_their_inputs(Sight sight) throws Exception {
        assume(sight);
        String commit = repo.file("package.json", "{}\n")
                .file("packages/one/package.json", "{}\n")
                .file("postinstall.sh", "evil\n")
                .file("src/package.json.txt", "x\n")
                .commit();
        repo.file(".npmrc", "untracked\n");
        PrepareSteps steps = steps("find . -type f ! -name seen | sort > seen");
        assertThat(sh(commit, sight, steps, "cat seen")).isEqualTo("./package.json\n./packages/one/package.json\n");
        PrepareSteps named =
                PrepareSteps.of(List.of("find . -type f ! -name seen | sort > seen"), List.of("src/**", "*.sh"), "");
        assertThat(sh(commit, sight, named, "cat seen")).isEqualTo("./postinstall.sh\n./src/package.json.txt\n");
    }

    @ParameterizedTest
    @EnumSource
    void they_see_that_sources_of_rust_are_there_and_not_what_is_in_them(Sight sight) throws Exception {
        assume(sight);
        String first = repo.file("Cargo.toml", "[package]\n")
                .file("src/main.rs", "evil\n")
                .commit();
        PrepareSteps steps = steps("cat Cargo.toml src/*.rs > seen; echo new > src/main.rs");
        assertThat(sh(first, sight, steps, "cat seen src/main.rs")).isEqualTo("[package]\nevil\n");
        String second = repo.file("src/main.rs", "good\n").commit();
        assertThat(sh(second, sight, steps, "cat seen src/main.rs")).isEqualTo("[package]\ngood\n");
        assertThat(made).isEqualTo(1);
        String third = repo.file("src/lib.rs", "").commit();
        assertThat(sh(third, sight, steps, "cat seen")).isEqualTo("[package]\n");
        assertThat(made).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void files_of_the_commit_are_never_hidden_by_it(Sight sight) throws Exception {
        assume(sight);
        PrepareSteps steps =
                steps("echo changed > package.json; mkdir -p src/gen; echo gen > src/gen/x; echo no > src/a");
        String first = repo.file("package.json", "{}\n").file("src/a", "a\n").commit();
        assertThat(sh(first, sight, steps, "cat package.json src/a src/gen/x")).isEqualTo("{}\na\ngen\n");
        String second = repo.file("src/gen/x", "tracked\n").commit();
        assertThat(sh(second, sight, steps, "cat package.json src/a src/gen/x")).isEqualTo("{}\na\ntracked\n");
        repo.git("rm", "-rq", "src");
        assertThat(sh(repo.commit(), sight, steps, "cat package.json; ls src/gen"))
                .isEqualTo("{}\nx\n");
    }

    @Test
    void folders_that_are_closed_and_links_come_along() throws Exception {
        assume(Sight.IN_PLACE);
        PrepareSteps steps = steps("mkdir -p mod/deep; echo m > mod/deep/m; ln -s deep/m mod/l; chmod -R a-w mod");
        String commit = repo.file("go.sum", "1\n").commit();
        assertThat(sh(commit, Sight.IN_PLACE, steps, "cat mod/l; stat -c %a mod"))
                .isEqualTo("m\n555\n");
        assertThat(sh(commit, Sight.IN_PLACE, steps, "cat mod/l")).isEqualTo("m\n");
        assertThat(made).isEqualTo(1);
    }

    @Test
    void one_that_fails_leaves_nothing_and_is_tried_again() throws Exception {
        assume(Sight.IN_PLACE);
        String commit = repo.file("package.json", "1\n").commit();
        PrepareSteps steps = steps("echo half > half", "exit 3");
        for (int i = 1; i <= 2; i++) {
            assertThatThrownBy(() -> at(commit, Sight.IN_PLACE, steps)).isInstanceOf(PrepareFailed.class);
            assertThat(made).isEqualTo(i);
        }
        assertThat(CleanRoom.isLeft(scratch.resolve("rooms/1"))).isFalse();
        assertThat(scratch.resolve("rooms/prepared")).doesNotExist();
    }

    @Test
    void only_the_last_used_ones_are_kept_and_never_one_in_use_is_removed() throws Exception {
        assume(Sight.IN_PLACE);
        String commit = repo.file("package.json", "1\n").commit();
        try (CleanRoom room = at(commit, Sight.IN_PLACE, steps("echo 0 > made"))) {
            for (int i = 1; i <= 4; i++) {
                assertThat(sh(commit, Sight.IN_PLACE, steps("echo " + i + " > made"), "cat made"))
                        .isEqualTo(i + "\n");
            }
            FileTime later = FileTime.from(Instant.now().plusSeconds(60));
            assertThat(rooms.removeUnused(later, ProjectCleanRooms.Removal.ONLY_LIST))
                    .hasSizeGreaterThan(1);
            rooms.removeUnused(later, ProjectCleanRooms.Removal.REALLY);
            assertThat(programs.sh(room, "cat made")).isEqualTo("0\n");
        }
        assertThat(ProjectCleanRoomsTest.names(scratch.resolve("rooms/prepared")))
                .hasSize(1);
        for (int i = 1; i <= 5; i++) {
            sh(commit, Sight.IN_PLACE, steps("echo " + i + " > made"), "true");
        }
        assertThat(ProjectCleanRoomsTest.names(scratch.resolve("rooms/prepared")))
                .hasSize(PreparedFiles.MOST);
        int before = made;
        sh(commit, Sight.IN_PLACE, steps("echo 5 > made"), "true");
        assertThat(made).isEqualTo(before);
    }

    @Test
    void patterns_that_lead_out_are_refused() {
        for (String pattern : List.of("/etc/passwd", "../x", " ")) {
            assertThatThrownBy(() -> PrepareSteps.of(List.of("true"), List.of(pattern), ""))
                    .hasMessageContaining("prepare_inputs");
        }
        assertThatThrownBy(() -> PrepareSteps.of(List.of(" "), List.of(), ""))
                .hasMessageContaining("`prepare` is empty");
    }
}
