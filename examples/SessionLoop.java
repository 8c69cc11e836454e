import dev.ralph.session.SessionHost;
import dev.ralph.session.LoopArguments;
import dev.ralph.session.SessionMessage;
import dev.ralph.session.SessionNotice;
import dev.ralph.session.RalphLoopConfig;
import dev.ralph.session.RalphLoopHook;
import dev.ralph.session.RalphLoopState;
import dev.ralph.session.SessionEvent;
import dev.ralph.session.Timer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A program with a chat of its own keeps it going until the agent has kept its promise.
///
/// Run it with the jars that `./ralph` builds:
///
///     java --enable-native-access=ALL-UNNAMED -cp "app/target/launch/ralph/lib/*" examples/SessionLoop.java
void main() throws Exception {
    Path folder = Files.createTempDirectory("session-loop");
    Chat chat = new Chat();
    RalphLoopHook hook = new RalphLoopHook(
            folder,
            RalphLoopConfig.DEFAULT.withDelay(Duration.ofMillis(100)),
            chat,
            InstantSource.system(),
            Timer.real());
    chat.hook = hook;

    // What a user types behind /ralph.
    LoopArguments typed = LoopArguments.parse("\"Count to three\" --max-iterations=10 --completion-promise=COUNTED");
    hook.startLoop("chat-1", typed.prompt(), typed.options());
    IO.println("state: " + hook.getState("chat-1").iteration() + " of " + hook.getState("chat-1").maxIterations()
            + " in " + folder.relativize(folder.resolve(".supercoin/ralph-loop-state.json")));
    chat.inject("chat-1", typed.prompt());

    if (!chat.over.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the loop did not end: " + hook.getState("chat-1"));
    }
    IO.println("active: " + hook.isLoopActive("chat-1"));
}

/// The program: it has messages, takes prompts and shows notices. Its agent counts one number in each turn, claims too
/// early to be done, and is found out.
static final class Chat implements SessionHost {
    private final List<SessionMessage> messages = new CopyOnWriteArrayList<>();
    private int counted;
    final CountDownLatch over = new CountDownLatch(1);
    RalphLoopHook hook;

    @Override
    public List<SessionMessage> messages(String sessionId) {
        return messages;
    }

    @Override
    public void inject(String sessionId, String prompt) {
        IO.println("  prompt: " + prompt.lines().findFirst().orElse(""));
        messages.add(SessionMessage.user(prompt));
        Thread.ofVirtual().start(() -> turn(sessionId));
    }

    private void turn(String sessionId) {
        counted++;
        String words = counted < 2 ? "one" : counted == 2 ? "two <promise>COUNTED</promise>" : "three <promise>COUNTED</promise>";
        IO.println("  agent: " + words);
        messages.add(SessionMessage.assistant(words).actions(1));
        hook.handle(new SessionEvent.Idle(sessionId));
    }

    /// A promise is a claim; whoever can check it, should.
    @Override
    public Optional<String> objection(RalphLoopState claimed) {
        return counted == 3 ? Optional.empty() : Optional.of("only " + counted + " of three were counted");
    }

    @Override
    public void show(SessionNotice notice) {
        IO.println(notice.variant().word() + ": " + notice.title() + " - " + notice.message());
        if (notice.title().endsWith("Complete!")) {
            over.countDown();
        }
    }
}
