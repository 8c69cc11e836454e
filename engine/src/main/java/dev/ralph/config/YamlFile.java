package dev.ralph.config;

import dev.ralph.config.WrittenValue.Notation;
import dev.ralph.config.WrittenValue.Spot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Reads the YAML of a configuration file into a layer, event by event, so that aliases never expand and depth costs
/// nothing.
///
/// A configuration is one mapping of known keys to scalars or lists of scalars; roles and checks have mappings below.
/// Anchors, aliases, tags and a second document are refused: nothing in such a file needs them.
final class YamlFile {
    private static final int DEEPEST = 32;
    /// How many lists and mappings in each other a key may take.
    private static final int READ = 8;

    private final String file;
    private final ValueOrigin.Source kind;
    private final ConfigLayer layer;
    private final @Nullable SettingKey<?> only;
    private final Map<String, Integer> lines = new HashMap<>();
    private final List<WrittenValue.Mapping.Pair> forms = new ArrayList<>();

    /// @param only the key that counts where the file is another tool's; null for a file of ours
    YamlFile(String file, ValueOrigin.Source kind, ConfigLayer layer, @Nullable SettingKey<?> only) {
        this.file = file;
        this.kind = kind;
        this.layer = layer;
        this.only = only;
    }

    void read(String text) {
        try {
            LoadSettings settings = LoadSettings.builder().setLabel(file).build();
            document(new Parse(settings).parseString(text).iterator());
        } catch (MarkedYamlEngineException e) {
            unreadable(e, text);
        } catch (ReaderException e) {
            String before = text.substring(
                    0, text.offsetByCodePoints(0, Math.min(e.getPosition(), text.codePointCount(0, text.length()))));
            layer.wrong(
                    file + ":" + FileText.end(before),
                    "contains the control character U+"
                            + Integer.toHexString(0x10000 + e.getCodePoint()).substring(1)
                            + ", which YAML does not allow; remove it");
        } catch (YamlEngineException e) {
            layer.wrong(file, "cannot be read as YAML: " + ForeignText.shortenedMessage(e));
        } catch (TooDeep e) {
            wrong(e.spot, "lists or mappings are nested more than " + DEEPEST + " deep; no key takes such a value");
        }
    }

    private void document(Iterator<Event> events) {
        events.next(); // the stream starts
        if (!(events.next() instanceof DocumentStartEvent)) {
            return;
        }
        Event root = events.next();
        if (only != null) {
            if (root instanceof MappingStartEvent) {
                mapping(events);
            }
            return;
        }
        if (root instanceof MappingStartEvent start) {
            refuseDecoration(start, start.getTag());
            mapping(events);
        } else if (!isNothing(root)) {
            wrong(spot(root), "found " + described(root) + ", expected lines such as max_restarts: 50");
            return;
        }
        events.next(); // the document ends
        Event next = events.next();
        if (next instanceof DocumentStartEvent) {
            wrong(spot(next), "a second document starts here; a configuration file holds one");
        }
    }

    private void mapping(Iterator<Event> events) {
        for (Event name = events.next(); !(name instanceof MappingEndEvent); name = events.next()) {
            if (only != null
                    && !(name instanceof ScalarEvent scalar && scalar.getValue().equals(only.name()))) {
                pass(name, events);
                pass(events.next(), events);
                continue;
            }
            WrittenValue key = node(name, events, 0);
            WrittenValue value = node(events.next(), events, READ);
            if (key instanceof WrittenValue.Text text) {
                entry(text, value);
            } else {
                wrong(key.spot(), "found " + key.described() + ", expected the name of a key");
            }
        }
        new SpecifiedChecks(forms).addTo(layer, new ValueOrigin(kind, file), file);
    }

    /// Reads over what begins with the event, whatever it is.
    private static void pass(Event event, Iterator<Event> events) {
        int depth = event instanceof CollectionStartEvent ? 1 : 0;
        while (depth > 0) {
            Event next = events.next();
            depth += next instanceof CollectionStartEvent ? 1 : next instanceof CollectionEndEvent ? -1 : 0;
        }
    }

    private void entry(WrittenValue.Text name, WrittenValue value) {
        Integer firstLine = lines.putIfAbsent(name.value(), name.spot().line());
        if (firstLine != null) {
            wrong(name.spot(), "duplicate key " + ForeignText.shortened(name.value()) + "; first in line " + firstLine);
            return;
        }
        if (SpecifiedChecks.NAMES.contains(name.value())) {
            forms.add(new WrittenValue.Mapping.Pair(name, value));
            return;
        }
        SettingKey<?> key = SettingKeys.named(name.value());
        if (key == null) {
            String all = "; 'ralph config show' lists all keys";
            wrong(
                    name.spot(),
                    "unknown key '" + ForeignText.shortened(name.value()) + "'"
                            + NearestName.hint(name.value(), SettingKeys.names(), all));
            return;
        }
        layer.put(key, value, new ValueOrigin(kind, file + ":" + name.spot().line()), file);
    }

