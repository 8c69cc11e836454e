package dev.ralph.ratchet;

/// Makes several CDATA sections of a long one, which means the same.
///
/// Java's parser holds a section as a whole, several times over, and runners put all that a test printed into one.
/// Comments and instructions are known because they may hold what looks like the beginning of a section; attributes
/// cannot, in XML that is well-formed.
final class XmlSections {
    private static final int LONGEST = 1 << 15;
    private static final String SECTION = "<![CDATA[";
    private static final String SECTION_END = "]]>";

    private final StringBuilder opening = new StringBuilder();
    private Where where = Where.ELSEWHERE;
    private int length;
    private char before;
    private char beforeThat;

    private enum Where {
        ELSEWHERE,
        SECTION,
        COMMENT,
        INSTRUCTION
    }

    void pass(char c, StringBuilder to) {
        to.append(c);
        if (where == Where.ELSEWHERE) {
            open(c);
            return;
        }
        if (c == '>' && isEnd()) {
            enter(Where.ELSEWHERE);
            return;
        }
        beforeThat = before;
        before = c;
        if (where == Where.SECTION && ++length >= LONGEST && c != ']' && !Character.isHighSurrogate(c)) {
            to.append(SECTION_END).append(SECTION);
            enter(Where.SECTION);
        }
    }

    private void open(char c) {
        if (c == '<') {
            opening.setLength(0);
        } else if (opening.isEmpty()) {
            return;
        }
        opening.append(c);
        switch (opening.toString()) {
            case "<?" -> enter(Where.INSTRUCTION);
            case "<!--" -> enter(Where.COMMENT);
            case SECTION -> enter(Where.SECTION);
            case "<!-" -> {}
            default -> {
                if (!SECTION.startsWith(opening.toString())) {
                    opening.setLength(0);
                }
            }
        }
    }

    private void enter(Where next) {
        where = next;
        opening.setLength(0);
        length = 0;
        before = 0;
        beforeThat = 0;
    }

    private boolean isEnd() {
        return switch (where) {
            case ELSEWHERE -> false;
            case SECTION -> before == ']' && beforeThat == ']';
            case COMMENT -> before == '-' && beforeThat == '-';
            case INSTRUCTION -> before == '?';
        };
    }
}
