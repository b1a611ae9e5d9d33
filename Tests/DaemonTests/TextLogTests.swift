import Daemon
import Logging
import Synchronization
import Testing

@Suite struct `Log as text` {
    private final class Lines: Sendable {
        let kept = Mutex<[String]>([])
    }

    @Test(arguments: [
        ("a\n2026-11-28T10:00:00+0000 error desktap: forged", #"a\n2026-11-28T10:00:00+0000 error desktap: forged"#),
        ("a\r\nb\n", #"a\r\nb\n"#), ("\u{1B}[2Ja\u{7}", #"\u{1B}[2Ja\u{07}"#), ("a\u{2028}b\u{85}c", #"a\u{2028}b\u{0085}c"#),
        ("a\u{202E}b", #"a\u{202E}b"#), ("佐藤 ü 🙂 \\ \"x\"", "佐藤 ü 🙂 \\ \"x\""),
    ])
    func `An event is one line, whatever text it contains`(text: String, shown: String) {
        let lines = Lines()
        let logger = Logger(label: "desktap") { label in
            StreamLogHandler.oneLine(label: label) { line in lines.kept.withLock { $0.append(line) } }
        }
        logger.notice("\(text)")
        logger.notice("message", metadata: ["key": "\(text)"])
        let written = lines.kept.withLock { $0 }
        #expect(written.count == 2 && written[0].hasSuffix(" \(shown)\n") && written[1].contains("key=\(shown)"), "\(written)")
        for line in written { #expect(line.unicodeScalars.filter { $0 == "\n" }.count == 1) }
    }
}
