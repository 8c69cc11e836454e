package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A repository with a spec `accounts`. Who works on a task is the script `agent.sh`; who corrects says what the test
/// has laid down for it, one text after the other, and what it was asked is kept.
@SuppressWarnings("StringConcatToTextBlock")
abstract class WithSpec {
    static final String SPEC = ".kiro/specs/accounts/";

    static final String REQUIREMENTS = """
            # Requirements Document

            ### Requirement 1: Accounts

            **User Story:** As a visitor, I want an account, so that I can buy.

            #### Acceptance Criteria

            1. User can create account
            2. WHEN the email is empty, THE System SHALL refuse it

            ### Requirement 2: Names

            #### Acceptance Criteria

            1. THE System SHALL keep the name
            """;

    static final String DESIGN = """
            # Design Document

            ## Components and Interfaces

            There is a service.

            ## Correctness Properties

            Property 5: All user inputs must be validated for correct format

            **Validates: Requirements 1.2**

            Property 6: Names are kept

            **Validates: Requirements 2.1**

            ## Testing Strategy

            Tests.
            """;

    static final String TASKS = """
            # Implementation Plan

            - [ ] 2.3 Implement validation
              - _Requirements: 1.1_
            """;

    /// Notes its prompt beside the project, and answers with the next text.
    private static final String CORRECTOR = """
            n=$(($(cat 'BASE/corrected' 2> /dev/null || echo 0) + 1))
            echo $n > 'BASE/corrected'
            cat > "BASE/asked-$n"
            [ -e "BASE/before-$n.sh" ] && . "BASE/before-$n.sh"
            if [ -e "BASE/answer-$n" ]; then cat "BASE/answer-$n"; else cat 'BASE/answer'; fi
            """;

    static final String PLAIN = """
            sandbox: off
            network: open
            containment: group
            workspace: in-place
            restart_delay: 10ms
            command: sh agent.sh
            checks: [sh test.sh]
            roles: {corrector: {command: sh corrector.sh}}
            """;

    @TempDir
    Path base;

    GitProject project;

    @BeforeEach
    void repository() throws Exception {
        project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("corrector.sh", CORRECTOR.replace("BASE", base.toString()));
        project.write(".ralph/config.yaml", PLAIN);
        project.write(SPEC + "requirements.md", REQUIREMENTS);
        project.write(SPEC + "design.md", DESIGN);
        project.write(SPEC + "tasks.md", TASKS);
        script("agent.sh", "touch made\n");
        script("test.sh", "test -e made\n");
        project.commit("spec");
    }

    /// In which `BASE` is the folder beside the project.
    void script(String name, String text) throws Exception {
        project.write(name, text.replace("BASE", base.toString()));
    }

    void tasks(String text) throws Exception {
        project.write(SPEC + "tasks.md", text);
    }

    /// What the corrector says, the number of times it was asked counted from 1.
    void answer(int number, String words) throws IOException {
        Files.writeString(base.resolve("answer-" + number), words);
    }

    void answers(String words) throws IOException {
        Files.writeString(base.resolve("answer"), words);
    }

    static String correction(String summary, String text) {
        return "<correction>\nSummary: " + summary + "\n\n" + text + "</correction>\n";
    }

    /// What the corrector was asked.
    String asked(int number) throws IOException {
        return Files.readString(base.resolve("asked-" + number));
    }

    int corrections() throws IOException {
        Path counted = base.resolve("corrected");
        return Files.exists(counted)
                ? Integer.parseInt(Files.readString(counted).strip())
                : 0;
    }

    Shell.Said heal(String... more) throws Exception {
        if (!project.status().isEmpty()) {
            project.commit("changed");
        }
        return again(more);
    }

    /// With whatever is not committed.
    Shell.Said again(String... more) {
        return project.ralph(Stream.concat(Stream.of("heal"), Stream.of(more)).toArray(String[]::new));
    }

    static void assertCode(int code, Shell.Said said) {
        assertThat(said.code()).as(said.out() + said.err()).isEqualTo(code);
    }

    String read(String file) throws IOException {
        return Files.readString(project.path(file));
    }

    String devlog() throws IOException {
        return read("DEVLOG.md");
    }

    /// The same with changes put aside until they are accepted.
    void overlay() throws Exception {
        project.write(".ralph/config.yaml", PLAIN.replace("in-place", "overlay").replace("containment: group\n", ""));
    }

    void setting(String line) throws Exception {
        project.write(".ralph/config.yaml", PLAIN + line + "\n");
    }

    /// Lines of the execution logs, of one type; null for any.
    List<Map<String, @Nullable Object>> logged(@Nullable String type) throws IOException {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(project.path(".kiro/logs"))) {
            for (Path file : files.filter(one -> one.toString().endsWith(".log"))
                    .sorted()
                    .toList()) {
                for (String line : Files.readAllLines(file)) {
                    Map<String, @Nullable Object> fields = JsonText.object(line);
                    if (type == null || type.equals(fields.get("eventType"))) {
                        all.add(fields);
                    }
                }
            }
        }
        return all;
    }

    List<String> subjects() throws Exception {
        return project.git("log", "--format=%s").lines().toList();
    }

    List<Path> backups() throws IOException {
        Path folder = project.path(".kiro/backups/accounts");
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
