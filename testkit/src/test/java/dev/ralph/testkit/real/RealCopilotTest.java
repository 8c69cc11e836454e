package dev.ralph.testkit.real;

import org.junit.jupiter.api.BeforeAll;

class RealCopilotTest extends RealAgentContract {
    RealCopilotTest() {
        super(RealAgent.COPILOT, AtLimit.ENDS);
    }

    @BeforeAll
    static void isHere() {
        assumeInstalled(RealAgent.COPILOT);
    }
}
