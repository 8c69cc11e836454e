package dev.ralph.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What an agent said last, beside its promise.
///
/// The patterns of specification 003 are looked for as they are written. What contradicts the promise is not said where
/// it is denied in the same sentence, quoted or shown as code. What a stage must say is looked for line by line, also
/// in
/// code and quotations, where an agent shows what its tools printed.
///
/// @param text  its own words
/// @param stage who speaks, null when no stage's rules apply
public record Claim(String text, @Nullable ClaimStage stage, KnownFacts facts) {
    /// More are not needed to refuse it.
    static final int MOST = 20;

    private static final int LONGEST_LINE = 200;
    private static final String PROMISE = "<promise>";
    private static final Pattern DENIED = Pattern.compile(
            "(?:\\b(?:no|not|none|never|nothing|neither|nor|without|zero|0|removed|fixed|resolved)\\b|n['’]t\\b)[^,(]*+$",
            Pattern.CASE_INSENSITIVE);
    /// "Tests failed: 0".
    private static final Pattern DENIED_BEHIND =
            Pattern.compile("\\w{0,9}+\\s{0,9}+[:=]?\\s{0,9}+(?:none|nothing|zero|0)\\b", Pattern.CASE_INSENSITIVE);

    /// A line that ends in such a word goes on in the next one.
    private static final Pattern WRAPPED = Pattern.compile(
            "(\\b(?:not|no|never|cannot|yet|is|are|was|were|have|has|be|been|to|will)|n['’]t)[ \\t]{0,9}+\\n",
            Pattern.CASE_INSENSITIVE);
    /// How far before a word one looks for what takes it back.
    private static final int CLAUSE = 200;

    private static final Pattern CLAUSE_END =
            Pattern.compile("[,:;()–—|]|[.!?]\\s|\\s-+\\s|\\b(?:and|but)\\b", Pattern.CASE_INSENSITIVE);
    /// Before a word that is denied, or that somebody only means to do.
    private static final Pattern TAKEN_BACK = Pattern.compile(
            "\\b(?:no|not|none|never|nothing|neither|nor|without|zero|0|cannot|will|would|should|could|must|may|might"
                    + "|before|once|until|unless|if|when|to (?:be|get|have))\\b|n['’]t\\b|['’]ll\\b|\\bto $|\\[ ]",
            Pattern.CASE_INSENSITIVE);
    /// "Passed: 0", "approved": false, "approved if".
    private static final Pattern TAKEN_BACK_BEHIND = Pattern.compile(
            "[^\\w:=|]{0,9}+[:=|][^\\w]{0,9}+(?:no|none|nothing|zero|0|false|null)\\b| (?:0|zero|none|if|unless)\\b"
                    + "|[^.!?,;:]{0,99}+\\?",
            Pattern.CASE_INSENSITIVE);

    public Claim {
        Objects.requireNonNull(text);
        Objects.requireNonNull(facts);
    }

    /// All that speaks against it, in the order of the text, at most [#MOST] contradictions; empty when nothing does.
    /// Takes time in proportion to the length of the text, whatever stands in it.
    public List<Contradiction> objections() {
        String own = AgentProse.of(text);
        List<AgentProse.Sentence> sentences = AgentProse.sentences(own);
        List<Contradiction> objections = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        for (AgentProse.Sentence sentence : sentences) {
            for (ClaimRule rule : ClaimRule.values()) {
                int at = rule.pattern() == null ? -1 : said(rule.pattern(), sentence.text());
                if (at >= 0 && objections.size() < MOST) {
                    int line =
                            sentence.line() + AgentProse.lines(sentence.text().substring(0, at));
                    objections.add(new Contradiction(rule, line, shown(lines[line - 1])));
                }
            }
        }
        if (text.contains(PROMISE) && !own.contains(PROMISE)) {
            objections.add(Contradiction.lacking(ClaimRule.PROMISE_QUOTED));
        }
        ClaimRule lacking = lacking();
        if (lacking != null) {
            objections.add(Contradiction.lacking(lacking));
        }
        return List.copyOf(objections);
    }

    /// Where a sentence says it without denying it, -1 when it does not.
    private static int said(Pattern pattern, String sentence) {
        Matcher matcher = pattern.matcher(sentence);
        while (matcher.find()) {
            boolean behind = DENIED_BEHIND
                    .matcher(sentence)
                    .region(matcher.end(), sentence.length())
                    .lookingAt();
            if (!behind
                    && !DENIED.matcher(sentence.substring(0, matcher.start())).find()) {
                return matcher.start();
            }
        }
        return -1;
    }

    /// What specification 003 wants to hear in a stage and does not, where nothing better than words is known.
    private @Nullable ClaimRule lacking() {
        return switch (stage) {
            case CODER -> {
                boolean committed =
                        facts.committed() == null ? isStated("(?i:\\bcommit(?:s|ted)?\\b)") : facts.committed();
                yield committed ? null : ClaimRule.NO_COMMIT;
            }
            case TESTER -> isStated("(?i:\\bpassed\\b)") ? null : ClaimRule.NO_PASSING_TESTS;
            case REVIEWER -> isStated("\\bREVIEW PASSED\\b|(?i:\\bapproved\\b)") ? null : ClaimRule.NO_APPROVAL;
            case QA -> null;
            case null -> null;
        };
    }

    private boolean isStated(String words) {
        Pattern pattern = Pattern.compile(words);
        return WRAPPED.matcher(text).replaceAll("$1 ").lines().anyMatch(line -> states(line, pattern));
    }

    private static boolean states(String line, Pattern words) {
        Matcher matcher = words.matcher(line);
        while (matcher.find()) {
            String before = line.substring(Math.max(0, matcher.start() - CLAUSE), matcher.start());
            String[] clauses = CLAUSE_END.split(before, -1);
            boolean behind = TAKEN_BACK_BEHIND
                    .matcher(line)
                    .region(matcher.end(), line.length())
                    .lookingAt();
            if (!behind && !TAKEN_BACK.matcher(clauses[clauses.length - 1]).find()) {
                return true;
            }
        }
        return false;
    }

    /// On one line and short, without anything that a terminal obeys.
    private static String shown(String line) {
        StringBuilder shown = new StringBuilder();
        String stripped = line.strip();
        stripped.codePoints().limit(LONGEST_LINE).forEach(c -> {
            boolean hides = Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
            shown.appendCodePoint(Character.isWhitespace(c) ? ' ' : hides ? '\ufffd' : c);
        });
        return stripped.length() > shown.length() ? shown.append('…').toString() : shown.toString();
    }
}
