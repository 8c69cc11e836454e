package dev.ralph.cli;

import dev.ralph.Report;
import dev.ralph.budget.Spent;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// The report as one page of HTML that needs nothing else: no script, no font, no network. Everything that comes from
/// tasks, agents or the repository is text there, never markup.
///
/// @param summary the figures that matter most
record ReportPage(Report report, String title, List<String> summary, List<ReportCommand.Section> sections) {
    private static final int WIDE = 760;
    private static final int HIGH = 250;
    private static final int LEFT = 58;
    private static final int RIGHT = 44;
    private static final int TOP = 14;
    private static final int BOTTOM = 30;

    private static final String STYLE = """
            :root { color-scheme: light dark; --paper: #fbfaf8; --card: #fff; --ink: #1d2530; --soft: #5d6875;
              --rule: #e2e0da; --good: #1c7c4a; --bad: #b3362b; --wait: #93650a; --spend: #b3562b; --code: #f2f0eb; }
            @media (prefers-color-scheme: dark) { :root { --paper: #14171b; --card: #1c2026; --ink: #e6e8ea;
              --soft: #9aa4af; --rule: #313841; --good: #5cc48c; --bad: #f08a7e; --wait: #e0b252; --spend: #f0a070;
              --code: #262c34; } }
            * { box-sizing: border-box; }
            body { margin: 0; background: var(--paper); color: var(--ink);
              font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
            main { max-width: 54rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
            h1 { font-size: 1.7rem; margin: 0; line-height: 1.25; overflow-wrap: anywhere; }
            .span { color: var(--soft); margin: .25rem 0 1.5rem; }
            .figures { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 1.5rem; padding: 0; list-style: none; }
            .figures li { background: var(--card); border: 1px solid var(--rule); border-radius: 999px;
              padding: .25rem .8rem; font-size: .93rem; }
            .figures li:first-child { border-color: var(--good); color: var(--good); font-weight: 600; }
            figure { margin: 0 0 1.5rem; background: var(--card); border: 1px solid var(--rule);
              border-radius: 10px; padding: 1rem; }
            figcaption { color: var(--soft); font-size: .88rem; margin-bottom: .5rem; display: flex; gap: 1.25rem;
              flex-wrap: wrap; }
            .key::before { content: ""; display: inline-block; width: 1.1em; height: 3px; margin-right: .45em;
              vertical-align: middle; background: var(--c); }
            svg { display: block; width: 100%; height: auto; }
            svg text { fill: var(--soft); font-size: 11.5px; font-family: inherit; }
            h2 { font-size: 1.1rem; margin: 2rem 0 .6rem; }
            h2 span { color: var(--soft); font-weight: 400; }
            .proven h2 { color: var(--good); } .blocked h2 { color: var(--bad); }
            .open h2, .unverified h2 { color: var(--wait); }
            article { background: var(--card); border: 1px solid var(--rule); border-left: 4px solid var(--rule);
              border-radius: 8px; padding: .7rem 1rem; margin: 0 0 .6rem; overflow-wrap: anywhere; }
            .proven article { border-left-color: var(--good); } .blocked article { border-left-color: var(--bad); }
            .open article, .unverified article { border-left-color: var(--wait); }
            h3 { font-size: 1rem; margin: 0; font-weight: 600; }
            h3 code { color: var(--soft); background: none; padding: 0; margin-right: .5em; font-weight: 400; }
            article p { margin: .2rem 0 0; color: var(--soft); font-size: .93rem; white-space: pre-wrap; }
            code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .87rem; }
            pre { background: var(--code); border-radius: 6px; padding: .45rem .7rem; margin: .5rem 0 0;
              white-space: pre-wrap; overflow-wrap: anywhere; }
            footer { color: var(--soft); font-size: .85rem; margin-top: 2.5rem; }
            """;

    String html() {
        StringBuilder page = new StringBuilder("""
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
                <title>%1$s</title>
                <style>
                %2$s</style>
                </head>
                <body>
                <main>
                <h1>%1$s</h1>
                <p class="span">%3$s</p>
                <ul class="figures">
                """.formatted(text(title), STYLE, text(ReportCommand.span(report))));
        summary.forEach(figure -> page.append("<li>").append(text(figure)).append("</li>\n"));
        page.append("</ul>\n");
        if (report.points().size() > 1) {
            chart(page);
        }
        sections.forEach(section -> section(page, section));
        return page + """
                <footer>Made by <code>ralph report --html</code>; <code>ralph receipts</code> shows every check.</footer>
                </main>
                </body>
                </html>
                """;
    }

    private static void section(StringBuilder page, ReportCommand.Section section) {
        page.append("<section class=\"%s\">\n<h2>%s <span>%d</span></h2>\n"
                .formatted(
                        section.state().name().toLowerCase(Locale.ROOT),
                        text(section.title()),
                        section.items().size()));
        for (ReportCommand.Item item : section.items()) {
            page.append("<article>\n<h3><code>%s</code>%s</h3>\n"
                    .formatted(text(item.task()), text(ReportCommand.cut(item.title()))));
            item.lines().forEach(line -> page.append("<p>" + text(ReportCommand.cut(line)) + "</p>\n"));
            if (!item.commands().isEmpty()) {
                page.append("<pre>" + text(String.join("\n", item.commands())) + "</pre>\n");
            }
            page.append("</article>\n");
        }
        page.append("</section>\n");
    }

