package dev.ralph.claim;

import dev.ralph.claim.ClaimWording.Meaning;
import dev.ralph.claim.ClaimWording.Tense;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/// Listens to a claim and collects what contradicts it.
final class Contradictions implements Consumer<Sentence> {
    /// More are not needed to refuse it.
    static final int MOST = 20;

    private final List<Found> certain = new ArrayList<>();
    private final List<Found> figures = new ArrayList<>();
    private final List<Found> past = new ArrayList<>();

    /// @param line from 1
    record Found(ClaimRule rule, int line) {}

    /// In the order of the text, one for each line and rule.
    List<Found> found() {
        List<Found> all = new ArrayList<>(certain);
        all.addAll(figures);
        all.addAll(past);
        return all.stream()
                .distinct()
                .sorted(Comparator.comparingInt(Found::line))
                .limit(MOST)
                .toList();
    }

    @Override
    public void accept(Sentence sentence) {
        boolean counted = false;
        for (int at = 0; at < sentence.size(); at++) {
            counted |= hear(sentence, at);
            if (Success.isTold(sentence, at, counted)) {
                figures.clear();
                past.clear();
            } else if (Success.isAnswered(sentence, at)) {
                past.clear();
            }
        }
    }

    /// @return whether a figure of failures stands there
    private boolean hear(Sentence sentence, int at) {
        boolean figure = false;
        for (Meaning meaning : ClaimWording.beginningWith(sentence.word(at))) {
            int end = meaning.phrase().end(sentence, at);
            if (end < 0 || (sentence.log() && meaning.tense() != Tense.FIGURE)) {
                continue;
            }
            figure |= meaning.tense() == Tense.FIGURE;
            if (certain.size() >= MOST) {
                continue; // It is refused, whatever else there is.
            }
            Excuse excuse = new Excuse(sentence, meaning.rule(), at, end);
            if (!(meaning.tense() == Tense.FIGURE ? excuse.holdsForFigure() : excuse.holds())) {
                List<Found> among = among(meaning.tense(), excuse);
                if (among.size() < MOST) {
                    among.add(new Found(meaning.rule(), sentence.line(at)));
                }
            }
        }
        if (Shares.isPart(sentence, at) && certain.size() < MOST) {
            certain.add(new Found(ClaimRule.REMAINING_WORK, sentence.line(at)));
        }
        return figure;
    }

    private List<Found> among(Tense tense, Excuse excuse) {
        return switch (tense) {
            case FIGURE -> figures;
            case PAST -> past;
            case NOW -> excuse.isStory() ? past : certain;
        };
    }
}
