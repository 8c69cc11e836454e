package dev.ralph.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a configuration file says.
///
/// A file that does not exist says nothing, nor does an empty one. UTF-8 only; a byte order mark and CRLF are fine. At
/// most 1 MB. Everything wrong with it is reported, each with line and column, except that YAML which cannot be read
/// ends the list.
final class FileLayer {
    static final int LARGEST = 1_000_000;

    private FileLayer() {}

    /// Whether nobody can tell if the file exists: a folder above it is closed to us.
    static boolean isOutOfReach(Path file) {
        return !Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.notExists(file, LinkOption.NOFOLLOW_LINKS);
    }

    static ConfigLayer read(Path file, ValueOrigin.Source kind) {
        ConfigLayer layer = new ConfigLayer();
        String text = text(file, layer);
        if (text != null) {
            new YamlFile(file.toString(), kind, layer, null).read(text);
        }
        return layer;
    }

    /// Of a file of another tool the one key that counts here; the others are not looked at.
    static ConfigLayer read(Path file, SettingKey<?> key) {
        ConfigLayer layer = new ConfigLayer();
        String text = text(file, layer);
        if (text != null) {
            new YamlFile(file.toString(), ValueOrigin.Source.PROJECT, layer, key).read(text);
        }
        return layer;
    }

    /// @param names see [LoopJson]
    static ConfigLayer readJson(Path file, Map<String, String> names) {
        ConfigLayer layer = new ConfigLayer();
        String text = text(file, layer);
        if (text != null) {
            new LoopJson(file.toString(), names, layer).read(text);
        }
        return layer;
    }

    private static @Nullable String text(Path file, ConfigLayer layer) {
        byte[] bytes = bytes(file, layer);
        return bytes == null ? null : FileText.decoded(bytes, file, layer);
    }

    /// The content, or null if there is none or it cannot be used, which the layer then says.
    private static byte @Nullable [] bytes(Path file, ConfigLayer layer) {
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        if (Files.isDirectory(file)) {
            layer.wrong(file.toString(), "is a folder; a configuration file is expected here");
            return null;
        }
        if (mayHoldUp(file)) {
            layer.wrong(file.toString(), "is not a regular file; a configuration file is expected here");
            return null;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                layer.wrong(file.toString(), "is larger than 1 MB, too large for a configuration file");
                return null;
            }
            return bytes;
        } catch (IOException e) {
            layer.wrong(file.toString(), "cannot be read (" + reason(e) + "); make it readable or remove it");
            return null;
        }
    }

    /// A pipe has something to say when somebody writes to it. What a shell gives a name below `/dev` was meant to be
    /// read.
    private static boolean mayHoldUp(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).isOther()
                    && !file.toAbsolutePath().startsWith("/dev")
                    && !file.toAbsolutePath().startsWith("/proc")
                    && !Files.isSameFile(file, Path.of("/dev/null"));
        } catch (IOException toldWhenItIsRead) {
            return false;
        }
    }

    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "its link leads nowhere";
            case NotDirectoryException _ -> "a part of its path is not a folder";
            default -> e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage());
        };
    }
}
