package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileRequestsTest extends RequestsContract {
    @TempDir
    Path folder;

    @Override
    protected Requests requests() {
        return new FileRequests(folder::resolve);
    }

    @Test
    void what_is_not_a_request_is_passed_over_and_a_text_that_is_too_long_names_nobody() throws Exception {
        requests().send("l1", Requests.Kind.STOP, "x".repeat(70_000));
        Files.writeString(folder.resolve("l1/draft.new"), "half");
        Files.writeString(folder.resolve("l1/1.TELEPORT"), "me");
        Files.writeString(folder.resolve("l1/HOLD"), "me");

        assertThat(requests().waiting("l1")).extracting(Requests.Request::text).containsExactly("unknown user");
    }

    @Test
    void the_owner_may_be_another_user_than_the_sender() throws Exception {
        requests().send("l1", Requests.Kind.STOP, "root");

        try (var files = Files.list(folder.resolve("l1"))) {
            assertThat(files)
                    .singleElement()
                    .satisfies(file -> assertThat(Files.getPosixFilePermissions(file))
                            .contains(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ));
        }
    }
}
