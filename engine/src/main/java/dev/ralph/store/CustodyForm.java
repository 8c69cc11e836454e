package dev.ralph.store;

import dev.ralph.loop.Custody;
import dev.ralph.loop.Custody.Contact;

/// What an attempt was confined to, as it is stored.
final class CustodyForm {
    private CustodyForm() {}

    static void write(JsonFields json, Custody custody) {
        json.open("custody");
        json.text("tier", custody.tier());
        json.texts("notes", custody.notes());
        json.openList("contacts");
        for (Contact contact : custody.contacts()) {
            json.begin();
            json.text("host", contact.host());
            json.text("refused", contact.refused());
            json.number("times", contact.times());
            json.number("sent", contact.sent());
            json.number("received", contact.received());
            json.close();
        }
        json.closeList();
        json.close();
    }

    static Custody read(JsonBody body) {
        return new Custody(
                body.text("tier"),
                body.texts("notes"),
                body.children("contacts").stream()
                        .map(contact -> new Contact(
                                contact.text("host"),
                                contact.textOrNull("refused"),
                                contact.number("times"),
                                contact.number("sent"),
                                contact.number("received")))
                        .toList());
    }
}
