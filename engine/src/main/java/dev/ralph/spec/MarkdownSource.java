package dev.ralph.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.commonmark.node.Block;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SourceSpan;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/// A Markdown text as blocks with positions. Emphasis and links are left as they are written: nobody here needs them
/// parsed, and parsing them is the one thing that a hostile text can make slow.
final class MarkdownSource {
    /// Deeper nesting is read as text: what walks the blocks may call itself.
    private static final int DEEPEST = 100;

    private static final Pattern SLUG = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final Pattern CONFLICT = Pattern.compile("(?s)(?:<{7}|>{7}|\\|{7})(?: .*)?");

    /// A heading that stands in no other block, or a line that is meant as one.
    ///
    /// @param line counted from 0, as all lines here
    record Title(int level, String words, int line) {}

    private final String text;
    private final Node root;
    private final int[] lineStarts;
    private final int shift;
    private final List<Title> titles = new ArrayList<>();
    private final Map<String, Integer> slugs = new HashMap<>();

    MarkdownSource(String text) {
        this.text = text;
        this.shift = text.startsWith("\uFEFF") ? 1 : 0;
        this.root = Parser.builder()
                .includeSourceSpans(IncludeSourceSpans.BLOCKS)
                .inlineParserFactory(_ -> (_, _) -> {})
                .maxOpenBlockParsers(DEEPEST)
                .build()
                .parse(text.substring(shift));
        this.lineStarts = lineStarts(text);
        for (Block block : blocks()) {
            if (block instanceof Heading heading) {
                titles.add(new Title(heading.getLevel(), words(heading), firstLine(heading)));
            }
        }
    }

    private static int[] lineStarts(String text) {
        int[] starts = new int[16];
        int count = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' || (c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n'))) {
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, 2 * count);
                }
                starts[count++] = i + 1;
            }
        }
        return Arrays.copyOf(starts, count);
    }

    List<Title> titles() {
        return titles;
    }

    /// From now on these lines count as headings, too.
    void entitle(List<Title> more) {
        titles.addAll(more);
        titles.sort(Comparator.comparingInt(Title::line));
    }

    /// The outermost blocks.
    List<Block> blocks() {
        return children(root);
    }

    static List<Block> children(Node parent) {
        List<Block> blocks = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNext()) {
            if (child instanceof Block block && !block.getSourceSpans().isEmpty()) {
                blocks.add(block);
            }
        }
        return blocks;
    }

    /// Every paragraph in document order, except the quoted ones.
    void forEachParagraph(Node parent, Consumer<Paragraph> each) {
        for (Block child : children(parent)) {
            if (child instanceof Paragraph paragraph) {
                each.accept(paragraph);
            } else if (!(child instanceof BlockQuote)) {
                forEachParagraph(child, each);
            }
        }
    }

    Node root() {
        return root;
    }

    int firstLine(Node block) {
        return block.getSourceSpans().getFirst().getLineIndex();
    }

    int lastLine(Node block) {
        return block.getSourceSpans().getLast().getLineIndex();
    }

    int lines() {
        return lineStarts.length;
    }

    /// A line without its line end.
    String line(int line) {
        int end = lineEnd(line);
        while (end > lineStarts[line] && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        return text.substring(line == 0 ? shift : lineStarts[line], Math.max(end, line == 0 ? shift : 0));
    }

    private int lineEnd(int line) {
        return line + 1 < lineStarts.length ? lineStarts[line + 1] : text.length();
    }

    /// Where the words of a block begin.
    int offset(Node block) {
        int offset = block.getSourceSpans().getFirst().getInputIndex() + shift;
        while (offset < text.length() && (text.charAt(offset) == ' ' || text.charAt(offset) == '\t')) {
            offset++;
        }
        return offset;
    }

    /// How far a block is indented, in characters.
    int indentation(Node block) {
        String line = line(firstLine(block));
        return line.length() - line.stripLeading().length();
    }

    /// The part of a line that belongs to a block.
    String words(SourceSpan line) {
        int from = line.getInputIndex() + shift;
        return text.substring(from, from + line.getLength()).strip();
    }

    /// The lines of a paragraph or heading as one.
    String words(Node block) {
        List<SourceSpan> spans = block.getSourceSpans();
        StringBuilder words = new StringBuilder();
        int last = block instanceof Heading && spans.size() > 1 ? spans.size() - 1 : spans.size();
        for (SourceSpan span : spans.subList(0, last)) {
            words.append(words.isEmpty() ? "" : " ").append(words(span));
        }
        return block instanceof Heading && spans.size() == 1 ? withoutMarks(words.toString()) : words.toString();
    }

    /// `### Title ###` as `Title`.
    private static String withoutMarks(String heading) {
        int from = 0;
        while (from < heading.length() && heading.charAt(from) == '#') {
            from++;
        }
        int to = heading.length();
        while (to > from && heading.charAt(to - 1) == '#') {
            to--;
        }
        boolean closed = to <= from || Character.isWhitespace(heading.charAt(to - 1));
        return heading.substring(from, closed ? Math.max(from, to) : heading.length())
                .strip();
    }

    /// The section of these lines, without the blank ones at its end.
    ///
    /// @param before the first line after it
    Section section(Section.Kind kind, String id, String title, int line, int before) {
        int last = before - 1;
        while (last > line && line(last).isBlank()) {
            last--;
        }
        return new Section(kind, id, title, line == 0 ? shift : lineStarts[line], lineEnd(last), line + 1);
    }

    /// The line before which everything that is not below a heading begins.
    int end(int titleIndex) {
        for (Title later : titles.subList(titleIndex + 1, titles.size())) {
            if (later.level() <= titles.get(titleIndex).level()) {
                return later.line();
            }
        }
        return lines();
    }

    Section headingSection(int titleIndex) {
        Title title = titles.get(titleIndex);
        String slug = SLUG.matcher(title.words().toLowerCase(Locale.ROOT)).replaceAll("-");
        slug = slug.replaceAll("^-|-$", "");
        slug = slug.isEmpty() ? "heading" : slug;
        int count = slugs.merge(slug, 1, Integer::sum);
        return section(
                Section.Kind.HEADING,
                count == 1 ? slug : slug + "-" + count,
                title.words(),
                title.line(),
                end(titleIndex));
    }

    /// What is wrong with any document that looks like this.
    List<SpecFinding> findings(SpecFile file) {
        if (text.isBlank() || text.substring(shift).isBlank()) {
            String words = file.fileName() + " is missing or empty: write it";
            return List.of(new SpecFinding(file, 1, "empty-document", words));
        }
        List<SpecFinding> findings = new ArrayList<>();
        for (int line = 0; line < lines(); line++) {
            if (CONFLICT.matcher(line(line)).matches()) {
                String words = "a marker of a merge conflict: decide which side stays, and remove it";
                findings.add(new SpecFinding(file, line + 1, "merge-conflict", words));
            }
        }
        unclosedFences(root, file, findings);
        return findings;
    }

    private void unclosedFences(Node parent, SpecFile file, List<SpecFinding> findings) {
        for (Block child : children(parent)) {
            if (child instanceof FencedCodeBlock fence && fence.getClosingFenceLength() == null) {
                String words = "a code block begins here and is never closed: what follows is read as code; close it";
                findings.add(new SpecFinding(file, firstLine(child) + 1, "unclosed-code-block", words));
            }
            unclosedFences(child, file, findings);
        }
    }
}
