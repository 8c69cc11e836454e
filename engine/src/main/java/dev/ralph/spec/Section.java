package dev.ralph.spec;

/// A part of a document that a correction may replace: whole lines, from its first to its last one that is not blank,
/// with the line end of that. Sections lie apart or one inside another.
///
/// @param id    `1` for requirement 1, `1.2` for its second criterion, `5` for property 5, `2.3` for a task, and a word
///              made of its text for a heading
/// @param start where it begins in the document's text
/// @param end   where it ends
/// @param line  its first line, counted from 1
public record Section(Kind kind, String id, String title, int start, int end, int line) {
    public enum Kind {
        REQUIREMENT,
        CRITERION,
        PROPERTY,
        TASK,
        /// Any other heading, with everything up to the next one that is not below it.
        HEADING
    }

    public Section {
        if (start < 0 || end <= start || line < 1) {
            throw new IllegalArgumentException("a section from " + start + " to " + end + ", line " + line);
        }
    }

    public String in(SpecDocument document) {
        return document.text().substring(start, end);
    }

    /// The same as it reads by itself: without the indentation of its first line. [SpecDocument#with] gives it back.
    public String unindented(SpecDocument document) {
        return SectionText.unindented(in(document));
    }
}
