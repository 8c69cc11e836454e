package dev.ralph.testkit.real;

import org.junit.jupiter.api.BeforeAll;

class RealQwenTest extends RealAgentContract {
    RealQwenTest() {
        super(RealAgent.QWEN, AtLimit.WAITS);
    }

    @BeforeAll
    static void isHere() {
        assumeInstalled(RealAgent.QWEN);
    }
}
