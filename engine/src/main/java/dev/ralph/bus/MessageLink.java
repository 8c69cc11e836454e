package dev.ralph.bus;

/// Something outside the bus that a message points to.
///
/// @param url where it is
/// @param label what a reader sees; empty when unsaid
/// @param kind what it is, such as `commit`; empty when unsaid
public record MessageLink(String url, String label, String kind) {
    public MessageLink {
        HeaderValue.required("url of a link", url);
        HeaderValue.allowed("label of a link", label);
        HeaderValue.allowed("kind of a link", kind);
    }

    public MessageLink(String url) {
        this(url, "", "");
    }
}
