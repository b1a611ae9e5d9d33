import Foundation
import JSON
import Testing

@Suite struct `JSON writer` {
    @Test func `Members and elements are separated, also after empty ones`() {
        var json = JSONWriter()
        json.object { json in
            json.name("a")
            json.array { json in
                json.object { _ in }
                json.array { _ in }
                json.put(Int64(-1))
                json.put(String?.none)
            }
            json.put("b", true)
            json.put("c", "x")
            json.put("d", 7)
        }
        #expect(String(decoding: json.bytes, as: UTF8.self) == #"{"a":[{},[],-1,null],"b":true,"c":"x","d":7}"#)
    }

    @Test func `Members of a value are in the order of code points`() {
        let value: JSONValue = ["b": 1, "a_": 2, "aa": 3, "\u{1F600}": 4, "\u{FF5A}": 5, "A": 6]
        #expect(
            String(decoding: JSONWriter(value).bytes, as: UTF8.self)
                == "{\"A\":6,\"a_\":2,\"aa\":3,\"b\":1,\"\u{FF5A}\":5,\"\u{1F600}\":4}")
    }

    /// Foundation's encoder is the model: the commands used it before.
    @Test func `Values are written as by the encoder of Foundation`() throws {
        let scalars = (0...0x2FFF).map { UInt32($0) } + [0xFEFF, 0xFFFD, 0xFFFF, 0x1F600, 0x10FFFF]
        let text = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
        let value: JSONValue = [
            "text": .string(text), "flags": [true, false, .null], "empty": [[], [:]], "a/b": "c/d",
            "numbers": [.integer(.min), .integer(.max), 0, .number(0.5), .number(1e300)],
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(JSONWriter(value).bytes == Array(try encoder.encode(value)))
    }
}
