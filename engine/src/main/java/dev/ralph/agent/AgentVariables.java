package dev.ralph.agent;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The environment of an agent: of everything Ralph was started with, only what a program needs to work and build on
/// this machine, what names the loop, and what the kind of agent asks for.
final class AgentVariables {
    private static final Set<String> PASSED = Set.of("""
            PATH HOME USER LOGNAME SHELL TERM LANG LANGUAGE TZ TMPDIR TMP TEMP HTTP_PROXY HTTPS_PROXY NO_PROXY
            ALL_PROXY http_proxy https_proxy no_proxy all_proxy SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS
            REQUESTS_CA_BUNDLE CURL_CA_BUNDLE JAVA_HOME MAVEN_HOME MAVEN_OPTS M2_HOME GRADLE_HOME
            GRADLE_USER_HOME SDKMAN_DIR GOPATH GOROOT GOCACHE GOMODCACHE GOFLAGS CARGO_HOME RUSTUP_HOME NVM_DIR
            NVM_BIN PNPM_HOME BUN_INSTALL DENO_DIR VOLTA_HOME PYENV_ROOT VIRTUAL_ENV CONDA_PREFIX RBENV_ROOT
            GEM_HOME ANDROID_HOME ANDROID_SDK_ROOT DOTNET_ROOT ASDF_DIR ASDF_DATA_DIR NIX_PATH NIX_PROFILES
            LD_LIBRARY_PATH PKG_CONFIG_PATH npm_config_registry PIP_INDEX_URL PIP_EXTRA_INDEX_URL GOPROXY
            GIT_CONFIG_GLOBAL TASK_FOLDER RUN_FOLDER RUNS_DIR MESSAGE_BUS""".split("\\s+"));

    private static final List<String> PASSED_FAMILIES =
            List.of("LC_", "XDG_", "MISE_", "GIT_AUTHOR_", "GIT_COMMITTER_", "RALPH_", "JRUN_");

    private final Map<String, String> all;
    private final Map<String, String> chosen = new TreeMap<>();

    private AgentVariables(Map<String, String> all) {
        this.all = all;
    }

    /// What any program may see.
    static Map<String, String> ordinary(Map<String, String> all) {
        Map<String, String> ordinary = new TreeMap<>();
        all.forEach((name, value) -> {
            if (PASSED.contains(name) || PASSED_FAMILIES.stream().anyMatch(name::startsWith)) {
                ordinary.put(name, value);
            }
        });
        return ordinary;
    }

    /// Begins with what every agent gets.
    static AgentVariables of(AttemptRequest ask, InstalledAgent installed) {
        AgentVariables variables = new AgentVariables(ask.environment());
        variables.chosen.putAll(ordinary(ask.environment()));
        variables.pass(ask.passed().toArray(String[]::new));
        variables.first(installed.beside());
        return variables.set("DO_NOT_TRACK", "1").set("NO_COLOR", "1");
    }

    /// Passes on variables by name.
    AgentVariables pass(String... names) {
        for (String name : names) {
            String value = all.get(name);
            if (value != null) {
                chosen.put(name, value);
            }
        }
        return this;
    }

    /// Passes on variables by how their names begin.
    AgentVariables passFamily(String... beginnings) {
        all.forEach((name, value) -> {
            for (String beginning : beginnings) {
                if (name.startsWith(beginning)) {
                    chosen.put(name, value);
                }
            }
        });
        return this;
    }

    AgentVariables without(String... names) {
        for (String name : names) {
            chosen.remove(name);
        }
        return this;
    }

    AgentVariables set(String name, String value) {
        chosen.put(name, value);
        return this;
    }

    /// For knobs: what the user has set stays.
    AgentVariables preset(String name, String value) {
        chosen.put(name, all.getOrDefault(name, value));
        return this;
    }

    boolean has(String name) {
        return !chosen.getOrDefault(name, "").isEmpty();
    }

    Map<String, String> map() {
        return chosen;
    }

    private void first(List<Path> folders) {
        String path = chosen.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
        for (Path folder : folders) {
            path = folder + ":" + path;
        }
        chosen.put("PATH", path);
    }
}
