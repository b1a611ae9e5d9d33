import Foundation
import JSON
import Testing

@Suite struct `JSON value` {
    private static let values: [(String, JSONValue)] = [
        ("null", .null), ("true", true), (" false ", false), ("0", 0), ("-0", 0), ("12", 12), ("1.0", 1), ("1e3", 1000),
        ("-1.5E-1", .number(-0.15)), ("9223372036854775807", .integer(.max)),
        ("9223372036854775808", .number(9_223_372_036_854_775_808)),
        ("\"\"", ""), ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\tz\"", "a\"\\/\u{8}\u{C}\n\r\tz"), ("\"\\u00e9\\uD83D\\uDE00\"", "é😀"),
        ("\"é😀\"", "é😀"),
        ("[]", []), ("[ 1 , [ ] , { } ]", [1, [], [:]]), ("[1,]", [1]), ("{\"a\":1 , }", ["a": 1]), ("1.0e18", .number(1e18)),
        ("{}", [:]), ("{\"a\":{\"b\":[null]}}", ["a": ["b": [.null]]]),
        ("\u{FEFF}{\"a\": 1}\r\n\t", ["a": 1]), ("{\"a\":1,\"a\":2}", ["a": 2]),
    ]

    @Test(arguments: values)
    func `A text is read as its value`(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text.utf8) == value)
    }

    @Test(arguments: [
        ("", 1, 1), ("  ", 1, 3), ("nul", 1, 1), ("nulL", 1, 1), ("True", 1, 1), ("[1", 1, 3), ("[1,,]", 1, 4), ("{,}", 1, 2),
        ("[,1]", 1, 2),
        ("[1 2]", 1, 4), ("{a:1}", 1, 2), ("{\"a\"}", 1, 5), ("{\"a\":}", 1, 6),
        ("{\n\"a\":1\n\"b\":2}", 3, 1),
        ("1 2", 1, 3), ("01", 1, 2), ("1.", 1, 3), (".5", 1, 1), ("+1", 1, 1), ("-", 1, 2), ("1e", 1, 3), ("1e999", 1, 1),
        ("NaN", 1, 1), ("0x1", 1, 2), ("\"a", 1, 3), ("\"a\nb\"", 1, 3), ("\"\\x\"", 1, 3), ("\"\\u12g4\"", 1, 6),
        ("\"\\ud800\"", 1, 8), ("\"\\ud800\\u0041\"", 1, 8), ("\"\\udc00\"", 1, 8), ("'a'", 1, 1), ("[1]]", 1, 4),
        ("// a\n1", 1, 1),
    ])
    func `A malformed text is refused with its place`(text: String, line: Int, column: Int) {
        #expect(throws: JSONError.malformed(line: line, column: column)) { try JSONValue(parsing: text.utf8) }
    }

    @Test(
        arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22]]
            as [[UInt8]])
    func `A text that is not UTF-8 is refused`(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    }

    @Test(arguments: ["[", "{\"a\":"])
    func `A text nested deeper than the limit is refused before its inside is read`(opening: String) throws {
        let unclosed = String(repeating: opening, count: 9)
        #expect(throws: JSONError.nestedTooDeeply(limit: 8)) { try JSONValue(parsing: unclosed.utf8) }
        let closing = opening == "[" ? "]" : "}"
        let eight = String(repeating: opening, count: 7) + "[]" + String(repeating: closing, count: 7)
        #expect(throws: Never.self) { try JSONValue(parsing: eight.utf8) }
        #expect(throws: JSONError.nestedTooDeeply(limit: 7)) { try JSONValue(parsing: eight.utf8, nesting: 7) }
    }

    @Test(arguments: [
        (#""\ud800""#, "\u{FFFD}"), (#""\ud800\u0041""#, "\u{FFFD}A"), (#""\udc00\ud800\udc00""#, "\u{FFFD}\u{10000}"),
    ])
    func `On request, U+FFFD replaces what is no Unicode`(text: String, repaired: String) throws {
        #expect(try JSONValue(parsing: text.utf8, repairingTexts: true) == .string(repaired))
        #expect(try JSONValue(parsing: [0x22, 0xFF, 0x61, 0x22], repairingTexts: true) == "\u{FFFD}a")
    }

    @Test func `A text with a long run of combining marks is refused, and in a name even if texts are repaired`() throws {
        func text(_ marks: Int) -> String { "a" + String(repeating: "\u{301}\u{316}", count: marks / 2) }
        #expect(try JSONValue(parsing: "\"\(text(30))\"".utf8).string?.unicodeScalars.count == 31)
        for json in ["\"\(text(32))\"", "{\"\(text(32))\":1}"] {
            #expect(throws: JSONError.combiningMarks) { try JSONValue(parsing: json.utf8) }
        }
        #expect(try JSONValue(parsing: "\"\(text(32))\"".utf8, repairingTexts: true).string?.unicodeScalars.count == 33)
        #expect(throws: JSONError.combiningMarks) { try JSONValue(parsing: "{\"\(text(32))\":1}".utf8, repairingTexts: true) }
    }

    @Test func `Names become lowercase on request, and the last of equal names counts`() throws {
        let value = try JSONValue(parsing: "{\"UserName\":1,\"userNAME\":{\"A\":\"B\"}}".utf8, lowercasingNames: true)
        #expect(value == ["username": ["a": "B"]])
    }

    @Test func `A value that was written is read again`() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let value = Self.value(3, &random)
            let text = try JSONEncoder().encode(value)
            #expect(try JSONValue(parsing: text) == value, "\(String(decoding: text, as: UTF8.self))")
        }
    }

    private static func value(_ depth: Int, _ random: inout some RandomNumberGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: .null
        case 1: .boolean(Bool.random(using: &random))
        case 2: .integer(Int64.random(in: .min ... .max, using: &random))
        case 3: .number(Double.random(in: 0..<1, using: &random))
        case 4: .string(text(&random))
        case 5: .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth - 1, &random) })
        default:
            .object(
                Dictionary((0..<Int.random(in: 0..<4, using: &random)).map { _ in (text(&random), value(depth - 1, &random)) })
                { $1 })
        }
    }

    /// Scalars of all planes.
    private static func text(_ random: inout some RandomNumberGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0..<6, using: &random) {
            let bits = UInt32.random(in: 7...20, using: &random)
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<min(1 << bits, 0x110000), using: &random)) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    @Test(arguments: [
        ("[[1],[2]]", 2, true), ("[[[1]]]", 2, false), ("[\"[[[\\\"[[\"]", 1, true), ("{\"a\":{}}", 1, false),
        ("[[1]]", 1, false), ("{\"a\(String(repeating: "\u{301}", count: 31))\":1}", 1, false),
    ])
    func `A decoder refuses a text nested deeper than its type needs, or with a long run of marks in a name`(
        text: String, nesting: Int, isAccepted: Bool
    ) {
        struct Anything: Decodable { init(from decoder: any Decoder) {} }
        let decoded = try? JSONDecoder().decode(Anything.self, from: Data(text.utf8), nesting: nesting)
        #expect((decoded != nil) == isAccepted)
    }
}
