package dev.ralph.failure;

import static dev.ralph.failure.FailureType.INVALID_SPEC;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A document of the spec that could not be read.
final class SpecRecogniser {
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
            "(?i)^\\W{0,3}(?:error: )?(?:invalid spec\\b|spec(?:ification)? (?:parse|syntax|parsing) error|\\w*SpecParse\\w*|malformed (?:spec|markdown)|(?:could not|cannot|failed to) parse (?:the )?(?:spec|requirements|design|tasks)\\b|(?:parse error|error parsing|invalid spec|malformed).{0,60}\\b(?:spec(?:ification)?|markdown)\\b)");
    private static final Pattern MARKDOWN = Pattern.compile(
            "(?i)\\b(?:markdown|heading|checkbox|check box|bullet|list item|indent\\w*|fence|table|marker|MD\\d{3}|unclosed|unterminated)\\b");

    static boolean aboutMarkdown(String message) {
        return MARKDOWN.matcher(message).find();
    }

    private SpecRecogniser() {}

    static Optional<Failure> read(OutputLines lines) {
        return lines.first(PLACED).map(hit -> placed(lines, hit)).or(() -> named(lines));
    }

    private static Failure placed(OutputLines lines, Hit hit) {
        String words = hit.group(4).isEmpty() ? lines.at(hit.index()).strip() : hit.group(4);
        boolean said = WRONG.matcher(words).find();
        Integer line = hit.number(2) == null ? hit.number(3) : hit.number(2);
        return failure(words, hit.group(1) + ".md", line, said ? Reading.SPEC : Reading.BUILD_TOOL);
    }

    private static Optional<Failure> named(OutputLines lines) {
        Optional<Hit> unnamed = lines.first(UNNAMED);
        Optional<Hit> named = lines.every(NAMED)
                .filter(hit -> unnamed.isPresent()
                        || WORDS.matcher(lines.at(hit.index())).find())
                .findFirst();
        if (named.isEmpty()) {
            return unnamed.map(hit -> failure(lines.at(hit.index()).strip(), null, null, Reading.SPEC));
        }
        Hit hit = named.get();
        String words = lines.at(unnamed.orElse(hit).index());
        boolean startsLine = unnamed.isPresent() || !words.startsWith("  ");
        return Optional.of(
                failure(words.strip(), hit.group(1) + ".md", hit.number(2), startsLine ? Reading.SPEC : Reading.SHELL));
    }

    private static Failure failure(String words, @Nullable String file, @Nullable Integer line, int confidence) {
        Failure failure = new Reading("spec", confidence).of(INVALID_SPEC, words, Location.at(file, line));
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
