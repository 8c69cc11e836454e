package dev.ralph.workspace;

import dev.ralph.fault.FaultPoint;
import java.io.IOException;
import java.nio.file.Path;

/// Another git that commits to the branch in the very moment in which it is about to get the kept work:
/// `ralph.test.moves` times, in the folder `ralph.test.project`.
public final class MovingBranch implements FaultPoint.Hook {
    private int left = Integer.getInteger("ralph.test.moves", 0);

    @Override
    public synchronized void reached(FaultPoint point, String place, String detail) {
        if (point == FaultPoint.KEEP_REF && place.equals("before") && left-- > 0) {
            Path project = Path.of(System.getProperty("ralph.test.project"));
            try {
                SampleProject.git(project, "commit", "-q", "--allow-empty", "-m", "meanwhile");
            } catch (IOException | InterruptedException unable) {
                throw new IllegalStateException(unable);
            }
        }
    }
}
