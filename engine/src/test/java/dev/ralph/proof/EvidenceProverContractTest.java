package dev.ralph.proof;

import dev.ralph.verify.Check;
import dev.ralph.verify.GitFact;
import dev.ralph.verify.MultiStage;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Nested;

/// Every layer that looks for facts keeps the promises of [Prover].
class EvidenceProverContractTest {
    private static final String ENDLESS = "echo $$ > pid; exec sleep 1000";

    @Nested
    class Command extends ProverContract {
        @Override
        Check check() {
            return Check.Command.shell("grep -q two main.txt");
        }

        @Override
        void work() throws Exception {
            Files.writeString(project.resolve("main.txt"), "two\n");
        }

        @Override
        void cheat() {}

        @Override
        Check endless() {
            return Check.Command.shell(ENDLESS);
        }
    }

    @Nested
    class File extends ProverContract {
        @Override
        Check check() {
            return new Check.FileExists("plan.md");
        }

        @Override
        void work() throws Exception {
            Files.writeString(project.resolve("plan.md"), "plan\n");
        }

        @Override
        void cheat() throws Exception {
            Files.createFile(project.resolve("plan.md"));
        }
    }

    @Nested
    class TaskTests extends ProverContract {
        @Override
        Check check() {
            return new Check.TestPassing("R-1", "grep -r $RALPH_TEST_GREP main.txt");
        }

        @Override
        void work() throws Exception {
            Files.writeString(project.resolve("main.txt"), "test of R-1\n");
        }

        @Override
        void cheat() {}

        @Override
        Check endless() {
            return new Check.TestPassing(null, ENDLESS);
        }
    }

    @Nested
    class Script extends ProverContract {
        @Override
        void prepare() throws Exception {
            Files.writeString(project.resolve("v.sh"), "grep two main.txt\n");
            Files.writeString(project.resolve("endless.sh"), ENDLESS + "\n");
            git.commit("scripts");
        }

        @Override
        Check check() {
            return new Check.Validate("v.sh");
        }

        @Override
        void work() throws Exception {
            Files.writeString(project.resolve("main.txt"), "two\n");
        }

        @Override
        void cheat() throws Exception {
            Files.writeString(project.resolve("v.sh"), "exit 0\n");
        }

        @Override
        Check endless() {
            return new Check.Validate("endless.sh");
        }
    }

    @Nested
    class TreeClean extends ProverContract {
        @Override
        Check check() {
            return GitFact.TREE_CLEAN;
        }

        @Override
        void work() throws Exception {
            Files.writeString(project.resolve("main.txt"), "two\n");
            git.commit("two");
        }

        @Override
        void cheat() throws Exception {
            Files.writeString(project.resolve("main.txt"), "two\n");
        }
    }

    @Nested
    class Changed extends ProverContract {
        @Override
        Check check() {
            return GitFact.CHANGED;
        }

        @Override
        void work() throws Exception {
            Files.writeString(project.resolve("main.txt"), "two\n");
        }

        @Override
        void cheat() throws Exception {
            git.run("commit", "-q", "--allow-empty", "-m", "all done");
        }
    }

    @Nested
    class Committed extends ProverContract {
        @Override
        Check check() {
            return GitFact.COMMITTED;
        }

        @Override
        void work() throws Exception {
            Files.writeString(project.resolve("main.txt"), "two\n");
            git.commit("two");
        }

        @Override
        void cheat() throws Exception {
            Files.writeString(project.resolve("main.txt"), "two\n");
            git.run("commit", "-q", "-a", "--amend", "-m", "two");
        }
    }

    @Nested
    class Stages extends ProverContract {
        private static MultiStage.Stage stage(String line) {
            return new MultiStage.Stage(line, Check.Command.shell(line), null);
        }

        @Override
        Check check() {
            return new MultiStage(List.of(stage("true"), stage("grep -q two main.txt")), true);
        }

        @Override
        void work() throws Exception {
            Files.writeString(project.resolve("main.txt"), "two\n");
        }

        @Override
        void cheat() {}

        @Override
        Check endless() {
            return new MultiStage(List.of(stage("true"), stage(ENDLESS)), true);
        }
    }
}
