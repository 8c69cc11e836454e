package dev.ralph.claim;

import java.util.ArrayList;
import java.util.List;

/// Puts together what speaks against a claim.
final class TextRules {
    private static final int LONGEST_LINE = 200;

    private TextRules() {}

    static List<Objection> objections(Claim claim) {
        Contradictions contradictions = new Contradictions();
        StageRules stage = new StageRules(claim.text());
        boolean promises = OwnWords.read(claim.text(), sentence -> {
            contradictions.accept(sentence);
            stage.accept(sentence);
        });
        List<Objection> objections = new ArrayList<>();
        for (Contradictions.Found found : contradictions.found()) {
            objections.add(new Objection(found.rule(), found.line(), line(claim.text(), found.line())));
        }
        if (!promises && claim.text().contains(Quotations.PROMISE)) {
            objections.add(Objection.lacking(ClaimRule.PROMISE_QUOTED));
        }
        ClaimRule lacking = stage.lacking(claim.stage(), claim.facts());
        if (lacking != null) {
            objections.add(Objection.lacking(lacking));
        }
        return List.copyOf(objections);
    }

    /// On one line and short, without anything that a terminal obeys.
    private static String line(String text, int number) {
        int from = 0;
        for (int line = 1; line < number; line++) {
            from = text.indexOf('\n', from) + 1;
        }
        int end = text.indexOf('\n', from);
        String line = text.substring(from, end < 0 ? text.length() : end).strip();
        StringBuilder shown = new StringBuilder();
        line.codePoints().limit(LONGEST_LINE).forEach(c -> {
            boolean hides = Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
            shown.appendCodePoint(Character.isWhitespace(c) ? ' ' : hides ? '\ufffd' : c);
        });
        return line.length() > shown.length() ? shown.append('…').toString() : shown.toString();
    }
}
