import Foundation
import NFCTag
import Testing

@Suite struct `Tag inspection` {
    static func json(_ digits: String, _ form: TagInspection.Form) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(TagInspection(hexadecimal: digits, as: form)), as: UTF8.self)
    }

    @Test func `An inspection contains records with their address or text`() throws {
        let json = try Self.json("91010255 0461 59 01 04 01 54 78 02656E61", .ndef)
        #expect(
            json == """
                {"error":null,"ndef":"910102550461590104015478\
                02656e61","records":[{"id":"","payload":"0461","tnf":1,"type":"55","uri":"https://a"},\
                {"id":"78","language":"en","payload":"02656e61","text":"a","tnf":1,"type":"54"}],"state":"ndef"}
                """)
    }

    @Test func `An inspection joins chunks and omits an invalid address`() throws {
        #expect(
            try Self.json("B1 01 01 55 04 56 00 01 FF", .ndef)
                == #"{"error":null,"ndef":"b101015504560001ff","records":[{"id":"","payload":"04ff","tnf":1,"type":"55"}],"state":"ndef"}"#
        )
    }

    @Test(
        arguments: [
            ("", .ndef, #""ndef":"","records":[],"state":"error""#),
            ("D1", .ndef, #""ndef":"d1","records":[],"state":"error""#),
            ("zz", .ndef, #""ndef":null,"records":[],"state":"error""#),
            ("D", .ndef, #""ndef":null,"records":[],"state":"error""#),
            ("D 1", .ndef, #""ndef":null,"records":[],"state":"error""#),
            ("E1400D01 0300FE00", .type5, #"{"error":null,"ndef":null,"records":[],"state":"empty"}"#),
            ("00000000", .type5, #"{"error":null,"ndef":null,"records":[],"state":"unformatted"}"#),
            ("", .type2, #""ndef":null,"records":[],"state":"error""#),
            (
                "04:01:02:8f:03:04:05:06:04:48:00:00:e1:10:12:00:03:02:d1:01", .type2,
                #""ndef":"d101","records":[],"state":"error""#
            ),
        ] as [(String, TagInspection.Form, String)])
    func `An inspection reports the state of a message or memory`(digits: String, form: TagInspection.Form, json: String) throws
    {
        #expect(try Self.json(digits, form).contains(json))
    }
}
