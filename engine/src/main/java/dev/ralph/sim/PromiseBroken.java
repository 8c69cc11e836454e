package dev.ralph.sim;

import java.util.List;

/// The engine did not keep a promise; the message names it and says how to play the story again.
public final class PromiseBroken extends AssertionError {
    private static final long serialVersionUID = 1L;

    PromiseBroken(List<PromiseChecks.Broken> broken, SimHistory history) {
        super(text(broken, history.reproduction(), history.happenings()));
    }

    PromiseBroken(List<PromiseChecks.Broken> broken, FlowHistory history) {
        super(text(broken, history.reproduction(), history.facts()));
    }

    private static String text(List<PromiseChecks.Broken> broken, String reproduction, List<?> happenings) {
        StringBuilder text = new StringBuilder();
        for (PromiseChecks.Broken one : broken) {
            text.append(one.promise())
                    .append(" (")
                    .append(one.words())
                    .append("): ")
                    .append(one.how())
                    .append('\n');
        }
        text.append("play it again: ").append(reproduction).append("\nwhat happened:\n");
        happenings.forEach(h -> text.append("  ").append(h).append('\n'));
        return text.toString();
    }
}
