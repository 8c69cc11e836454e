package dev.ralph.testkit.real;

import org.junit.jupiter.api.BeforeAll;

class RealClaudeTest extends RealAgentContract {
    RealClaudeTest() {
        super(RealAgent.CLAUDE, AtLimit.ENDS);
    }

    @BeforeAll
    static void isHere() {
        assumeInstalled(RealAgent.CLAUDE);
    }
}
