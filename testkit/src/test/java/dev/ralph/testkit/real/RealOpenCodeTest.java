package dev.ralph.testkit.real;

import org.junit.jupiter.api.BeforeAll;

class RealOpenCodeTest extends RealAgentContract {
    RealOpenCodeTest() {
        super(RealAgent.OPENCODE, AtLimit.WAITS);
    }

    @BeforeAll
    static void isHere() {
        assumeInstalled(RealAgent.OPENCODE);
    }
}
