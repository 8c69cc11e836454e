package dev.ralph.review;

import java.util.Locale;

/// What a reviewer's words come to.
public sealed interface Answer {
    record Approved() implements Answer {}

    /// @param reason one line, not empty
    record Rejected(String reason) implements Answer {}

    /// It is no approval.
    ///
    /// @param why completes a sentence that begins with "its answer"
    record Malformed(String why) implements Answer {}

    int LONGEST_REASON = 1000;

    /// Only the last line that holds anything counts, and only with the mark of this review: whatever a diff says, it
    /// was
    /// written before there was one.
    ///
    /// @param words what the reviewer wrote itself
    /// @param mark  of this review
    static Answer of(String words, String mark) {
        String last = words.strip();
        last = last.substring(last.lastIndexOf('\n') + 1).strip();
        if (last.isEmpty()) {
            return new Malformed("is empty");
        }
        String open = Request.open(mark);
        if (!last.startsWith(open)
                || !last.endsWith(Request.CLOSE)
                || last.length() < open.length() + Request.CLOSE.length()) {
            return new Malformed("does not end with a line " + Request.open("…") + "approve" + Request.CLOSE
                    + " that has the mark of this review");
        }
        String verdict = last.substring(open.length(), last.length() - Request.CLOSE.length())
                .strip();
        if (verdict.equalsIgnoreCase("approve")) {
            return new Approved();
        }
        boolean rejects = verdict.toLowerCase(Locale.ROOT).startsWith("reject:");
        String reason = rejects ? verdict.substring("reject:".length()).strip() : "";
        if (reason.isEmpty()) {
            return new Malformed(rejects ? "rejects without a reason" : "neither approves nor rejects");
        }
        return new Rejected(reason.substring(0, Math.min(LONGEST_REASON, reason.length())));
    }
}
