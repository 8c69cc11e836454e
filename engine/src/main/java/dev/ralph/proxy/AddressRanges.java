package dev.ralph.proxy;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/// Tells addresses of the Internet from those of this machine and its neighbours.
final class AddressRanges {
    private AddressRanges() {}

    static boolean isPublic(InetAddress address) {
        boolean local = address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress();
        byte[] bytes = address.getAddress();
        return !local && (address instanceof Inet4Address ? isPublic4(bytes) : isPublic6(bytes));
    }

    private static boolean isPublic4(byte[] b) {
        int first = b[0] & 255;
        int second = b[1] & 255;
        boolean shared = first == 100 && second >= 64 && second < 128; // carriers' own networks
        boolean protocol = first == 192 && second == 0 && (b[2] == 0 || b[2] == 2);
        boolean benchmark = first == 198 && (second == 18 || second == 19);
        return first != 0 && first < 240 && !shared && !protocol && !benchmark;
    }

    private static boolean isPublic6(byte[] b) {
        int first = b[0] & 255;
        int second = b[1] & 255;
        if ((first & 0xfe) == 0xfc) {
            return false; // unique local
        }
        if (first == 0x20 && second == 0x02) {
            return embedded(b, 2); // 6to4
        }
        if (first == 0x00 && second == 0x64 && (b[2] & 255) == 0xff && (b[3] & 255) == 0x9b) {
            return embedded(b, 12); // NAT64
        }
        return (first & 0xe0) == 0x20; // what is given out for the Internet
    }

    /// An address of the older kind inside one of the newer.
    private static boolean embedded(byte[] b, int at) {
        try {
            return isPublic(InetAddress.getByAddress(Arrays.copyOfRange(b, at, at + 4)));
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("four bytes are an address", impossible);
        }
    }
}
