package dev.ralph.process;

import java.io.OutputStream;

/// What a program's output goes through before it is stored.
public interface OutputFilter {
    /// A stream that passes on what is written to it, perhaps changed, to the file; closing it passes on the rest.
    OutputStream over(OutputStream file);
}
