package dev.ralph.config;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;

/// The settings that say what may be used up: money, time, output, disk.
public final class LimitKeys {
    static final KeyTable TABLE = new KeyTable();

    public static final Key<BigDecimal> MAX_COST = TABLE.key(
            "max_cost",
            Key.Group.MONEY,
            new OrWord<>(new AmountKind("dollars", 6, "20 or 0.50"), "off"),
            new BigDecimal("100"),
            "Dollars a loop may cost, as far as its agents say what they use.");

    public static final Key<BigDecimal> MAX_ATTEMPT_COST = TABLE.key(
            "max_attempt_cost",
            Key.Group.MONEY,
            new OrWord<>(new AmountKind("dollars", 6, "5 or 0.50"), "off"),
            new BigDecimal("25"),
            "Dollars one attempt may cost before it is ended.");

    public static final Key<BigDecimal> MAX_TOKENS = TABLE.key(
            "max_tokens",
            Key.Group.MONEY,
            new OrWord<>(new AmountKind("a whole number", 0, "500000, 500k or 20M"), "off"),
            new BigDecimal("500000000"),
            "Tokens a loop may use.");

    public static final Key<BigDecimal> MAX_ATTEMPT_TOKENS = TABLE.key(
            "max_attempt_tokens",
            Key.Group.MONEY,
            new OrWord<>(new AmountKind("a whole number", 0, "500000, 500k or 20M"), "off"),
            new BigDecimal("100000000"),
            "Tokens one attempt may use before it is ended.");

    public static final Key<Path> PRICES = TABLE.key(
            "prices",
            Key.Group.MONEY,
            new PathKind("file", "FILE"),
            null,
            "A file with prices of models, on top of those that come with Ralph.");

    public static final Key<Duration> MAX_TIME = TABLE.key(
            "max_time",
            Key.Group.LIMITS,
            new OrWord<>(KeyTable.SOME_TIME, "off"),
            Duration.ofDays(7),
            "How long the agents of a loop may run altogether; waiting for a provider's limit does not count.");

    public static final Key<ByteSize> MAX_OUTPUT = TABLE.key(
            "max_output",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(KeyTable.SMALLEST_OUTPUT), "off"),
            new ByteSize(1L << 40),
            "How much the agents of a loop may print altogether.");

    public static final Key<ByteSize> MAX_ATTEMPT_OUTPUT = TABLE.key(
            "max_attempt_output",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(KeyTable.SMALLEST_OUTPUT), "off"),
            new ByteSize(10_000_000_000L),
            "How much one attempt may print before it is ended.");

    public static final Key<ByteSize> MAX_DISK = TABLE.key(
            "max_disk",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(KeyTable.SMALLEST_OUTPUT), "off"),
            new ByteSize(200_000_000_000L),
            "How much the attempts of a loop may add to the project's folder altogether.");

    public static final Key<ByteSize> MAX_ATTEMPT_DISK = TABLE.key(
            "max_attempt_disk",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(KeyTable.SMALLEST_OUTPUT), "off"),
            new ByteSize(50_000_000_000L),
            "How much one attempt may add to the project's folder before it is ended.");

    public static final Key<ByteSize> MIN_FREE_DISK = TABLE.key(
            "min_free_disk",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(KeyTable.SMALLEST_OUTPUT), "off"),
            new ByteSize(500_000_000),
            "How much disk space must be free: with less nothing is started, and what runs is ended.");

    public static final Key<Duration> IDLE_TIMEOUT = TABLE.key(
            "idle_timeout",
            Key.Group.LIMITS,
            new OrWord<>(KeyTable.SOME_TIME, "off"),
            Duration.ofMinutes(5),
            "How long an agent may be silent before it is ended; output starts the time anew.");

    public static final Key<Duration> TIMEOUT = TABLE.key(
            "timeout",
            Key.Group.LIMITS,
            new OrWord<>(KeyTable.SOME_TIME, "off"),
            Duration.ofDays(1),
            "How long one run of the agent may take in all.");

    public static final Key<Duration> GRACE = TABLE.key(
            "grace",
            Key.Group.LIMITS,
            KeyTable.ANY_TIME,
            Duration.ofSeconds(5),
            "How long an agent may take to end between SIGTERM and SIGKILL.");

    public static final Key<Duration> STOP_GRACE = TABLE.key(
            "stop_grace",
            Key.Group.LIMITS,
            KeyTable.ANY_TIME,
            Duration.ofSeconds(30),
            "The same when a person stops the loop.");

    public static final Key<Duration> DONE_GRACE = TABLE.key(
            "done_grace",
            Key.Group.LIMITS,
            KeyTable.ANY_TIME,
            Duration.ofSeconds(30),
            "How long an agent may go on after DONE was seen during its run.");

    public static final Key<ByteSize> OUTPUT_LIMIT = TABLE.key(
            "output_limit",
            Key.Group.LIMITS,
            new SizeKind(KeyTable.SMALLEST_OUTPUT),
            new ByteSize(64_000_000),
            "How much of each output stream of a run is stored; the middle of longer output is left out.");

    public static final Key<ByteSize> BUS_ROTATE = TABLE.key(
            "bus_rotate",
            Key.Group.LIMITS,
            new OrWord<>(new SizeKind(KeyTable.SMALLEST_BUS), "off"),
            new ByteSize(64_000_000),
            "At what size a message bus file is put aside and a new one begun.");

    private LimitKeys() {}
}
