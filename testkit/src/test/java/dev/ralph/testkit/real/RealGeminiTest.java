package dev.ralph.testkit.real;

import org.junit.jupiter.api.BeforeAll;

class RealGeminiTest extends RealAgentContract {
    RealGeminiTest() {
        super(RealAgent.GEMINI, AtLimit.ENDS);
    }

    @BeforeAll
    static void isHere() {
        assumeInstalled(RealAgent.GEMINI);
    }
}