    /// The value that starts with the event, read to its end.
    ///
    /// @param depth how many lists and mappings in each other are read; deeper ones are left out
    private WrittenValue node(Event event, Iterator<Event> events, int depth) {
        // No switch over types and no lambda on this path: linking the first of each costs more than reading the file.
        if (event instanceof ScalarEvent scalar) {
            return text(scalar);
        }
        if (event instanceof CollectionStartEvent start) {
            if (depth == 0) {
                skip(start, events);
            } else if (event instanceof SequenceStartEvent list) {
                return items(list, events, depth - 1);
            } else if (event instanceof MappingStartEvent mapping) {
                return pairs(mapping, events, depth - 1);
            }
        }
        return nested(event);
    }

    private WrittenValue pairs(MappingStartEvent start, Iterator<Event> events, int depth) {
        refuseDecoration(start, start.getTag());
        List<WrittenValue.Mapping.Pair> pairs = new ArrayList<>();
        for (Event name = events.next(); !(name instanceof MappingEndEvent); name = events.next()) {
            WrittenValue key = node(name, events, 0);
            pairs.add(new WrittenValue.Mapping.Pair(key, node(events.next(), events, depth)));
        }
        return new WrittenValue.Mapping(pairs, spot(start));
    }

    private WrittenValue.Text text(ScalarEvent scalar) {
        refuseDecoration(scalar, scalar.getTag());
        return new WrittenValue.Text(
                scalar.getValue(), scalar.isPlain() ? Notation.PLAIN : Notation.QUOTED, spot(scalar));
    }

    private WrittenValue items(SequenceStartEvent start, Iterator<Event> events, int depth) {
        refuseDecoration(start, start.getTag());
        List<WrittenValue> items = new ArrayList<>();
        for (Event event = events.next(); !(event instanceof SequenceEndEvent); event = events.next()) {
            items.add(node(event, events, depth));
        }
        return new WrittenValue.Items(items, spot(start));
    }

    private WrittenValue.Nested nested(Event event) {
        if (event instanceof AliasEvent alias) {
            wrong(
                    spot(alias),
                    "aliases (*" + ForeignText.shortened(alias.getAlias().getValue())
                            + ") are not supported; write the value out");
        }
        return new WrittenValue.Nested(described(event), spot(event));
    }

    private void skip(CollectionStartEvent start, Iterator<Event> events) {
        refuseDecoration(start, start.getTag());
        int depth = 1;
        while (depth > 0) {
            Event event = events.next();
            if (event instanceof CollectionStartEvent inner) {
                refuseDecoration(inner, inner.getTag());
                depth++;
                if (depth > DEEPEST) {
                    throw new TooDeep(spot(start));
                }
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            }
        }
    }

    private void refuseDecoration(NodeEvent event, Optional<String> tag) {
        if (event.getAnchor().isPresent()) {
            String anchor = ForeignText.shortened(event.getAnchor().get().getValue());
            wrong(spot(event), "anchors (&" + anchor + ") are not supported; write each value out");
        }
        if (tag.isPresent()) {
            wrong(
                    spot(event),
                    "the tag " + ForeignText.shortened(tag.get()) + " is not supported; write the plain value");
        }
    }

    private void unreadable(MarkedYamlEngineException e, String text) {
        Mark mark = e.getProblemMark().or(e::getContextMark).orElse(null);
        if (mark == null) {
            layer.wrong(file, "cannot be read as YAML: " + e.getProblem());
            return;
        }
        Spot spot = spot(mark);
        int at = text.offsetByCodePoints(0, Math.min(mark.getIndex(), text.codePointCount(0, text.length())));
        boolean tab = at < text.length() && text.charAt(at) == '\t';
        wrong(
                spot,
                tab
                        ? "a tab cannot indent YAML; use spaces"
                        : "cannot be read as YAML: " + e.getProblem()
                                + (e.getContext() == null ? "" : ", " + e.getContext()));
    }

    private void wrong(Spot spot, String message) {
        layer.wrong(file + ":" + spot.line() + ":" + spot.column(), message);
    }

    private static boolean isNothing(Event event) {
        return event instanceof ScalarEvent scalar
                && scalar.isPlain()
                && YamlMeaning.ofPlain(scalar.getValue()) == YamlMeaning.NOTHING;
    }

    private static String described(Event event) {
        return switch (event) {
            case ScalarEvent scalar -> "'" + ForeignText.shortened(scalar.getValue()) + "'";
            case SequenceStartEvent _ -> "a list";
            case MappingStartEvent _ -> "a mapping";
            case AliasEvent _ -> "an alias";
            default -> "nothing";
        };
    }

    private static Spot spot(Event event) {
        Optional<Mark> mark = event.getStartMark();
        return mark.isPresent() ? spot(mark.get()) : Spot.NONE;
    }

    private static Spot spot(Mark mark) {
        return new Spot(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static final class TooDeep extends RuntimeException {
        private final transient Spot spot;

        TooDeep(Spot spot) {
            super("too deep", null, false, false);
            this.spot = spot;
        }
    }
}
