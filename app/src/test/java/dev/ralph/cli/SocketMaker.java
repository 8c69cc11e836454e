package dev.ralph.cli;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;

/// A program that leaves a socket in a folder, as servers do that were killed.
final class SocketMaker {
    private SocketMaker() {}

    public static void main(String[] arguments) throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(Path.of(arguments[0])));
        }
    }

    /// A line of a shell script.
    static String line(String file) {
        return "'" + String.join("' '", Shell.java(SocketMaker.class.getName(), file)) + "'";
    }
}