    /// What was used up and how many tasks were done, over time.
    private void chart(StringBuilder page) {
        Report.Point last = report.points().getLast();
        Spent all = last.spent();
        ToDoubleFunction<Report.Point> use;
        String what;
        String unit;
        if (all.dollars() != null && all.dollars().signum() > 0) {
            use = point -> point.spent().dollars() == null
                    ? 0
                    : point.spent().dollars().doubleValue();
            what = "Dollars spent";
            unit = "$";
        } else if (all.tokens().total() > 0) {
            use = point -> point.spent().tokens().total();
            what = "Tokens used";
            unit = "";
        } else {
            use = point -> point.time().toMillis() / 60_000.0;
            what = "Minutes agents worked";
            unit = "";
        }
        double most = nice(use.applyAsDouble(last));
        int done = Math.max(1, last.done());
        Instant end = report.to().isAfter(last.at()) ? report.to() : last.at();
        page.append("""
                <figure>
                <figcaption><span class="key" style="--c:var(--spend)">%1$s</span>\
                <span class="key" style="--c:var(--good)">Tasks done</span></figcaption>
                <svg viewBox="0 0 %2$d %3$d" role="img" aria-label="%1$s and tasks done over time">
                """.formatted(what, WIDE, HIGH));
        for (int i = 0; i <= 4; i++) {
            double y = HIGH - BOTTOM - i * (HIGH - TOP - BOTTOM) / 4.0;
            page.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"var(--rule)\"/>"
                            + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                    LEFT,
                    WIDE - RIGHT,
                    y,
                    y,
                    LEFT - 8,
                    y + 4,
                    label(unit, most * i / 4, most)));
        }
        for (int i = 0; i <= done; i += Math.max(1, (done + 4) / 5)) {
            page.append(String.format(
                    Locale.ROOT, "<text x=\"%d\" y=\"%.1f\">%d</text>\n", WIDE - RIGHT + 8, y(i, done) + 4, i));
        }
        times(page, end);
        String spend = steps(use, most, end);
        page.append(String.format(
                Locale.ROOT,
                "<path d=\"%s V %d H %d Z\" fill=\"var(--spend)\" opacity=\".12\"/>\n",
                spend,
                HIGH - BOTTOM,
                LEFT));
        path(page, spend, "var(--spend)");
        path(page, steps(Report.Point::done, done, end), "var(--good)");
        page.append("</svg>\n</figure>\n");
    }

    private static void path(StringBuilder page, String path, String color) {
        page.append("<path d=\"%s\" fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\" stroke=\"%s\"/>\n"
                .formatted(path, color));
    }

    private void times(StringBuilder page, Instant end) {
        Duration span = Duration.between(report.from(), end);
        DateTimeFormatter form = DateTimeFormatter.ofPattern(
                span.toDays() > 0 ? "MMM d HH:mm" : span.toMinutes() < 8 ? "HH:mm:ss" : "HH:mm", Locale.ENGLISH);
        for (int i = 0; i <= 4; i++) {
            Instant at = report.from().plusMillis(span.toMillis() * i / 4);
            page.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>\n",
                    x(at, end),
                    HIGH - 8,
                    i == 0 ? "start" : i == 4 ? "end" : "middle",
                    form.format(at.atZone(ZoneId.systemDefault()))));
        }
    }

    /// What is known after one point holds until the next.
    private String steps(ToDoubleFunction<Report.Point> value, double most, Instant end) {
        StringBuilder path = new StringBuilder();
        for (Report.Point point : report.points()) {
            String x = String.format(Locale.ROOT, "%.1f", x(point.at(), end));
            String y = String.format(Locale.ROOT, "%.1f", y(value.applyAsDouble(point), most));
            path.append(path.isEmpty() ? "M " + x + " " + y : " H " + x + " V " + y);
        }
        return path.append(" H ").append(WIDE - RIGHT).toString();
    }

    private double x(Instant at, Instant end) {
        double all = Math.max(1, Duration.between(report.from(), end).toMillis());
        double part = Math.clamp(Duration.between(report.from(), at).toMillis() / all, 0, 1);
        return LEFT + part * (WIDE - LEFT - RIGHT);
    }

    private static double y(double value, double most) {
        return HIGH - BOTTOM - Math.clamp(value / most, 0, 1) * (HIGH - TOP - BOTTOM);
    }

    /// The next number that can be cut in four and read.
    private static double nice(double value) {
        double ten = Math.pow(10, Math.floor(Math.log10(Math.max(value, 1e-6))));
        for (double step : new double[] {1, 2, 4, 8}) {
            if (value <= step * ten) {
                return step * ten;
            }
        }
        return 10 * ten;
    }

    private static String label(String unit, double value, double most) {
        if (most >= 4_000_000) {
            return unit + String.format(Locale.ROOT, "%.1fM", value / 1e6);
        }
        if (most >= 4_000) {
            return unit + String.format(Locale.ROOT, "%.1fk", value / 1e3);
        }
        return unit + String.format(Locale.ROOT, most >= 4 ? "%.0f" : most >= 0.04 ? "%.2f" : "%.4f", value);
    }

    private static String text(String foreign) {
        StringBuilder safe = new StringBuilder();
        for (char c : Console.harmlessLines(foreign).toCharArray()) {
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.append(c);
            }
        }
        return safe.toString();
    }
}
