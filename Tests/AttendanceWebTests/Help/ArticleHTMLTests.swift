@testable import AttendanceWeb

import Testing

@Suite struct `Articles as HTML` {
    /// The HTML of an article in which "doc:Offices" is the only known address of another article.
    private static func html(_ text: String) -> String {
        ArticleHTML.of(MarkdownElement(parsing: text).children, title: "Tags") { address in
            switch address {
            case "doc:Offices": Link(name: "Offices & rooms", address: "/help/offices")
            case "https://example.com/": Link(name: address, address: address)
            default: nil
            }
        }.html.text
    }

    @Test(
        arguments: [
            ("One *and* **two**  \nthree\nfour", "<p>One <em>and</em> <strong>two</strong><br>\nthree\nfour</p>\n"),
            ("See <doc:Offices>.", "<p>See <a href=\"/help/offices\">Offices &amp; rooms</a>.</p>\n"),
            ("See [the *rooms*](doc:Offices).", "<p>See <a href=\"/help/offices\">the <em>rooms</em></a>.</p>\n"),
            ("[A](../Other.docc/A.md) [b](javascript:alert(1))", "<p>A b</p>\n"),
            ("<https://example.com/>", "<p><a href=\"https://example.com/\" rel=\"external\">https://example.com/</a></p>\n"),
            ("``Tap`` and `a <b>`", "<p><code>Tap</code> and <code>a &lt;b&gt;</code></p>\n"),
            ("A <b>bold</b> word", "<p>A &lt;b&gt;bold&lt;/b&gt; word</p>\n"),
            ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;\n</p>\n"),
            ("![A plan](plan.png)", "<p>A plan</p>\n"),
            ("```sh\na < b\n```", "<pre tabindex=\"0\"><code>a &lt; b\n</code></pre>\n"),
            (
                "## Set up `a` tag\n\n### Set up a tag",
                "<h2 id=\"set-up-a-tag\">Set up <code>a</code> tag</h2>\n"
                    + "<h3 id=\"set-up-a-tag-2\">Set up a tag</h3>\n"
            ),
            ("> Note: Keep it.", "<div class=\"aside\" role=\"note\"><p>Note: Keep it.</p>\n</div>\n"),
            ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
            ("1. a\n\n2. b", "<ol>\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ol>\n"),
            ("3. c", "<ol start=\"3\">\n<li>c</li>\n</ol>\n"),
            ("---", "<hr>\n"),
        ])
    func `Each element has its markup, and all texts are escaped`(text: String, html: String) {
        #expect(Self.html(text) == html)
    }

    @Test func `A table scrolls in a box that the heading above it names`() {
        let table = "| a | `b\\|c` |\n|---|---|\n| <doc:Offices> | |"
        let rows = """
            <tr><th scope="col">a</th><th scope="col"><code>b|c</code></th></tr>
            <tr><td><a href="/help/offices">Offices &amp; rooms</a></td><td></td></tr>
            </table></div>

            """
        for (text, name) in [(table, "Tags"), ("## \"More\"\n\n" + table, "&quot;More&quot;")] {
            let box = "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"\(name)\"><table>\n"
            #expect(Self.html(text).hasSuffix(box + rows), "\(name)")
        }
    }
}
