package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnershipTest {
    private static final Instant SINCE = Instant.parse("2026-03-01T10:00:00Z");
    private static final Holder ME = Holder.me(SINCE, "ralph run --task t");

    @TempDir
    Path folder;

    private Claim acquire() {
        return Ownership.acquire(folder.resolve("locks"), "task-t", ME);
    }

    private Path lock() {
        return folder.resolve("locks/task-t.lock");
    }

    private Path description() {
        return folder.resolve("locks/task-t.lock.holder");
    }

    /// Owns the key given, prints who has it, and goes on until its standard input ends.
    static final class Owner {
        public static void main(String[] arguments) throws IOException {
            Claim claim = Ownership.acquire(Path.of(arguments[0]), "task-t", Holder.me(SINCE, "the other ralph"));
            System.out.println(
                    switch (claim) {
                        case Ownership _ -> "mine";
                        case Claim.HeldBy held -> held.words();
                    });
            while (System.in.read() >= 0) {}
        }
    }

    private Child owner() throws IOException {
        return Child.java(Owner.class, folder.resolve("locks"));
    }

    @Test
    void what_nobody_owns_becomes_ours_and_can_be_given_back() {
        for (int n = 0; n < 2; n++) {
            try (Ownership mine = (Ownership) acquire()) {
                assertThat(mine.holder()).isEqualTo(ME);
                assertThat(mine.intact()).isTrue();
            }
        }
    }

    @Test
    void the_same_process_cannot_own_it_twice() {
        try (Ownership mine = (Ownership) acquire()) {
            assertThat(acquire()).isEqualTo(new Claim.HeldBy(lock(), ME));
            assertThat(mine.intact()).isTrue();
        }
    }

    @Test
    void a_second_process_is_told_who_owns_it_until_the_owner_ends() throws Exception {
        try (Child other = owner()) {
            assertThat(other.line()).isEqualTo("mine");
            Claim.HeldBy held = (Claim.HeldBy) acquire();
            assertThat(held.words())
                    .contains("process " + other.pid())
                    .contains(System.getProperty("user.name"))
                    .contains("the other ralph");
            other.kill();
            try (Ownership mine = (Ownership) acquire()) {
                assertThat(mine.intact()).isTrue();
            }
        }
    }

    @Test
    void our_own_ownership_survives_that_others_ask() throws Exception {
        try (Ownership mine = (Ownership) acquire()) {
            assertThat(acquire()).isInstanceOf(Claim.HeldBy.class);
            try (Child other = owner()) {
                assertThat(other.line()).contains("process " + ME.pid()).contains("ralph run --task t");
            }
            assertThat(mine.intact()).isTrue();
        }
    }

    @Test
    void deleting_the_lock_file_takes_the_ownership_from_nobody() throws Exception {
        try (Child other = owner()) {
            assertThat(other.line()).isEqualTo("mine");
            Files.delete(lock());
            assertThat(acquire()).isInstanceOf(Claim.HeldBy.class);
        }
    }

    @Test
    void an_owner_notices_that_its_lock_file_was_deleted() throws Exception {
        try (Ownership mine = (Ownership) acquire()) {
            Files.delete(lock());
            assertThat(mine.intact()).isFalse();
            Files.createFile(lock());
            assertThat(mine.intact()).isFalse();
        }
    }

    @Test
    void a_description_left_by_a_dead_process_with_a_recycled_pid_is_not_believed() throws Exception {
        Files.createDirectories(lock().getParent());
        // This very pid runs, but it was born at another time.
        String boot = ME.born().substring(0, ME.born().indexOf('/'));
        for (String born : List.of(boot + "/1", "other-boot" + ME.born().substring(boot.length()), "")) {
            Holder stale = new Holder(ME.pid(), born, "ann", "host", SINCE, "ralph run");
            Files.writeString(description(), stale.lines());
            assertThat(stale.alive()).isFalse();
            ((Ownership) acquire()).close();
        }
        assertThat(ME.alive()).isTrue();
    }

    @Test
    void a_damaged_description_is_not_believed() throws Exception {
        Files.createDirectories(lock().getParent());
        for (String text : List.of("", "pid=", "pid=1\nborn=x\ncommand=y", "\0\0\0", "pid=x\ncommand=y\n")) {
            Files.writeString(description(), text);
            ((Ownership) acquire()).close();
        }
    }

    @Test
    void a_description_survives_odd_commands() {
        Holder odd = Holder.me(SINCE, "sh -c 'a=b\necho =ü'");
        assertThat(Holder.read(odd.lines())).isEqualTo(odd);
    }

    @Test
    void a_link_or_a_folder_in_place_of_the_lock_file_is_refused() throws Exception {
        Files.createDirectories(lock().getParent());
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        Files.createSymbolicLink(lock(), victim);
        assertThatThrownBy(this::acquire).isInstanceOf(CannotOwn.class).hasMessageContaining("no plain file");
        assertThat(victim).hasContent("precious");
        Files.delete(lock());
        Files.createDirectory(lock());
        assertThatThrownBy(this::acquire).isInstanceOf(CannotOwn.class).hasMessageContaining(lock().toString());
    }

    @Test
    void a_folder_that_cannot_be_made_is_an_error_that_names_it() throws Exception {
        Files.writeString(folder.resolve("locks"), "a file");
        assertThatThrownBy(this::acquire).isInstanceOf(CannotOwn.class).hasMessageContaining("task-t.lock");
    }

    @Test
    void names_that_leave_the_folder_are_refused() {
        for (String name : List.of("", ".", "..", "../x", "a/b", "a\0b")) {
            assertThatThrownBy(() -> Ownership.acquire(folder, name, ME)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void of_many_processes_exactly_one_gets_it() throws Exception {
        try (Child a = owner();
                Child b = owner();
                Child c = owner()) {
            List<String> answers = Arrays.asList(a.line(), b.line(), c.line());
            assertThat(answers).filteredOn("mine"::equals).hasSize(1);
            assertThat(answers)
                    .filteredOn(answer -> answer.startsWith("held by process"))
                    .hasSize(2);
        }
    }
}
