package dev.ralph.review;

import java.util.Locale;

/// What a reviewer's words come to.
public sealed interface ReviewAnswer {
    record Approved() implements ReviewAnswer {}

    /// @param reason one line, not empty
    record Rejected(String reason) implements ReviewAnswer {}

    /// It is no approval.
    ///
    /// @param why completes a sentence that begins with "its answer"
    record Malformed(String why) implements ReviewAnswer {}

    int LONGEST_REASON = 1000;

    /// Only the last line that holds anything counts, and only with the mark of this review: whatever a diff says, it
    /// was
    /// written before there was one.
    ///
    /// @param words what the reviewer wrote itself
    /// @param mark  of this review
    static ReviewAnswer of(String words, String mark) {
        String last = words.strip();
        last = last.substring(last.lastIndexOf('\n') + 1).strip();
        if (last.isEmpty()) {
            return new Malformed("is empty");
        }
        String open = ReviewRequest.open(mark);
        if (!last.startsWith(open)
                || !last.endsWith(ReviewRequest.CLOSE)
                || last.length() < open.length() + ReviewRequest.CLOSE.length()) {
            return new Malformed("does not end with a line " + ReviewRequest.open("…") + "approve" + ReviewRequest.CLOSE
                    + " that has the mark of this review");
        }
        String verdict = last.substring(open.length(), last.length() - ReviewRequest.CLOSE.length())
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
