package dev.ralph.failure;

import dev.ralph.failure.OutputLines.Hit;
import java.util.Optional;
import java.util.regex.Pattern;

/// GCC, Clang, their linkers, and Microsoft's compiler.
final class GccRecogniser implements Recogniser {
    /// "error" and "fatal error" as GCC is translated.
    private static final String WORD = "(?:(?:fatal )?error|error fatal|(?:schwerwiegender )?Fehler|erreur(?: fatale)?"
            + "|errore(?: irreversibile| fatale)?|erro(?: fatal)?|(?:фатальная )?ошибка|błąd(?: krytyczny)?|fatalt fel|fel"
            + "|(?:fatale )?fout|(?:致命的)?エラー|致命错误|错误|嚴重錯誤|錯誤) ?[:：] ?";

    private static final Pattern ERROR = Pattern.compile("^(\\S[^:()]*\\.\\w{1,4}):(\\d+)(?::\\d+)?: " + WORD
            + "(.+)$|^(\\S[^:()]*\\.\\w{1,4})\\((\\d+)(?:,\\d+)?\\)\\s?: (?:fatal )?error C\\d+: (.+)$");
    private static final Pattern SOURCE =
            Pattern.compile("\\.(?:c|cc|cpp|cxx|c\\+\\+|h|hh|hpp|hxx|m|mm|inl|ipp|tcc|cu|s|S|swift|f|f90)$");
    private static final Pattern HEADER =
            Pattern.compile("^[^:]+: No such file or directory$|^[\\w./+-]+\\.h\\w{0,2}: .+$|^'[^']+' file not found");
    private static final Pattern LINKER = Pattern.compile(
            "(?:(\\S+\\.\\w{1,4}):(?:\\(\\.[^)]*\\)|(\\d+)): )?(undefined reference to .+|multiple definition of .+|duplicate symbol .+|Undefined symbols for architecture .+)$");
    private static final Pattern LIBRARY = Pattern.compile(
            "ld(?:\\.\\w+)?: (?:error: )?(?:cannot find (-l\\S+?)(?::.*)?|unable to find library (-l\\S+)|library not found for (-l\\S+))$");
    private static final Pattern DRIVER = Pattern.compile(
            "^(?:\\S*/)?(?:[\\w-]*-)?(?:gcc|g\\+\\+|cc|c\\+\\+|clang|clang\\+\\+|cc1|cc1plus|collect2|ld|ld\\.lld|as)(?:-\\d+)?: (?:fatal error|error|fatal): (.+)$|^(?:cc1|cc1plus): (out of memory.*)$|^(?:LLVM ERROR: |virtual memory exhausted)(.*)$");

    @Override
    public String tool() {
        return "gcc";
    }

    @Override
    public Optional<Failure> read(FailureOutput output) {
        OutputLines lines = OutputLines.of(output);
        Optional<Hit> error = lines.every(ERROR).stream()
                .filter(hit -> SOURCE.matcher(hit.group(1) + hit.group(4)).find())
                .findFirst();
        if (error.isPresent()) {
            return Optional.of(compiler(error.get()));
        }
        Optional<Hit> library = lines.first(LIBRARY);
        if (library.isPresent()) {
            return Optional.of(Reading.of(
                    FailureType.MISSING_DEPENDENCY,
                    Reading.COMPILER,
                    tool(),
                    lines.at(library.get().index()).strip(),
                    null));
        }
        Optional<Hit> linker = lines.first(LINKER);
        if (linker.isPresent()) {
            Hit hit = linker.get();
            Location place = hit.group(1).isEmpty() ? null : StackFrames.place(hit, 1, 2);
            return Optional.of(
                    Reading.of(FailureType.COMPILATION_ERROR, Reading.COMPILER, tool(), hit.group(3), place));
        }
        return lines.first(DRIVER).map(hit -> driver(lines.joined(hit.index() - 1, hit.index() + 1)));
    }

    private Failure compiler(Hit hit) {
        boolean gnu = !hit.group(1).isEmpty();
        String message = hit.group(gnu ? 3 : 6);
        FailureType type = HEADER.matcher(message).find()
                ? FailureType.MISSING_DEPENDENCY
                : Symptom.of(FailureType.COMPILATION_ERROR, message);
        return Reading.of(type, Reading.COMPILER, tool(), message, StackFrames.place(hit, gnu ? 1 : 4, gnu ? 2 : 5));
    }

    private Failure driver(String words) {
        FailureType type = words.contains("No such file")
                ? FailureType.MISSING_DEPENDENCY
                : Symptom.of(FailureType.COMPILATION_ERROR, words);
        return Reading.of(type, Reading.BUILD_TOOL + 5, tool(), words, null);
    }
}
