package dev.ralph.board;

import java.util.List;

/// All there is to know about one task, under titles.
public record BoardDetail(String task, List<Section> sections) {
    public BoardDetail {
        sections = List.copyOf(sections);
    }

    public record Section(String title, List<String> lines) {
        public Section {
            lines = List.copyOf(lines);
        }
    }
}
