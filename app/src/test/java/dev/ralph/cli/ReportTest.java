package dev.ralph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralph.json.JsonText;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/// `ralph report`, of a list and of a single task.
@Timeout(180)
class ReportTest {
    private static final String EVIL = "</p><script src='https://evil.example/x.js'>alert(1)</script><img src=x>";

    private static final String WORKS = """
            id=$(grep -o 'RALPH-[0-9]*: ' "$RUN_FOLDER/prompt.md" | head -1); id=${id%: }
            if [ "$id" = RALPH-003 ]; then
              printf '%s\\n' "Which table? EVIL" > "$TASK_FOLDER/WAIT_WITHOUT_RESTART"; exit 0
            fi
            echo '{"text":"mind the EVIL","timestamp":"'$(date -u +%FT%TZ)'"}' > "$TASK_FOLDER/remembered.jsonl"
            echo "$id" > "made-$id"; touch "$TASK_FOLDER/DONE"
            """.replace("EVIL", EVIL.replace("'", ""));

    @TempDir
    Path base;

    private GitProject project;

    @BeforeEach
    void repository() throws Exception {
        project = GitProject.of(base);
        project.git("config", "user.name", "A User");
        project.git("config", "user.email", "user@example.org");
        project.write("Makefile", "test:\n\t@test -e old\n").write("agent.sh", WORKS);
        project.commit("tools");
    }

    private static String create(String id, String title, String more) {
        return "{\"op\":\"create\",\"task\":{\"id\":\"" + id + "\",\"title\":" + JsonText.of(title)
                + ",\"status\":\"pending\"" + more + "},\"timestamp\":\"2026-01-01T00:00:00Z\"}\n";
    }

    private void runList() throws Exception {
        project.write(
                        "tasks.jsonl",
                        create("RALPH-001", "Sort the list " + EVIL, ",\"priority\":3")
                                + create(
                                        "RALPH-002",
                                        "Never done, with a title that is longer than any line of a terminal and so is wrapped",
                                        ",\"completion\":{\"type\":\"file_exists\",\"path\":\"never\"}")
                                + create("RALPH-003", "Asks", ""))
                .commit("tasks");
        List<String> words = new ArrayList<>(List.of("run", "--workspace", "worktree", "--sandbox", "off"));
        words.addAll(List.of("--network", "open", "--restart-delay", "10ms", "--containment", "group"));
        words.addAll(List.of("--max-restarts", "2", "--", "sh", "agent.sh"));
        Shell.Said run = project.ralph(words.toArray(String[]::new));
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(4);
    }

    @Test
    void the_last_run_of_a_list_is_told_with_proof_reasons_and_what_to_type() throws Exception {
        runList();

        Shell.Said said = project.ralph("report");

        assertThat(said.code()).as(said.err()).isZero();
        String commit = project.git("log", "--format=%H", "--grep", "^RALPH-001: Sort the list", "--reverse")
                .lines()
                .findFirst()
                .orElseThrow();
        assertThat(said.out())
                .startsWith("Report of backlog  ")
                .contains("1 of 3 tasks proven done, 1 blocked, 1 waiting for your answer")
                .contains("\nProven done\n  RALPH-001  Sort the list")
                .contains(", commit " + commit.substring(0, 10) + "\n")
                .contains("      proof: tamper guard passed, make test passed in a clean room")
                .contains("\nWaits for you\n  RALPH-003  asks\n      Which table?")
                .contains("      $ ralph answer RALPH-003 \"...\"\n      $ ralph run\n")
                .contains("\nBlocked\n  RALPH-002  Never done")
                .contains("used all 2 iterations", "      $ ralph task unblock RALPH-002\n")
                .contains("\nLearned\n  remembered  mind the");
        assertThat(said.out().lines().filter(line -> !line.contains(EVIL.split(" ")[0])))
                .allMatch(line -> line.length() <= 80);
        assertThat(project.ralph("logs", "RALPH-002").code())
                .as("what it says to type works")
                .isZero();
    }

