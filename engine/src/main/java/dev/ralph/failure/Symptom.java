package dev.ralph.failure;

import java.util.regex.Pattern;

/// What the words of one error say, whichever tool printed them: a test that cannot import what it tests did not fail
/// because of what it tests.
final class Symptom {

    /// Words of the project's own tests, in which all the others may be quoted.
    private static final Pattern ASSERTION = Pattern.compile(
            "^(?:E +)?(?:[\\w.]*(?:Assertion|Comparison|Expectation)\\w*(?: \\[\\w+\\])?\\b|expect\\(|assert\\b|expected\\b|Property \\[)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern IMPORT = Pattern.compile(
            "\\b(?:ModuleNotFoundError|ImportError|ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND"
                    + "|ERR_PACKAGE_PATH_NOT_EXPORTED|NoClassDefFoundError|ClassNotFoundException|UnsatisfiedLinkError"
                    + "|LoadError|DllNotFoundException)\\b"
                    + "|\\bCannot find (?:module|package)\\b|\\bCould not (?:locate|find or load) (?:module|main class)\\b"
                    + "|\\bFailed to (?:resolve import|resolve entry|load url|load config)\\b|\\bCan't resolve '|\\bCould not resolve (?:\"|'|dependenc|all )"
                    + "|\\bdoes not provide an export named\\b|\\bModule not found\\b|\\bNo module named\\b|\\bmodule named\\b.*\\bnot found\\b"
                    + "|\\bpackage [\\w.]+ (?:does not exist|is not visible)|\\bmodule not found:"
                    + "|\\bPackage [\\w.]+ ist nicht vorhanden|パッケージ[\\w.]+は存在しません|程序包[\\w.]+不存在"
                    + "|\\bno required module provides package\\b|\\bis not in (?:GOROOT|std)\\b|\\bcannot find package\\b"
                    + "|\\bmissing go\\.sum entry\\b|\\bcannot find module providing\\b"
                    + "|\\bunresolved import\\b|\\bcan't find crate\\b|\\bfile not found for module\\b|\\bunlinked crate\\b|\\bundeclared crate\\b"
                    + "|\\berror while loading shared libraries\\b|\\bcannot open shared object file\\b"
                    + "|\\bcannot load such file\\b|\\bno matching package\\b|\\bNo matching distribution\\b|\\bCan't locate \\S+\\.pm\\b");

    private static final Pattern TIME =
            Pattern.compile("\\bExceeded timeout of\\b|\\b[Tt]imed out (?:in|after|waiting)\\b"
                    + "|\\bTimeout(?:Error|Exception|Expired)\\b|\\bTimeout of \\d+ ?ms exceeded\\b|\\bETIMEDOUT\\b|\\bdeadline exceeded\\b"
                    + "|\\bTimeout - Async\\b|\\btest timed out\\b|\\bTimeout >?\\d|\\bexecution timed out\\b|\\bDeadlineExceeded\\b"
                    + "|\\btimeout: sending signal\\b");

    /// JUnit's assertions about time.
    private static final Pattern ASSERTED_TIME = Pattern.compile(
            "AssertionFailedError: (?:.* ==> )?execution (?:timed out after|exceeded timeout of) \\d+ ms");

    private static final Pattern RESOURCE = Pattern.compile(
            "\\bOutOfMemory\\w*\\b|\\bJava heap space\\b|\\bGC overhead limit\\b|\\bMemoryError\\b|\\bheap out of memory\\b|\\bENOSPC\\b|\\bEMFILE\\b|\\bENFILE\\b|\\bENOMEM\\b"
                    + "|\\bNo space left on device\\b|\\bToo many open files\\b|\\b[Cc]annot allocate memory\\b|\\b[Oo]ut of memory\\b"
                    + "|\\bmemory exhausted\\b|\\bstd::bad_alloc\\b|\\bDisk quota exceeded\\b|\\bEDQUOT\\b|\\bNot enough space\\b"
                    + "|\\bmemory allocation of \\d+ bytes failed\\b|\\bunable to create (?:native )?thread\\b"
                    + "|\\bArray buffer allocation failed\\b|\\bERR_MEMORY_ALLOCATION_FAILED\\b|\\bKilled signal terminated program\\b");

    private static final Pattern SYNTAX = Pattern.compile(
            "\\b(?:Syntax|Indentation|Tab|JSON)Error\\b|\\bTransform failed\\b|\\bUnexpected token\\b|\\berror TS\\d+\\b|\\bPARSE_ERROR\\b|\\bParse failure\\b|\\bfailed to parse\\b");

