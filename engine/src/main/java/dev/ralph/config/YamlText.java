package dev.ralph.config;

/// Texts as YAML scalars.
final class YamlText {
    private static final String SPECIAL_FIRST = "!&*-?|>@`%\"'#{}[],:~=";

    private YamlText() {}

    /// The text as it is where YAML reads it back so, else between single or, with control characters, double quotes.
    static String ifNeeded(String text) {
        boolean plain = YamlMeaning.ofPlain(text) == YamlMeaning.TEXT && SPECIAL_FIRST.indexOf(text.charAt(0)) < 0;
        boolean control = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            plain &= c != ':' && c != '#' && c != ',' && "[]{}".indexOf(c) < 0;
            control |= isControl(c);
        }
        if (control) {
            return doubled(text);
        }
        boolean spaceAtAnEnd = !text.isEmpty() && (text.charAt(0) == ' ' || text.endsWith(" "));
        return plain && !spaceAtAnEnd ? text : "'" + text.replace("'", "''") + "'";
    }

    private static String doubled(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c == '\t') {
                out.append("\\t");
            } else if (isControl(c)) {
                out.append("\\u").append(hex(c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }

    /// What YAML does not allow bare, or takes for the end of a line.
    private static boolean isControl(char c) {
        return c < ' ' || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || c == 0xfeff || c >= 0xfffe;
    }

    private static String hex(char c) {
        String digits = Integer.toHexString(c);
        return "0000".substring(digits.length()) + digits;
    }
}
