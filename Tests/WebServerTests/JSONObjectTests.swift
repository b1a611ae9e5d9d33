@testable import WebServer

import Foundation
import NIOCore
import Testing

@Suite struct `JSON objects` {
    private static let texts = [
        "", "plain", "\"quoted\" \\ / é 日本", "\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F} \u{7F}\u{80}\u{2028}\u{FEFF}", "👩‍👩‍👧",
        "a\u{301}",
    ]

    @Test(arguments: texts)
    func `An object has the same bytes as from the encoder`(text: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        let expected = try encoder.encode(["text": text, "key \(text)": "x"])
        var buffer = ByteBuffer()
        JSONObject([("text", .text(text)), ("left out", nil), ("key \(text)", .text("x"))]).write(to: &buffer)
        #expect(String(buffer: buffer) == String(decoding: expected, as: UTF8.self))
    }

    @Test func `An object contains numbers and lists`() {
        var buffer = ByteBuffer()
        JSONObject([("b", .number(-1)), ("a", .texts(["x", "\""])), ("c", .texts([]))]).write(to: &buffer)
        #expect(String(buffer: buffer) == #"{"a":["x","\""],"b":-1,"c":[]}"#)
        var empty = ByteBuffer()
        JSONObject([]).write(to: &empty)
        #expect(String(buffer: empty) == "{}")
    }
}