    @Test
    void a_page_needs_nothing_else_and_what_tasks_and_agents_say_is_text_on_it() throws Exception {
        runList();
        Path file = base.resolve("report.html");

        Shell.Said said = project.ralph("report", "--html", file.toString());

        assertThat(said.code()).as(said.err()).isZero();
        String html = Files.readString(file);
        assertThat(html).doesNotContain("<script", "<img", "<link", "@import", "url(");
        assertThat(project.ralph("report", "--html").out()).startsWith("<!doctype html>");
        Document page = parsed(html);
        assertThat(page.getElementsByTagName("article").getLength()).isEqualTo(4);
        assertThat(texts(page, "h3")).contains("RALPH-001Sort the list " + EVIL);
        assertThat(texts(page, "h2")).containsExactly("Proven done 1", "Waits for you 1", "Blocked 1", "Learned 1");
        assertThat(page.getElementsByTagName("path").getLength())
                .as("spend, its area, and progress")
                .isEqualTo(3);
        NodeList all = page.getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            assertThat(all.item(i).getAttributes().getNamedItem("src")).isNull();
            assertThat(all.item(i).getAttributes().getNamedItem("href")).isNull();
        }
    }

    private static Document parsed(String html) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(html.substring(html.indexOf('\n') + 1))));
    }

    private static List<String> texts(Document page, String element) {
        NodeList found = page.getElementsByTagName(element);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            texts.add(found.item(i).getTextContent());
        }
        return texts;
    }

    @Test
    void for_programs_and_for_pull_requests_it_says_the_same() throws Exception {
        runList();

        String json = project.ralph("report", "--json").out();
        JsonContractTest.isValid("report", json);
        List<?> tasks = (List<?>) Objects.requireNonNull(JsonText.object(json).get("tasks"));
        assertThat(tasks.stream()
                        .map(task -> (Map<?, ?>) task)
                        .map(task -> task.get("task") + " " + task.get("state"))
                        .toList())
                .isEqualTo(List.of("RALPH-001 proven", "RALPH-002 blocked", "RALPH-003 open"));

        String markdown = project.ralph("report", "--markdown").out();
        assertThat(markdown)
                .startsWith("## Report of `backlog`\n")
                .contains("### Proven done\n\n- `RALPH-001` `Sort the list " + EVIL + "`\n")
                .contains("  - type `ralph answer RALPH-003 \"...\"`\n");
        assertThat(project.ralph("report", "--markdown", "--html").code()).isEqualTo(2);
        assertThat(project.ralph("report", "somewhere").err()).contains("a file is written with --html or --markdown");
    }

    @Test
    void a_single_task_and_all_since_a_time_have_reports_too() throws Exception {
        assertThat(project.ralph("report").err()).contains(" yet. Start one: ralph \"Fix the flaky test\"");
        project.ralph("run", "--task", "first", "--prompt", "Do it", "--command", GitProject.DONE);
        project.ralph("run", "--task", "poor", "--prompt", "Do more", "--max-restarts", "1", "--command", "exit 3");

        assertThat(project.ralph("report").out())
                .startsWith("Report of poor  ")
                .contains("0 of 1 task proven done, 1 blocked, cost unknown")
                .contains("\nBlocked\n  poor  Do more\n      max restarts (1) exceeded\n")
                .contains("      $ ralph resume poor --max-restarts 2\n");
        assertThat(project.ralph("report", "--since", "1h").out())
                .startsWith("Report of all runs  ")
                .contains("0 of 2 tasks proven done, 1 done but unverified, 1 blocked")
                .contains("\nDone, unverified\n  first  Do it\n");
        assertThat(project.ralph("report", "--since", "2020-01-01").out()).contains("of 2 tasks");
        assertThat(project.ralph("report", "--since", "2999-01-01T00:00").err()).contains("nothing since then");
        assertThat(project.ralph("report", "--since", "tomorrow").err())
                .contains("--since: found 'tomorrow', expected a duration");
    }
}
