package dev.ralph.json;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.RuntimeVisibleTypeAnnotationsAttribute;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Records as JSON objects: a field for each component, by its name. A component may be a text, a number, a boolean, an
/// `Instant`, a `Duration` (in seconds), a constant, a record, a list or map of these, or of a sealed interface whose
/// records are told apart by a field `type` with their simple name.
///
/// It promises:
/// 1. What was written comes back equal, and equal records are written equally.
/// 2. Fields that no component asks for are passed over.
/// 3. A field that is missing counts as null where its component may be null; anywhere else it is damage.
/// 4. A constant or type without a counterpart is called unknown, never damaged.
public final class RecordCodec {
    private static final String TYPE = "type";
    private static final String NULLABLE = "Lorg/jspecify/annotations/Nullable;";

    private RecordCodec() {}

    /// On one line.
    public static String text(Record value) {
        return JsonText.of(fields(value));
    }

    /// @throws InvalidJson when it is not the JSON of such a record
    public static <T extends Record> T read(Class<T> type, String text) {
        return read(type, JsonText.object(text));
    }

    public static Map<String, @Nullable Object> fields(Record value) {
        return fields(value, UnaryOperator.identity());
    }

    /// As other programs are told: names of components, types and constants in snake_case.
    public static Map<String, @Nullable Object> snakeCase(Record value) {
        return fields(value, RecordCodec::snake);
    }

    /// The name of its type, as other programs are told: `attempts_used`.
    public static String code(Record value) {
        return snake(value.getClass().getSimpleName());
    }

