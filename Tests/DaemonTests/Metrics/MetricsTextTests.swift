import Daemon
import Testing

@Suite struct `Text of metrics` {
    @Test func `Buckets are cumulative and end with infinity`() {
        let histogram = Histogram(bounds: [0.5, 1])
        for value in [0.25, 0.5, 1, 1.5] { histogram.record(value) }
        var text = MetricsText()
        text.add("x_seconds", "Waiting.", histogram)
        #expect(
            text.text == """
                # HELP x_seconds Waiting.
                # TYPE x_seconds histogram
                x_seconds_bucket{le="0.5"} 2
                x_seconds_bucket{le="1"} 3
                x_seconds_bucket{le="+Inf"} 4
                x_seconds_sum 3.25
                x_seconds_count 4

                """)
    }

    @Test func `A quotation mark before a combining mark does not end a label`() {
        var text = MetricsText()
        text.add("x", 1, ["name": "a\"\u{301}"])
        #expect(text.text == "x{name=\"a\\\"\u{301}\"} 1\n")
    }

    @Test func `Labels and explanations cannot end their line`() {
        var text = MetricsText()
        text.begin("x", .gauge, "a\\b\n\"c\"")
        text.add("x", .infinity, ["name": "a\\b\n\"c\""])
        #expect(
            text.text == """
                # HELP x a\\\\b\\n"c"
                # TYPE x gauge
                x{name="a\\\\b\\n\\"c\\""} +Inf

                """)
    }
}
