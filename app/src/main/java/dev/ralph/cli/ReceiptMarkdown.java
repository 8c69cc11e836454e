package dev.ralph.cli;

import dev.ralph.engine.LoopReceipts;
import dev.ralph.loop.Outcome;
import dev.ralph.loop.Reason;
import dev.ralph.receipt.Evidence;
import dev.ralph.receipt.Fingerprint;
import dev.ralph.wording.DurationText;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The last verdict of a loop as Markdown, short enough for a pull request.
///
/// Titles, commands and reasons come from repositories and from what programs print. They stand in code spans and
/// fenced blocks only, which are longer than any fence inside, so that they can neither be markup nor call
/// anybody.
final class ReceiptMarkdown {
    private static final int MOST_ROWS = 30;
    private static final int LONGEST_TITLE = 120;
    private static final int LONGEST_REASON = 3000;

    private final LoopReceipts book;
    private final StringBuilder text = new StringBuilder();

    private ReceiptMarkdown(LoopReceipts book) {
        this.book = book;
    }

    static String of(LoopReceipts book) {
        return new ReceiptMarkdown(book).write();
    }

    private String write() {
        List<Evidence> checks = book.evidence();
        text.append("### Ralph: task " + code(book.task()) + " " + outcome() + "\n\n");
        if (!book.report().isIntact()) {
            text.append("**The receipts of this loop were changed after they were written: do not rely on them.**\n\n");
        }
        if (checks.isEmpty()) {
            text.append("No check was made, so nothing but the agent's word says that it is done.\n");
        } else {
            table(checks);
            facts(checks);
            checks.stream()
                    .filter(check -> !check.finding().passed())
                    .limit(MOST_ROWS)
                    .forEach(this::refusal);
        }
        return text.toString();
    }

    private String outcome() {
        Outcome outcome = book.loop().outcome();
        boolean unverified = book.loop().reason() instanceof Reason.Unverified;
        return outcome == null
                ? "is not over"
                : "is " + outcome.name().toLowerCase(Locale.ROOT) + (unverified ? " (unverified)" : "");
    }

    private void table(List<Evidence> checks) {
        text.append("| check | verdict | exit code | where | took |\n|---|---|---|---|---|\n");
        for (Evidence check : checks.subList(0, Math.min(checks.size(), MOST_ROWS))) {
            String verdict = ReceiptsCommand.verdict(check);
            text.append("| " + cell(check.check().title()) + " | "
                    + (check.finding().passed() ? verdict : "**" + verdict + "**") + " | "
                    + check.finding().exitCode() + " | " + where(check.environment()) + " | "
                    + DurationText.brief(check.took()) + " |\n");
        }
        if (checks.size() > MOST_ROWS) {
            text.append("\n").append(checks.size() - MOST_ROWS).append(" more are not shown.\n");
        }
        text.append('\n');
    }

    private static String where(Fingerprint environment) {
        return switch (environment.room()) {
            case CLEAN -> "clean room";
            case WORKSPACE -> "workspace";
            case NONE -> "no command";
        };
    }

    private void facts(List<Evidence> checks) {
        Evidence last = checks.getLast();
        String commits = checks.stream()
                .map(check -> check.subject().commit())
                .filter(commit -> commit != null)
                .distinct()
                .map(ReceiptMarkdown::code)
                .collect(Collectors.joining(", "));
        text.append("- commit ").append(commits.isEmpty() ? "unknown" : commits);
        if (book.kept() != null && !commits.contains(book.kept())) { // the checked one is on no branch
            text.append(", kept as ").append(code(book.kept()));
        }
        if (last.subject().tree() != null) {
            text.append(", tree ").append(code(last.subject().tree()));
        }
        text.append("\n- attempt ").append(last.claim().attempt());
        if (last.author().agent() != null) {
            text.append(" by ").append(code(last.author().agent()));
        }
        if (last.author().model() != null) {
            text.append(", model ").append(code(last.author().model()));
        }
        Fingerprint place = last.environment();
        text.append("\n- on ").append(code(place.os() + " " + place.kernel() + " " + place.arch()));
        String confined = checks.stream()
                .map(Evidence::environment)
                .filter(where -> where.room() != Fingerprint.Room.NONE) // without a command there is nothing to confine
                .map(Fingerprint::sandbox)
                .distinct()
                .map(ReceiptMarkdown::code)
                .collect(Collectors.joining(", "));
        if (!confined.isEmpty()) {
            text.append(", sandbox ").append(confined);
        }
        text.append("\n- last receipt " + code(book.verdict().getLast()) + "; `ralph verify` runs the checks again\n");
    }

    private void refusal(Evidence check) {
        String reason = String.valueOf(check.finding().reason());
        text.append("\n<details><summary>check ").append(check.claim().step()).append(" was refused</summary>\n\n");
        block(
                check.check().command() == null
                        ? check.check().title()
                        : check.check().command());
        block(reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) + "…" : reason);
        text.append("</details>\n");
    }

    private void block(String content) {
        String harmless = Console.harmlessLines(content);
        String fence = "`".repeat(Math.max(3, longestRun(harmless) + 1));
        text.append(fence + "text\n" + harmless + (harmless.endsWith("\n") ? "" : "\n") + fence + "\n\n");
    }

    /// In a table a bar would end the cell, however it is quoted.
    private static String cell(String title) {
        String brief = title.length() > LONGEST_TITLE ? title.substring(0, LONGEST_TITLE) + "…" : title;
        return code(brief.replace('|', '¦'));
    }

    static String code(String foreign) {
        String line = Console.harmless(foreign.replaceAll("\\s+", " ").strip());
        String fence = "`".repeat(longestRun(line) + 1);
        boolean touches = line.isEmpty() || line.startsWith("`") || line.endsWith("`");
        return touches ? fence + " " + line + " " + fence : fence + line + fence;
    }

    private static int longestRun(String text) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }
}
