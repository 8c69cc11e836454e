package dev.ralph.sim;

import java.util.List;

/// The engine did not keep a promise; the message names it and says how to play the story again.
public final class PromiseBroken extends AssertionError {
    private static final long serialVersionUID = 1L;

    PromiseBroken(List<Promises.Broken> broken, History history) {
        super(text(broken, history));
    }

    private static String text(List<Promises.Broken> broken, History history) {
        StringBuilder text = new StringBuilder();
        for (Promises.Broken one : broken) {
            text.append(one.promise())
                    .append(" (")
                    .append(one.words())
                    .append("): ")
                    .append(one.how())
                    .append('\n');
        }
        text.append("play it again: ").append(history.reproduction()).append("\nwhat happened:\n");
        history.happenings().forEach(h -> text.append("  ").append(h).append('\n'));
        return text.toString();
    }
}
