package dev.ralph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralph.store.Questions.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What all questions must do. Run by those on SQLite and by those in memory.
public abstract class QuestionsContract {
    private final List<Journal> opened = new ArrayList<>();

    /// Every call gives another handle on the same entries, as another process would have it.
    protected abstract Journal open(StreamType<?, ?>... more);

    private Journal journal() {
        Journal journal = open(FamilyMachine.TYPE);
        opened.add(journal);
        return journal;
    }

    @BeforeEach
    void begin() {
        Journal journal = journal();
        for (String stream : List.of("a", "b")) {
            journal.begin(FamilyMachine.head(stream, null));
            journal.append(stream, FamilyMachine.entries(1, new FamilyMachine.Born()));
        }
    }

    @AfterEach
    void close() {
        opened.forEach(Journal::close);
    }

    @Test
    void a_question_is_open_from_the_entry_that_asks_it_until_somebody_answers() {
        Journal journal = journal();
        assertThat(journal.questions().open()).isEmpty();
        journal.append("a", FamilyMachine.entries(2, new FamilyMachine.Asks("q1", "Which one?")));
        journal.append("b", FamilyMachine.entries(2, new FamilyMachine.Asks("q2", "How often?")));

        Questions others = journal().questions();
        assertThat(others.open())
                .containsExactly(
                        new Question("q1", "a", "Which one?", null, null),
                        new Question("q2", "b", "How often?", null, null));
        assertThat(others.answer("q1", "the left one", "ann")).isTrue();

        assertThat(journal.questions().open()).extracting(Question::id).containsExactly("q2");
        assertThat(journal.questions().question("q1"))
                .contains(new Question("q1", "a", "Which one?", "the left one", "ann"));
    }

    @Test
    void the_first_answer_stays() {
        Journal journal = journal();
        journal.append("a", FamilyMachine.entries(2, new FamilyMachine.Asks("q1", "Which one?")));

        assertThat(journal.questions().answer("q1", "left", "ann")).isTrue();
        assertThat(journal().questions().answer("q1", "right", "bob")).isFalse();

        assertThat(journal.questions().question("q1").map(Question::answer)).contains("left");
    }

    @Test
    void what_nobody_asked_cannot_be_answered() {
        assertThat(journal().questions().answer("q9", "yes", "ann")).isFalse();
        assertThat(journal().questions().question("q9")).isEmpty();
    }

    @Test
    void a_question_whose_entry_was_refused_was_never_asked() {
        Journal journal = journal();
        assertThatThrownBy(() -> journal.append(
                        "a",
                        FamilyMachine.entries(2, new FamilyMachine.Asks("q1", "Which one?"), new FamilyMachine.Born())))
                .isInstanceOf(IllegalStateException.class);
        assertThat(journal.questions().question("q1")).isEmpty();
    }

    @Test
    void the_question_of_a_machine_that_has_ended_is_not_open() {
        Journal journal = journal();
        journal.append(
                "a", FamilyMachine.entries(2, new FamilyMachine.Asks("q1", "Which one?"), new FamilyMachine.Left()));
        assertThat(journal.questions().open()).isEmpty();
        assertThat(journal.questions().question("q1")).isPresent();
    }

    @Test
    void of_many_who_answer_at_once_exactly_one_is_told_that_it_counts() throws Exception {
        journal().append("a", FamilyMachine.entries(2, new FamilyMachine.Asks("q1", "Which one?")));
        List<Callable<Boolean>> people = new ArrayList<>();
        for (int n = 0; n < 4; n++) {
            Questions questions = journal().questions();
            String name = "person-" + n;
            people.add(() -> questions.answer("q1", name + "'s", name));
        }
        List<Boolean> counted = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(people.size())) {
            for (Future<Boolean> answer : threads.invokeAll(people)) {
                counted.add(answer.get());
            }
        }
        assertThat(counted).filteredOn(Boolean::booleanValue).hasSize(1);
    }
}
