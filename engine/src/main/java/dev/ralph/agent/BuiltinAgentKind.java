package dev.ralph.agent;

import java.util.List;
import java.util.Map;

/// Ralph's own agent: a small tool loop over a model's API (docs/builtin-agent.md).
///
/// What is peculiar about it:
/// - It is a command of Ralph itself, so it is never missing and has no version.
/// - It prints the lines of the bridge for ACP.
///
/// @param argv the program and its first arguments: `ralph builtin-agent`
record BuiltinAgentKind(List<String> argv) implements AgentKind {
    BuiltinAgentKind {
        argv = List.copyOf(argv);
    }

    @Override
    public String name() {
        return Agents.BUILTIN;
    }

    @Override
    public String program() {
        return argv.getFirst();
    }

    @Override
    public AgentStart start(InstalledAgent installed, AttemptRequest ask) {
        List<String> words = new ArgumentList(installed)
                .addAll(argv.subList(1, argv.size()))
                .option("--model", ask.model())
                .joined("--allow-tools", ask.allowed())
                .joined("--deny-tools", ask.denied())
                .addAll(ask.extra())
                .list();
        Map<String, String> environment = AgentVariables.of(ask, installed)
                .passFamily("ANTHROPIC_", "OPENAI_")
                .pass("API_TIMEOUT_MS")
                .map();
        return new AgentStart(words, environment, Map.of());
    }

    @Override
    public boolean limitsTools() {
        return true;
    }

    @Override
    public StreamReader reader(ResetTimes resets) {
        return AcpAgent.stream(resets);
    }

    @Override
    public boolean resumes() {
        return false;
    }

    @Override
    public List<String> endpoints(Map<String, String> environment) {
        return new ModelEndpoints(environment)
                .with(List.of("ANTHROPIC_API_KEY"), host(environment, "ANTHROPIC_BASE_URL", "api.anthropic.com:443"))
                .with(
                        List.of("OPENAI_API_KEY", "OPENAI_BASE_URL"),
                        host(environment, "OPENAI_BASE_URL", "api.openai.com:443"))
                .list();
    }

    private static String host(Map<String, String> environment, String variable, String usual) {
        return new ModelEndpoints(environment)
                .model(List.of(variable), usual)
                .list()
                .getFirst();
    }

    @Override
    public TestedVersions versions() {
        return TestedVersions.of();
    }

    @Override
    public Advice advice() {
        return new Advice("it is a part of Ralph", "set ANTHROPIC_API_KEY or OPENAI_API_KEY");
    }

    @Override
    public LoginPlaces login() {
        return LoginPlaces.of("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL");
    }
}
