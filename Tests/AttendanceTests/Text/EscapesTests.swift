import Attendance
import Testing

@Suite struct `Escaped texts` {
    @Test(arguments: [
        ("", ""), ("Zoë 佐藤", "Zoë 佐藤"),
        (#"<a href="x">'&amp;'</a>"#, "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/a&gt;"),
        ("\"\u{301}", "&quot;\u{301}"), ("<\u{338}>\u{338}", "&lt;\u{338}&gt;\u{338}"), ("&\u{301}", "&amp;\u{301}"),
        ("'\u{301}\u{200D}", "&#39;\u{301}\u{200D}"),
    ])
    func `A special character is escaped also before a combining mark`(text: String, escaped: String) {
        // By scalars, because equal strings can have other scalars.
        #expect(Array(Escapes.html.escape(text).unicodeScalars) == Array(escaped.unicodeScalars))
    }
}
