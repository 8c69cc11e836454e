package dev.ralph.bus;

/// Something outside the bus that a message points to.
///
/// @param url where it is
/// @param label what a reader sees; empty when unsaid
/// @param kind what it is, such as `commit`; empty when unsaid
public record Link(String url, String label, String kind) {
    public Link {
        OneLine.required("url of a link", url);
        OneLine.allowed("label of a link", label);
        OneLine.allowed("kind of a link", kind);
    }

    public Link(String url) {
        this(url, "", "");
    }
}