    private static String snake(String name) {
        StringBuilder snake = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean word = i > 0 && Character.isUpperCase(c) && isInside(name.charAt(i - 1));
            snake.append(word ? "_" : "").append(Character.toLowerCase(c));
        }
        return snake.toString();
    }

    /// Whether a capital behind it begins a word: in a constant, which has capitals alone, none does.
    private static boolean isInside(char c) {
        return Character.isLowerCase(c) || Character.isDigit(c);
    }

    private static Map<String, @Nullable Object> fields(Record value, UnaryOperator<String> name) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        add(value, fields, name);
        return fields;
    }

    private static void add(Record value, Map<String, @Nullable Object> fields, UnaryOperator<String> name) {
        for (Component component : SHAPES.get(value.getClass()).components()) {
            fields.put(name.apply(component.name()), plain(component.of(value), component.type(), name));
        }
    }

    /// @throws InvalidJson when these are not the fields of such a record
    public static <T extends Record> T read(Class<T> type, Map<String, @Nullable Object> fields) {
        return type.cast(record(type.getSimpleName(), type, fields, UnaryOperator.identity()));
    }

    /// What [#snakeCase] wrote.
    ///
    /// @throws InvalidJson when these are not the fields of such a record
    public static <T extends Record> T readSnakeCase(Class<T> type, Map<String, @Nullable Object> fields) {
        return type.cast(record(type.getSimpleName(), type, fields, RecordCodec::snake));
    }

    private static @Nullable Object plain(@Nullable Object value, Type type, UnaryOperator<String> name) {
        return switch (value) {
            case null -> null;
            case Record record -> {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                if (type instanceof Class<?> declared && declared.isSealed()) {
                    fields.put(TYPE, name.apply(record.getClass().getSimpleName()));
                }
                add(record, fields, name);
                yield fields;
            }
            case Collection<?> collection -> {
                List<@Nullable Object> items = new ArrayList<>(collection.size());
                for (Object item : collection) {
                    items.add(plain(item, argument(type, 0), name));
                }
                yield items;
            }
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> fields = new TreeMap<>();
                map.forEach((key, item) -> fields.put(key.toString(), plain(item, argument(type, 1), name)));
                yield fields;
            }
            case Duration time -> seconds(time);
            case Enum<?> constant -> name.apply(constant.name());
            case Instant at -> at.toString();
            case String text -> text;
            case Number number -> number;
            case Boolean flag -> flag;
            default -> throw new IllegalArgumentException(value.getClass() + " has no form in JSON");
        };
    }

    private static Number seconds(Duration time) {
        return time.getNano() == 0
                ? (Number) time.getSeconds()
                : BigDecimal.valueOf(time.getSeconds())
                        .add(BigDecimal.valueOf(time.getNano(), 9))
                        .stripTrailingZeros();
    }

    private static Object record(
            String path, Class<?> type, Map<String, @Nullable Object> fields, UnaryOperator<String> name) {
        Shape shape = SHAPES.get(type);
        @Nullable Object[] values = new Object[shape.components().size()];
        for (int i = 0; i < values.length; i++) {
            Component component = shape.components().get(i);
            String field = name.apply(component.name());
            Object value = fields.get(field);
            if (value != null) {
                values[i] = value(path + "." + field, component.type(), value, name);
            } else if (isPrimitive(component.type()) || (!fields.containsKey(field) && !mayMiss(type, i))) {
                throw InvalidJson.damaged("lacks a field: " + path + "." + field + " is missing");
            }
        }
        try {
            return shape.constructor().newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException || e.getCause() instanceof NullPointerException) {
                throw new InvalidJson(
                        InvalidJson.Why.DAMAGED,
                        "makes no sense: " + e.getCause().getMessage(),
                        e.getCause());
            }
            throw new IllegalStateException("cannot make " + type, e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make " + type, e);
        }
    }

    private static boolean isPrimitive(Type type) {
        return type instanceof Class<?> plain && plain.isPrimitive();
    }

    /// `@Nullable` is not there at run time, but what the compiler wrote down of it is. Looked up only where a field is
    /// missing, as in what an earlier version wrote: null is always written.
    private static boolean mayMiss(Class<?> type, int component) {
        String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            if (in == null) {
                return false;
            }
            var record = ClassFile.of().parse(in.readAllBytes()).findAttribute(Attributes.record());
            for (var attribute :
                    record.orElseThrow().components().get(component).attributes()) {
                if (attribute instanceof RuntimeVisibleTypeAnnotationsAttribute written
                        && written.annotations().stream()
                                .anyMatch(found -> found.targetPath().isEmpty()
                                        && found.annotation().className().equalsString(NULLABLE))) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new IllegalStateException("cannot look at " + type, e);
        }
    }

    private static Object value(String path, Type type, Object value, UnaryOperator<String> name) {
        if (type instanceof ParameterizedType) {
            return collection(path, type, value, name);
        }
        if (!(type instanceof Class<?> plain)) {
            throw new IllegalStateException(path + " is of a type without a form in JSON: " + type);
        }
        if (plain.isRecord()) {
            return record(path, plain, object(path, value), name);
        }
        if (plain.isSealed()) {
            Map<String, @Nullable Object> fields = object(path, value);
            return record(path, variant(path, plain, fields.get(TYPE)), fields, name);
        }
        if (plain.isEnum()) {
            return constant(path, plain, expect(path, String.class, "a text", value), name);
        }
        try {
            return scalar(path, plain, value);
        } catch (ArithmeticException | DateTimeException e) {
            throw new InvalidJson(
                    InvalidJson.Why.DAMAGED,
                    "has a wrong value: " + path + " is not "
                            + (plain == Instant.class
                                    ? "a time"
                                    : plain == Duration.class ? "a duration in seconds" : "a whole number"),
                    e);
        }
    }

    private static Object scalar(String path, Class<?> type, Object value) {
        if (type == String.class) {
            return expect(path, String.class, "a text", value);
        }
        if (type == boolean.class || type == Boolean.class) {
            return expect(path, Boolean.class, "true or false", value);
        }
        if (type == Instant.class) {
            return Instant.parse(expect(path, String.class, "a time", value));
        }
        BigDecimal number = value instanceof Long whole
                ? BigDecimal.valueOf(whole)
                : expect(path, BigDecimal.class, "a number", value);
        if (type == int.class || type == Integer.class) {
            return number.intValueExact();
        }
        if (type == long.class || type == Long.class) {
            return number.longValueExact();
        }
        if (type == Duration.class) {
            BigDecimal[] parts = number.divideAndRemainder(BigDecimal.ONE);
            return Duration.ofSeconds(
                    parts[0].longValueExact(), parts[1].movePointRight(9).longValueExact());
        }
        if (type == BigDecimal.class) {
            return number;
        }
        throw new IllegalStateException(path + " is of a type without a form in JSON: " + type);
    }

    private static Object collection(String path, Type type, Object value, UnaryOperator<String> name) {
        Type kind = ((ParameterizedType) type).getRawType();
        if (kind == List.class || kind == Set.class) {
            Collection<Object> items = kind == List.class ? new ArrayList<>() : new LinkedHashSet<>();
            for (Object item : expect(path, List.class, "a list", value)) {
                items.add(value(path, argument(type, 0), present(path, item), name));
            }
            return items;
        }
        Map<String, Object> items = new LinkedHashMap<>();
        object(path, value)
                .forEach((key, item) ->
                        items.put(key, value(path + "." + key, argument(type, 1), present(path, item), name)));
        return items;
    }

    private static Object present(String path, @Nullable Object item) {
        if (item == null) {
            throw InvalidJson.damaged("has a wrong value: " + path + " holds null");
        }
        return item;
    }

    private static Type argument(Type type, int index) {
        return ((ParameterizedType) type).getActualTypeArguments()[index];
    }

    private static Class<?> variant(String path, Class<?> sealed, @Nullable Object name) {
        Class<?> variant = VARIANTS.get(sealed).get(name);
        if (variant == null) {
            throw name == null
                    ? InvalidJson.damaged("lacks a field: " + path + "." + TYPE + " is missing")
                    : unknown(path + "." + TYPE, name);
        }
        return variant;
    }

    private static Object constant(String path, Class<?> type, String text, UnaryOperator<String> name) {
        for (Object constant : Objects.requireNonNull(type.getEnumConstants())) {
            if (name.apply(((Enum<?>) constant).name()).equals(text)) {
                return constant;
            }
        }
        throw unknown(path, text);
    }

    private static InvalidJson unknown(String path, Object name) {
        return new InvalidJson(InvalidJson.Why.UNKNOWN, "has an unknown name: " + path + " is " + name, null);
    }

    @SuppressWarnings("unchecked") // only JsonText makes maps, and its keys are names
    private static Map<String, @Nullable Object> object(String path, Object value) {
        return expect(path, Map.class, "an object", value);
    }

    private static <T> T expect(String path, Class<T> type, String wanted, Object value) {
        if (!type.isInstance(value)) {
            throw InvalidJson.damaged("has a wrong value: " + path + " is not " + wanted);
        }
        return type.cast(value);
    }

    /// What reflection says of a record, asked once.
    private record Shape(Constructor<?> constructor, List<Component> components) {}

    private record Component(String name, Type type, Method accessor) {
        @Nullable
        Object of(Object record) {
            try {
                return accessor.invoke(record);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + name + " of " + record.getClass(), e);
            }
        }
    }

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            List<Component> components = new ArrayList<>();
            List<Class<?>> types = new ArrayList<>();
            for (RecordComponent component : type.getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                components.add(new Component(component.getName(), component.getGenericType(), component.getAccessor()));
                types.add(component.getType());
            }
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(types.toArray(Class[]::new));
                constructor.setAccessible(true);
                return new Shape(constructor, components);
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException("every record has a canonical constructor", e);
            }
        }
    };

    /// The records of a sealed interface by their names.
    private static final ClassValue<Map<String, Class<?>>> VARIANTS = new ClassValue<>() {
        @Override
        protected Map<String, Class<?>> computeValue(Class<?> sealed) {
            Map<String, Class<?>> variants = new HashMap<>();
            for (Class<?> permitted : sealed.getPermittedSubclasses()) {
                Map<String, Class<?>> more =
                        permitted.isSealed() ? get(permitted) : Map.of(permitted.getSimpleName(), permitted);
                more.forEach((name, variant) -> {
                    if (variants.put(name, variant) != null || !variant.isRecord() || has(variant, TYPE)) {
                        throw new IllegalStateException(
                                variant + " needs to be a record without `type`, of a name once in " + sealed);
                    }
                });
            }
            return variants;
        }

        private boolean has(Class<?> record, String name) {
            return SHAPES.get(record).components().stream()
                    .anyMatch(component -> component.name().equals(name));
        }
    };
}
