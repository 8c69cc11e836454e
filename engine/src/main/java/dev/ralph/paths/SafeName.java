package dev.ralph.paths;

/// Names that come from outside and become folder names.
final class SafeName {
    private SafeName() {}

    static void require(String what, String name, int longest) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException(what + " is empty: give it a name of letters, digits, '.', '_' or '-'");
        }
        if (name.length() > longest) {
            throw new IllegalArgumentException(
                    what + " has " + name.length() + " characters: " + longest + " are allowed");
        }
        if (!letterOrDigit(name.charAt(0))) {
            throw refusal(what, name, "it must begin with a letter or digit");
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!letterOrDigit(c) && c != '.' && c != '_' && c != '-') {
                throw refusal(
                        what, name, "it becomes a folder name: a to z, A to Z, 0 to 9, '.', '_' and '-' are allowed");
            }
        }
        if (name.contains("..")) {
            throw refusal(what, name, "'..' is not allowed");
        }
    }

    private static boolean letterOrDigit(char c) {
        return c < 128 && Character.isLetterOrDigit(c);
    }

    private static IllegalArgumentException refusal(String what, String name, String why) {
        return new IllegalArgumentException(what + " \"" + printable(name) + "\" is not usable: " + why);
    }

    private static String printable(String name) {
        StringBuilder text = new StringBuilder();
        name.chars().forEach(c -> text.append(c < 32 || c == 127 ? '?' : (char) c));
        return text.toString();
    }
}
