package dev.ralph.spec;

import dev.ralph.config.NearestName;
import dev.ralph.paths.RequestRefused;
import dev.ralph.paths.UnlinkedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Where the documents of a feature lie: `.kiro/specs/<feature>` in the project. Agents write there, so no link is
/// followed.
public record SpecFolder(Path project, String feature) {
    private static final int MOST_BYTES = 8 << 20;
    private static final int LONGEST_NAME = 200;

    /// @throws RequestRefused where the feature's name cannot be that of a folder
    public SpecFolder {
        if (!isName(feature)) {
            throw new RequestRefused(
                    "\"" + printable(feature) + "\" cannot be the name of a feature: use letters, digits,"
                            + " '-', '_' and single dots" + hint(project, feature));
        }
    }

    /// The names of all features that have a folder, sorted.
    public static List<String> features(Path project) throws IOException {
        Path specs = specs(project);
        UnlinkedFiles.require(project, specs);
        List<String> names = new ArrayList<>();
        if (Files.isDirectory(specs)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(specs)) {
                for (Path folder : folders) {
                    String name = Objects.requireNonNull(folder.getFileName()).toString();
                    if (isName(name) && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                        names.add(name);
                    }
                }
            }
        }
        names.sort(null);
        return names;
    }

    public Path path() {
        return specs(project).resolve(feature);
    }

    public Path file(SpecFile which) {
        return path().resolve(which.fileName());
    }

    public boolean exists() {
        return Files.exists(path(), LinkOption.NOFOLLOW_LINKS);
    }

    /// All three documents. A missing one is empty, which [Feature#lint] says.
    ///
    /// @throws RequestRefused where there is no such feature, or a document is too long or no text
    /// @throws IOException    where a link or no regular file stands in the place of one
    public Feature read() throws IOException {
        return read(null);
    }

    /// The same, where a document that is still what is known of it need not be parsed again.
    ///
    /// @param known what was read before; null for nothing
    public Feature read(@Nullable Feature known) throws IOException {
        require();
        Feature read = known == null
                ? new Feature(feature, RequirementsDocument.of(""), DesignDocument.of(""), TasksDocument.of(""))
                : known;
        for (SpecFile which : SpecFile.values()) {
            String text = text(which);
            if (!text.equals(read.document(which).text())) {
                read = read.with(SpecDocument.of(which, text));
            }
        }
        return read;
    }

    /// @throws RequestRefused where there is no such feature
    /// @throws IOException    where a link stands in its place
    public void require() throws IOException {
        UnlinkedFiles.require(project, path());
        if (!Files.isDirectory(path(), LinkOption.NOFOLLOW_LINKS)) {
            List<String> features = features(project);
            throw new RequestRefused("there is no feature '" + feature + "' in .kiro/specs"
                    + (features.isEmpty()
                            ? ": draft one with `ralph spec new " + feature + " \"what it should do\"`"
                            : NearestName.hint(feature, features).isEmpty()
                                    ? "; there is " + String.join(", ", features)
                                    : NearestName.hint(feature, features)));
        }
    }

    private String text(SpecFile which) throws IOException {
        byte[] bytes;
        try {
            bytes = UnlinkedFiles.end(project, file(which), MOST_BYTES + 1);
        } catch (NoSuchFileException none) {
            return "";
        }
        if (bytes.length > MOST_BYTES) {
            throw new RequestRefused(file(which) + " is longer than 8 MB: split the feature");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw new RequestRefused(file(which) + " is not UTF-8 text: save it as UTF-8");
        }
    }

    private static Path specs(Path project) {
        return project.resolve(".kiro", "specs");
    }

    private static boolean isName(String name) {
        return !name.isBlank()
                && name.length() <= LONGEST_NAME
                && !name.startsWith(".")
                && !name.contains("..")
                && name.codePoints()
                        .noneMatch(c -> c == '/'
                                || c == '\\'
                                || Character.isISOControl(c)
                                || !Character.isDefined(c)
                                || Character.getType(c) == Character.SURROGATE
                                || Character.getType(c) == Character.FORMAT);
    }

    private static String printable(String name) {
        String shown = name.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c)
                .limit(80)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return shown;
    }

    private static String hint(Path project, String name) {
        try {
            return NearestName.hint(name, features(project));
        } catch (IOException unreadable) {
            return "";
        }
    }
}
