package dev.ralph.claim;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Texts with which agents have said that they are done, each with whether its own words agree.
///
/// A text begins behind a line `%%% genuine|false STYLE [STAGE] [commit=yes|no]`. Where a command among
/// the checks says whether tests pass, a tester has no stage.
record ClaimCorpus(List<Labelled> texts) {

    /// @param number from 1, in its file
    record Labelled(int number, boolean genuine, String style, Claim claim) {
        boolean refused() {
            return !claim.objections().isEmpty();
        }
    }

    static ClaimCorpus named(String name) {
        try (InputStream in = Objects.requireNonNull(ClaimCorpus.class.getResourceAsStream("/claim/" + name))) {
            String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            List<Labelled> texts = new ArrayList<>();
            for (String text : all.split("(?m)^%%% ")) {
                if (!text.isBlank()) {
                    texts.add(labelled(texts.size() + 1, text));
                }
            }
            return new ClaimCorpus(texts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Labelled labelled(int number, String text) {
        int end = text.indexOf('\n');
        String[] head = text.substring(0, end).split(" ");
        ClaimStage stage = null;
        Boolean committed = null;
        for (int i = 2; i < head.length; i++) {
            if (head[i].startsWith("commit=")) {
                committed = head[i].equals("commit=yes");
            } else {
                stage = named(head[i], number);
            }
        }
        if (!head[0].equals("genuine") && !head[0].equals("false")) {
            throw new IllegalArgumentException("text " + number + " is neither genuine nor false: " + head[0]);
        }
        Claim claim = new Claim(text.substring(end + 1), stage, new KnownFacts(committed));
        return new Labelled(number, head[0].equals("genuine"), head[1], claim);
    }

    private static ClaimStage named(@Nullable String stage, int number) {
        ClaimStage named = ClaimStage.named(stage);
        if (named == null) {
            throw new IllegalArgumentException("text " + number + " has no such stage: " + stage);
        }
        return named;
    }

    long genuine() {
        return texts.stream().filter(Labelled::genuine).count();
    }

    /// How many of the genuine or false ones are refused or not: `102 of 120`.
    String count(boolean genuine, boolean refused) {
        List<Labelled> those =
                texts.stream().filter(text -> text.genuine() == genuine).toList();
        return those.stream().filter(text -> text.refused() == refused).count() + " of " + those.size();
    }
}
