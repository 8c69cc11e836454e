package dev.ralph.spec;

import java.util.List;

/// One document of a feature: its exact text, and what stands in it where.
public sealed interface SpecDocument permits RequirementsDocument, DesignDocument, TasksDocument {
    SpecFile file();

    String text();

    /// Every section that a correction may replace, in document order, an outer one before those inside it.
    List<Section> sections();

    /// What is wrong with this document by itself.
    List<SpecFinding> findings();

    /// The same document with another text in one section. The replacement gets the line ends of the document, the
    /// indentation of the section where it has none itself, and ends as the section did; blank lines around it are
    /// dropped.
    ///
    /// @throws IllegalArgumentException where the replacement is blank, or the section is not one of this document
    default SpecDocument with(Section section, String replacement) {
        if (!sections().contains(section)) {
            throw new IllegalArgumentException("no such section in " + file().fileName() + ": " + section);
        }
        return of(file(), SectionText.replaced(text(), section, replacement));
    }

    static SpecDocument of(SpecFile file, String text) {
        return switch (file) {
            case REQUIREMENTS -> RequirementsDocument.of(text);
            case DESIGN -> DesignDocument.of(text);
            case TASKS -> TasksDocument.of(text);
        };
    }
}
