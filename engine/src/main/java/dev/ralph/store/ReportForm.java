package dev.ralph.store;

import dev.ralph.loop.Custody;
import dev.ralph.loop.Report;
import dev.ralph.loop.Signal;
import dev.ralph.loop.Testimony;
import dev.ralph.loop.Trace;

/// The report of an attempt as it is stored.
final class ReportForm {
    private ReportForm() {}

    static void write(JsonFields json, Report report) {
        json.open("report");
        json.text("how", report.how().name());
        json.number("code", report.code());
        json.number("pid", report.pid());
        json.text("signal", report.signal() == null ? null : report.signal().name());
        json.text("failure", report.failure());
        json.instant("endedAt", report.endedAt());
        json.duration("took", report.took());
        json.text("proof", report.proof());
        json.flag("leaked", report.leaked());
        captured(json, "stdout", report.stdout());
        captured(json, "stderr", report.stderr());
        Testimony testimony = report.testimony();
        if (testimony != null) {
            TestimonyForm.write(json, testimony);
        }
        Custody custody = report.custody();
        if (custody != null) {
            CustodyForm.write(json, custody);
        }
        Trace trace = report.trace();
        json.text("treeBefore", trace.before());
        json.text("tree", trace.after());
        json.number("disk", trace.disk());
        json.text("conserved", trace.commit());
        json.close();
    }

    private static void captured(JsonFields json, String name, Report.Captured captured) {
        json.open(name);
        json.number("bytes", captured.bytes());
        json.number("omitted", captured.omitted());
        json.text("sha256", captured.sha256());
        json.close();
    }

    static Report read(JsonBody body) {
        return new Report(
                body.constant("how", Report.How.class),
                body.count("code"),
                body.number("pid"),
                body.constantOrNull("signal", Signal.class),
                body.textOrNull("failure"),
                body.instant("endedAt"),
                body.duration("took"),
                body.text("proof"),
                body.flag("leaked"),
                captured(body.child("stdout")),
                captured(body.child("stderr")),
                body.has("testimony") ? TestimonyForm.read(body.child("testimony")) : null,
                new Trace(
                        body.textOrNull("treeBefore"),
                        body.textOrNull("tree"),
                        body.has("disk") ? body.number("disk") : 0,
                        body.textOrNull("conserved")),
                body.has("custody") ? CustodyForm.read(body.child("custody")) : null);
    }

    private static Report.Captured captured(JsonBody body) {
        return new Report.Captured(body.number("bytes"), body.number("omitted"), body.text("sha256"));
    }
}
