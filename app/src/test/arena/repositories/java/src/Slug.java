/** Parts of addresses. */
final class Slug {
    private Slug() {}

    /** The text as a part of an address. */
    static String of(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("the text is empty");
        }
        return text.strip().toLowerCase(java.util.Locale.ROOT).replace(" ", "-");
    }
}
