package dev.ralph.workspace;

import dev.ralph.git.RawName;
import dev.ralph.git.Repository;
import dev.ralph.git.TreeComparison.Difference;
import dev.ralph.git.TreeEntry;
import dev.ralph.git.TreeMerge;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Work that began on an older commit, merged with what a branch has now. No branch and no file changes.
///
/// @param work      a commit on top of the branch; files that conflict have both versions in it, between marks
/// @param conflicts files that both changed in ways that do not fit together
/// @param hunks     a text for each of the first of them, as people read it
public record MergedWork(Conserved work, List<Conflict> conflicts, List<String> hunks) {
    private static final int MOST_FILES = 10;
    private static final int MOST_LINES = 60;
    private static final int LONGEST_LINE = 200;
    private static final long LARGEST = 1 << 20;
    private static final int MOST_SEARCHED = 64;
    private static final String OURS = "<<<<<<< ";
    private static final String THEIRS = ">>>>>>> ";

    /// As [#of] writes them: git puts the name of a commit behind its marks.
    private static final Pattern MARK = Pattern.compile("(?m)^(?:<{7}|>{7}) [0-9a-f]{40,64}\\r?$");

    public MergedWork {
        conflicts = List.copyOf(conflicts);
        hunks = List.copyOf(hunks);
    }

    /// @param onto           what the branch has now
    /// @param protectedPaths what is not kept anyway, and so conflicts with nothing
    public static MergedWork of(Repository repository, Conserved conserved, String onto, ProtectedPaths protectedPaths)
            throws IOException {
        TreeMerge merge = repository.merge(conserved.base(), onto, conserved.commit());
        String commit =
                repository.commits().make(merge.tree(), List.of(onto), "Merged: " + conserved.attempt(), Map.of());
        List<RawName> names = merge.conflicts().stream()
                .filter(name -> !protectedPaths.contains(name.path()) && !OverlayTree.isRalphs(name.path()))
                .toList();
        return new MergedWork(
                new Conserved(conserved.attempt(), commit, onto, conserved.left()),
                names.stream()
                        .map(name -> new Conflict(name.path(), Conflict.Why.COMMITTED))
                        .toList(),
                hunks(repository, merge.tree(), names.subList(0, Math.min(names.size(), MOST_FILES))));
    }

    /// Files of work on top of such a merge that still have its marks.
    ///
    /// @param base what the work began with
    public static List<Conflict> marked(Repository repository, String base, String commit) throws IOException {
        Map<String, RawName> changed = new LinkedHashMap<>();
        for (Difference difference : repository.comparison().names(base, commit)) {
            if (difference.letter() != 'D') {
                changed.put(difference.after().id(), difference.name());
            }
        }
        List<Conflict> marked = new ArrayList<>();
        repository
                .contents()
                .of(changed.keySet(), LARGEST, LARGEST * MOST_SEARCHED)
                .forEach((id, content) -> {
                    RawName name = changed.get(id);
                    if (name != null
                            && MARK.matcher(new String(content, StandardCharsets.UTF_8))
                                    .find()) {
                        marked.add(new Conflict(name.path(), Conflict.Why.COMMITTED));
                    }
                });
        return marked;
    }

    private static List<String> hunks(Repository repository, String tree, List<RawName> names) throws IOException {
        if (names.isEmpty()) {
            return List.of();
        }
        Map<RawName, TreeEntry> blobs = repository.commits().blobs(tree);
        List<String> ids = names.stream()
                .map(blobs::get)
                .filter(Objects::nonNull)
                .map(TreeEntry::id)
                .toList();
        Map<String, byte[]> contents = repository.contents().of(ids, LARGEST, LARGEST * MOST_FILES);
        List<String> hunks = new ArrayList<>();
        for (RawName name : names) {
            TreeEntry blob = blobs.get(name);
            hunks.add(FileNames.shown(name.path()) + hunk(blob == null ? null : contents.get(blob.id())));
        }
        return hunks;
    }

    /// The lines between marks, with their numbers.
    private static String hunk(byte @Nullable [] content) {
        StringBuilder text = new StringBuilder();
        boolean inside = false;
        int number = 0;
        int shown = 0;
        String all = content == null ? "" : new String(content, StandardCharsets.UTF_8);
        for (String line : all.split("\n", -1)) {
            number++;
            if (!inside && line.startsWith(OURS)) {
                inside = true;
                text.append(shown == 0 ? ", line " : "\nline ").append(number).append(":");
            }
            if (inside && shown++ < MOST_LINES) {
                text.append('\n').append(plain(line));
            }
            inside = inside && !line.startsWith(THEIRS);
        }
        if (shown > MOST_LINES) {
            text.append("\n(").append(shown - MOST_LINES).append(" more lines)");
        }
        return shown == 0 ? ": changed on both sides, or changed on one and deleted on the other" : text.toString();
    }

    /// The marks say what stands after them.
    private static String plain(String line) {
        if (line.startsWith(OURS)) {
            return OURS + "on the branch now";
        }
        if (line.startsWith(THEIRS)) {
            return THEIRS + "the work";
        }
        String visible = line.replaceAll("[\\p{Cc}\\p{Cf}&&[^\t]]", " ");
        return visible.length() <= LONGEST_LINE ? visible : visible.substring(0, LONGEST_LINE) + "…";
    }
}