    /// Something that the project itself should have: a function, a member, a type.
    private static final Pattern MISSING = Pattern.compile(
            "\\bof undefined\\b|\\bis not (?:a function|a constructor|defined|callable)\\b|\\bundefined is not\\b"
                    + "|\\b[Nn]ot (?:yet )?implemented\\b|\\bNotImplemented\\w*\\b|\\bunimplemented\\b|\\bnot yet implemented\\b"
                    + "|\\bhas no (?:attribute|exported member|member|method|field)\\b|\\b(?:AttributeError|NameError|UnboundLocalError)\\b"
                    + "|\\bNoSuch(?:Method|Field)\\w*\\b|\\bAbstractMethodError\\b|\\bcannot import name\\b"
                    + "|\\bbecause \"(?:this|[A-Z]\\w*)\\.\\w+\" is null\\b"
                    + "|\\bSymbol nicht gefunden|シンボルを見つけられません|找不到符号|\\bcannot find (?:symbol|function|value|type|macro|method|name|trait|struct|derive|attribute)\\b|\\bCannot find (?:name|type)\\b"
                    + "|\\bno (?:method|function|field|variant)\\b.*\\b(?:named|found)\\b|\\bno associated\\b|\\bundefined: |\\bundefined (?:reference|symbol)\\b"
                    + "|\\b(?:was|is) not declared\\b|\\bundeclared\\b|\\bdoes not (?:exist on type|name a type)\\b"
                    + "|\\bis missing (?:the following|in type)\\b|\\bis not abstract and does not override\\b|\\bmissing method\\b|\\bnot all trait items implemented\\b"
                    + "|\\bimplicit declaration of function\\b|\\bUnknown CMake command\\b|\\bName \"[^\"]*\" is not defined\\b|\\bhas no field or method\\b"
                    + "|\\bUnresolved reference\\b|\\bundefined (?:local variable or )?method\\b(?!.* for nil)|\\buninitialized constant\\b|\\bno-undef\\b");

    /// Values that nobody thought of.
    private static final Pattern EDGE = Pattern.compile(
            "(?i)\\bnull|\\bnil\\b|\\bNone(?:Type)?\\b|undefined|\\bindex|out of (?:range|bounds)|\\bkey ?error|\\bzero|division|divide"
                    + "|\\bempty|overflow|\\bNaN\\b|parse|number ?format|invalid|segmentation|assert|unwrap|json|decode|\\brange|too (?:large|small|long|short|deep|many)|recursion|unexpected");

    private static final Pattern LOCAL = Pattern.compile(
            "['\"`](?:\\.{1,2}/|/|@/|~/|src/|crate::|super::)|\\bcannot import name\\b|\\bfile not found for module\\b|\\bNoClassDefFoundError\\b|\\bClassNotFoundException\\b|\\bNo rule to make target\\b");

    private Symptom() {}

    /// What a failure is that its frame calls `frame` and its own words `message`.
    static FailureType of(FailureType frame, String message) {
        if (frame == FailureType.TEST_FAILURE && assertion(message)) {
            return ASSERTED_TIME.matcher(message).find() ? FailureType.TIMEOUT_ERROR : frame;
        }
        if (RESOURCE.matcher(message).find()) {
            return FailureType.RESOURCE_ERROR;
        }
        if (imports(message)) {
            return FailureType.MISSING_DEPENDENCY;
        }
        return TIME.matcher(message).find() ? FailureType.TIMEOUT_ERROR : frame;
    }

    /// The same where the program was being loaded, so that it may not have been a program at all.
    static FailureType whileLoading(FailureType frame, String message) {
        FailureType type = of(frame, message);
        return type == frame && syntax(message) ? FailureType.COMPILATION_ERROR : type;
    }

    static boolean assertion(String message) {
        return ASSERTION.matcher(message).find();
    }

    static boolean imports(String message) {
        return IMPORT.matcher(message).find();
    }

    static boolean syntax(String message) {
        return SYNTAX.matcher(message).find();
    }

    static boolean missing(String message) {
        return MISSING.matcher(message).find();
    }

    static Cause cause(FailureType type, String message, boolean property, boolean missing) {
        boolean second = switch (type) {
            case TEST_FAILURE -> !property;
            case COMPILATION_ERROR -> missing;
            case RUNTIME_ERROR -> EDGE.matcher(message).find();
            case MISSING_DEPENDENCY -> !LOCAL.matcher(message).find();
            case INVALID_SPEC -> SpecRecogniser.aboutMarkdown(message);
            case TIMEOUT_ERROR -> message.contains("deadlock") || message.contains("wait");
            case RESOURCE_ERROR -> message.toLowerCase(java.util.Locale.ROOT).contains("memory");
            case UNKNOWN_ERROR -> !message.isBlank();
        };
        return type.causes().get(second ? 1 : 0);
    }
}
