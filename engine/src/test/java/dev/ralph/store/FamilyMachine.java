package dev.ralph.store;

import dev.ralph.machine.MachineEvent;
import dev.ralph.machine.State;
import dev.ralph.machine.StreamHead;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The smallest machine that opens others, to try journals with.
sealed interface FamilyMachine extends MachineEvent {

    record Born() implements FamilyMachine {}

    record Bore(StreamHead child) implements FamilyMachine {
        @Override
        public List<Birth> births() {
            return List.of(new Birth(child, new Born()));
        }
    }

    record Waits(boolean forAnswer) implements FamilyMachine {}

    record Asks(String id, String text) implements FamilyMachine {
        @Override
        public Question asks() {
            return new Question(id, text);
        }
    }

    record Left() implements FamilyMachine {}

    StreamType<Member, FamilyMachine> TYPE =
            new StreamType<>(StreamHead.Kind.FLOW, FamilyMachine.class, Member::of, Count.class, Member::count);

    record Count(int children) {}

    record Member(int children, boolean waits, boolean left) implements State<Member, FamilyMachine, String> {
        static Member of(List<FamilyMachine> events) {
            if (!(events.getFirst() instanceof Born)) {
                throw new IllegalStateException("nobody begins with " + events.getFirst());
            }
            Member member = new Member(0, false, false);
            for (FamilyMachine event : events.subList(1, events.size())) {
                member = member.after(event);
            }
            return member;
        }

        @Override
        public Member after(FamilyMachine event) {
            if (left) {
                throw new IllegalStateException("who has left cannot take " + event);
            }
            return switch (event) {
                case Born _ -> throw new IllegalStateException("nobody is born twice");
                case Bore _ -> new Member(children + 1, waits, false);
                case Asks _ -> new Member(children, true, false);
                case Waits now -> new Member(children, now.forAnswer(), false);
                case Left _ -> new Member(children, false, true);
            };
        }

        @Override
        public String decision() {
            return left ? "nothing" : "live";
        }

        @Override
        public boolean hasEnded() {
            return left;
        }

        @Override
        public boolean isParked() {
            return waits;
        }

        Count count() {
            return new Count(children);
        }
    }

    static StreamHead head(String id, @Nullable String parent) {
        return new StreamHead(id, StreamHead.Kind.FLOW, parent, "project", "task-1", null, "family");
    }

    static List<JournalEntry<FamilyMachine>> entries(long seq, FamilyMachine... events) {
        List<JournalEntry<FamilyMachine>> entries = new ArrayList<>();
        for (FamilyMachine event : events) {
            entries.add(new JournalEntry<>(seq, JournalSamples.START, event));
            seq++;
        }
        return entries;
    }
}
