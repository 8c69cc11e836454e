package dev.ralph.survey;

import java.util.List;
import java.util.Optional;

/// Recognises one kind of test suite.
interface SuiteFinder {
    /// Where reports go that a tool would not write by itself. Ralph removes it where it is not in a clean room.
    String REPORTS = ".ralph-reports";

    /// What it recognises in a folder.
    ///
    /// @param found what others recognised there
    /// @param notes hears what a person should know though nothing was found
    Optional<TestSuite> in(SurveyedFolder folder, List<TestSuite> found, List<String> notes);

    /// Whether a suite of this kind in a folder also runs what lies in a folder below it.
    ///
    /// @param above where one was recognised; asked about every folder below it
    default boolean covers(SurveyedFolder above, SurveyedFolder below) {
        return false;
    }
}
