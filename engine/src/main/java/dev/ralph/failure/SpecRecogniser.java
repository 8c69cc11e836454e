package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A document of the spec that could not be read.
final class SpecRecogniser implements Recogniser {
    private static final String NAMES = "(requirements|design|tasks)\\.md";
    private static final Pattern PLACED = Pattern.compile("^\\W{0,3}(?:\\w+: )?(?:[^\\s:]*/)?" + NAMES
            + "(?::(\\d+)(?::\\d+)?| ?\\((\\d+)(?:,\\d+)?\\))[:\\s-]*(.*)$");
    private static final Pattern NAMED =
            Pattern.compile("(?:^|[\\s/'\"`(])" + NAMES + "\\b(?:.{0,20}?\\bline (\\d+))?");
    private static final Pattern WORDS = Pattern.compile(
            "(?i)\\b(?:pars(?:e|ing)|malformed|unparsable|unparseable|syntax error|invalid (?:spec|markdown|section|heading|reference|task|requirement|property)|cannot be read|could not be read|not well-formed|unclosed|unterminated|duplicate (?:id|task|requirement|property|section|number))\\b");
    private static final Pattern WRONG = Pattern.compile(
            "(?i)\\b(?:error|pars(?:e|ing)|invalid|malformed|unknown|unexpected|expected|missing|duplicate\\w*|unclosed|unterminated|without|broken|conflict|empty|cannot|must|MD\\d{3})\\b|\\b(?:no|not|twice)\\b");
    private static final Pattern UNNAMED = Pattern.compile(
            "(?i)^\\W{0,3}(?:error: )?(?:invalid spec\\b|spec(?:ification)? (?:parse|syntax|parsing) error|\\w*SpecParse\\w*|malformed (?:spec|markdown)|(?:could not|cannot|failed to) parse (?:the )?(?:spec|requirements|design|tasks)\\b|(?:parse error|invalid spec|malformed).{0,60}\\bspec(?:ification)?\\b)");
    private static final Pattern MARKDOWN = Pattern.compile(
            "(?i)\\b(?:markdown|heading|checkbox|check box|bullet|list item|indent\\w*|fence|table|marker|MD\\d{3}|unclosed|unterminated)\\b");

    static boolean aboutMarkdown(String message) {
        return MARKDOWN.matcher(message).find();
    }

    @Override
    public String tool() {
        return "spec";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> placed = lines.first(PLACED);
        if (placed.isPresent()) {
            Hit hit = placed.get();
            Integer line = hit.number(2) == null ? hit.number(3) : hit.number(2);
            String words = hit.group(4).isEmpty() ? lines.at(hit.index()).strip() : hit.group(4);
            boolean said = WRONG.matcher(words).find();
            return Optional.of(failure(words, hit.group(1) + ".md", line, said ? Reading.SPEC : Reading.BUILD_TOOL));
        }
        Optional<Hit> unnamed = lines.first(UNNAMED);
        Optional<Hit> named = lines.every(NAMED).stream()
                .filter(hit -> unnamed.isPresent()
                        || WORDS.matcher(lines.at(hit.index())).find())
                .findFirst();
        if (named.isPresent()) {
            Hit hit = named.get();
            int at = unnamed.map(Hit::index).orElse(hit.index());
            boolean startsLine = unnamed.isPresent() || !lines.at(hit.index()).startsWith("  ");
            return Optional.of(failure(
                    lines.at(at).strip(),
                    hit.group(1) + ".md",
                    hit.number(2),
                    startsLine ? Reading.SPEC : Reading.SHELL));
        }
        return unnamed.map(hit -> failure(lines.at(hit.index()).strip(), null, null, Reading.SPEC));
    }

    private Failure failure(String words, @Nullable String file, @Nullable Integer line, int confidence) {
        Failure failure = Reading.of(FailureType.INVALID_SPEC, confidence, tool(), words, Location.at(file, line));
        return new Failure(
                failure.type(),
                failure.confidence(),
                failure.tool(),
                failure.message(),
                failure.location(),
                false,
                null,
                failure.cause(),
                false,
                file == null ? null : file.toLowerCase(Locale.ROOT));
    }
}
