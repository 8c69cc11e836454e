package dev.ralph.testkit.real;

import org.junit.jupiter.api.BeforeAll;

class RealCodexTest extends RealAgentContract {
    RealCodexTest() {
        super(RealAgent.CODEX, AtLimit.ENDS);
    }

    @BeforeAll
    static void isHere() {
        assumeInstalled(RealAgent.CODEX);
    }
}
