package dev.ralph.sim;

import dev.ralph.loop.Event;
import dev.ralph.loop.LoopState;
import dev.ralph.loop.Phase;
import dev.ralph.store.JournalEntry;
import java.util.ArrayList;
import java.util.List;

final class AnswersAreTold extends PromiseCheck {
    private static final int MOST = 10;

    private final List<LoopState.Answer> answers = new ArrayList<>();

    AnswersAreTold() {
        super("what a person said is told to every attempt that follows, until ten newer words came");
    }

    @Override
    void entry(JournalEntry<Event> entry, LoopState before) {
        if (entry.event() instanceof Event.Answered answered && before.phase() instanceof Phase.Parked parked) {
            answers.add(new LoopState.Answer(parked.text(), answered.text()));
        }
        if (entry.event() instanceof Event.Told told) {
            LoopState.Answer said = new LoopState.Answer(null, told.text());
            if (!answers.subList(Math.max(0, answers.size() - MOST), answers.size())
                    .contains(said)) {
                answers.add(said);
            }
        }
    }

    @Override
    void deed(SimFact happening, LoopState now) {
        if (happening instanceof SimFact.Prompted prompted) {
            List<LoopState.Answer> last = answers.subList(Math.max(0, answers.size() - MOST), answers.size());
            if (!prompted.answers().equals(last)) {
                breaks("attempt " + prompted.attempt() + " is told " + prompted.answers() + ", not " + last);
            }
        }
    }
}
