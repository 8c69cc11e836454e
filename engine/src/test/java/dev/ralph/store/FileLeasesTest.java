package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FileLeasesTest extends LeasesContract {

    @TempDir
    Path folder;

    @Override
    protected Leases leases() {
        return new FileLeases(folder.resolve("locks"));
    }

    private Leases.Answer acquire() {
        return leases().acquire("task-t", ME);
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
            Leases.Answer answer =
                    new FileLeases(Path.of(arguments[0])).acquire("task-t", OwnerProcess.me(SINCE, "the other ralph"));
            System.out.println(
                    switch (answer) {
                        case Leases.Lease _ -> "mine";
                        case Leases.HeldBy held -> held.words();
                    });
            while (System.in.read() >= 0) {}
        }
    }

    private StoreProcess owner() throws IOException {
        return StoreProcess.java(Owner.class, folder.resolve("locks"));
    }

    @Test
    void a_second_process_is_told_who_owns_it_until_the_owner_ends() throws Exception {
        try (StoreProcess other = owner()) {
            assertThat(other.line()).isEqualTo("mine");
            Leases.HeldBy held = (Leases.HeldBy) acquire();
            assertThat(held.words())
                    .contains("process " + other.pid())
                    .contains(System.getProperty("user.name"))
                    .contains("the other ralph");
            other.kill();
            try (Leases.Lease mine = (Leases.Lease) acquire()) {
                assertThat(mine.intact()).isTrue();
            }
        }
    }

    /// As in a container whose first process reaps nobody: what was killed keeps its number for good.
    @Test
    @Timeout(60)
    void an_owner_that_was_killed_and_is_reaped_by_nobody_owns_nothing() throws Exception {
        // In the background its input is empty, so it ends at once; the program that its shell becomes does not wait.
        List<String> unreaped = List.of("sh", "-c", "\"$@\" & exec sleep 100", "sh");
        try (StoreProcess parent = StoreProcess.start(unreaped, Owner.class, folder.resolve("locks"))) {
            assertThat(parent.line()).isEqualTo("mine");
            Path children = Path.of("/proc/" + parent.pid() + "/task/" + parent.pid() + "/children");
            String child = Files.readString(children).strip();
            while (!Files.readString(Path.of("/proc/" + child + "/status"))
                    .matches("(?s).*State:\\s+Z.*Threads:\\s+1\n.*")) {
                Thread.onSpinWait();
            }
            assertThat(description()).content().contains("pid=" + child);

            try (Leases.Lease mine = (Leases.Lease) acquire()) {
                assertThat(mine.intact()).isTrue();
            }
            parent.kill();
        }
    }

    @Test
    void our_own_ownership_survives_that_others_ask() throws Exception {
        try (Leases.Lease mine = (Leases.Lease) acquire()) {
            assertThat(acquire()).isInstanceOf(Leases.HeldBy.class);
            try (StoreProcess other = owner()) {
                assertThat(other.line()).contains("process " + ME.pid()).contains("ralph run --task t");
            }
            assertThat(mine.intact()).isTrue();
        }
    }

    @Test
    void deleting_the_lock_file_takes_the_ownership_from_nobody() throws Exception {
        try (StoreProcess other = owner()) {
            assertThat(other.line()).isEqualTo("mine");
            Files.delete(lock());
            assertThat(acquire()).isInstanceOf(Leases.HeldBy.class);
        }
    }

    @Test
    void an_owner_notices_that_its_lock_file_was_deleted() throws Exception {
        try (Leases.Lease mine = (Leases.Lease) acquire()) {
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
            OwnerProcess stale = new OwnerProcess(ME.pid(), born, "ann", "host", SINCE, "ralph run");
            Files.writeString(description(), stale.lines());
            assertThat(stale.alive()).isFalse();
            ((Leases.Lease) acquire()).close();
        }
        assertThat(ME.alive()).isTrue();
    }

    @Test
    void a_damaged_description_is_not_believed() throws Exception {
        Files.createDirectories(lock().getParent());
        for (String text : List.of("", "pid=", "pid=1\nborn=x\ncommand=y", "\0\0\0", "pid=x\ncommand=y\n")) {
            Files.writeString(description(), text);
            ((Leases.Lease) acquire()).close();
        }
    }

    @Test
    void a_description_survives_odd_commands() {
        OwnerProcess odd = OwnerProcess.me(SINCE, "sh -c 'a=b\necho =ü'");
        assertThat(OwnerProcess.read(odd.lines())).isEqualTo(odd);
    }

    @Test
    void a_link_or_a_folder_in_place_of_the_lock_file_is_refused() throws Exception {
        Files.createDirectories(lock().getParent());
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        Files.createSymbolicLink(lock(), victim);
        assertThatThrownBy(this::acquire).isInstanceOf(CannotOwn.class).hasMessageContaining("not a regular file");
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
            assertThatThrownBy(() -> new FileLeases(folder).acquire(name, ME))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void of_many_processes_exactly_one_gets_it() throws Exception {
        try (StoreProcess a = owner();
                StoreProcess b = owner();
                StoreProcess c = owner()) {
            List<String> answers = Arrays.asList(a.line(), b.line(), c.line());
            assertThat(answers).filteredOn("mine"::equals).hasSize(1);
            assertThat(answers)
                    .filteredOn(answer -> answer.startsWith("held by process"))
                    .hasSize(2);
        }
    }
}
