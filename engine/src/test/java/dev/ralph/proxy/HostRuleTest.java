package dev.ralph.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostRuleTest {
    private static boolean covers(String rule, String target) {
        return HostRule.parse(rule).covers(ProxyTarget.parse(target, 443));
    }

    @Test
    void a_rule_covers_its_host_and_port_whatever_the_case() {
        assertThat(covers("api.example.com", "API.Example.com:443")).isTrue();
        assertThat(covers("api.example.com", "api.example.com.:443")).isTrue();
        assertThat(covers("api.example.com:8443", "api.example.com:443")).isFalse();
        assertThat(covers("api.example.com", "notapi.example.com:443")).isFalse();
        assertThat(covers("[::1]:80", "[::1]:80")).isTrue();
    }

    @Test
    void a_wildcard_covers_names_below_and_not_the_host_nor_names_that_only_end_alike() {
        assertThat(covers("*.example.com", "a.example.com:443")).isTrue();
        assertThat(covers("*.example.com", "a.b.example.com:443")).isTrue();
        assertThat(covers("*.example.com", "example.com:443")).isFalse();
        assertThat(covers("*.example.com", "evilexample.com:443")).isFalse();
        assertThat(covers("*.example.com", ".example.com:443")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "*.", "a b", "a/b", "host:0", "host:65536", "host:x", "ex*mple.com", "::1"})
    void what_is_no_rule_is_refused(String text) {
        assertThatThrownBy(() -> HostRule.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.1.2.3",
                "172.16.0.1",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "0.0.0.0",
                "255.255.255.255",
                "224.0.0.1",
                "198.18.0.1",
                "192.0.2.1",
                "::1",
                "::",
                "fe80::1",
                "fc00::1",
                "fd12:3456::1",
                "::ffff:127.0.0.1",
                "2002:7f00:1::",
                "64:ff9b::a00:1",
                "ff02::1",
                "fec0::1"
            })
    void addresses_of_this_machine_and_its_neighbours_are_not_public(String address) throws Exception {
        assertThat(AddressRanges.isPublic(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1.1.1", "93.184.216.34", "2606:4700::1111", "2002:101:101::", "64:ff9b::101:101"})
    void addresses_of_the_internet_are_public(String address) throws Exception {
        assertThat(AddressRanges.isPublic(InetAddress.getByName(address))).isTrue();
    }
}
