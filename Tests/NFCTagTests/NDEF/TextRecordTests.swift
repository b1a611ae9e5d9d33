import NFCTag
import Testing
import VirtualReader

@Suite struct `Text record` {
    @Test(
        arguments: [
            ("02 656E 48656C6C6F", "Hello", "en", .utf8), ("02 6A61 E69CBA", "机", "ja", .utf8), ("00", "", "", .utf8),
            ("82 656E 0048 0069", "Hi", "en", .utf16), ("82 6A61 FEFF 673A", "机", "ja", .utf16),
            ("82 6A61 FFFE 3A67", "机", "ja", .utf16), ("82 656E D83D DE00", "😀", "en", .utf16),
            ("05 656E2D5553 61", "a", "en-US", .utf8),
        ] as [(String, String, String, TextRecord.Encoding)])
    func `A text record is decoded in its encoding`(
        payload: String, text: String, language: String, encoding: TextRecord.Encoding
    ) throws {
        let record = try TextRecord(payload: hex(payload))
        #expect(record.text == text)
        #expect(record.language == language)
        #expect(record.encoding == encoding)
        let again = try TextRecord(text, language: language, encoding: encoding)
        #expect(try TextRecord(again.record) == record)
    }

    @Test(
        arguments: [
            ("", .truncated), ("02", .truncated), ("02 65", .truncated), ("3F 65", .truncated), ("42 656E 61", .reservedBit),
            ("02 65FF 61", .language), ("02 656E FF", .encoding), ("82 656E 00", .encoding), ("82 656E D83D", .encoding),
            ("82 656E DE00 D83D", .encoding),
        ] as [(String, TextRecord.Malformation)])
    func `An invalid text record is rejected with the reason`(payload: String, malformation: TextRecord.Malformation) {
        #expect(throws: malformation) { try TextRecord(payload: hex(payload)) }
    }

    @Test(arguments: ["\u{FEFF}a", "\u{FFFE}a", "\u{FEFF}"])
    func `A UTF-16 text record keeps a first character that looks like a byte order mark`(
        text: String
    ) throws {
        let record = try TextRecord(text, language: "en", encoding: .utf16)
        #expect(try TextRecord(payload: record.payload).text.unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test(arguments: [String(repeating: "a", count: 64), "日本", "e n"])
    func `A text record with a language that cannot be encoded is rejected`(language: String) {
        #expect(throws: TextRecord.Malformation.language) { try TextRecord("a", language: language) }
    }
}

@Suite struct `Smart poster` {
    @Test func `A smart poster contains an address, titles, an action, a size, a type and icons`() throws {
        var poster = SmartPoster(try URIRecord("https://desk.example.com/t"))
        poster.titles = [try TextRecord("Desk", language: "en"), try TextRecord("机", language: "ja")]
        poster.action = .save
        poster.size = 1024
        poster.type = "text/html"
        poster.icons = [try .media("image/png", hex("89504E47"))]
        #expect(try SmartPoster(poster.record) == poster)
        #expect(NDEFMessage(poster.record).firstURI == "https://desk.example.com/t")
    }

    @Test(
        arguments: [
            ("", .message(NDEFError(.noRecords, at: 0))), ("D1 01", .message(NDEFError(.truncated, at: 2))),
            ("D1 01 03 54 02 656E", .uriCount(0)), ("91 01 02 55 04 61 51 01 02 55 04 61", .uriCount(2)),
            ("D1 01 01 55 FF", nil), ("D1 01 00 55", .uri(.noCode)), ("91 01 02 55 04 61 51 01 01 54 02", .title(.truncated)),
            ("91 01 02 55 04 61 11 01 03 54 02 656E 51 01 03 54 02 656E", .languageTwice),
            ("91 01 02 55 04 61 51 02 00 5370", .nested), ("91 01 02 55 04 61 51 03 01 616374 03", .action),
            ("91 01 02 55 04 61 51 03 00 616374", .action), ("91 01 02 55 04 61 51 01 02 73 0001", .size),
            ("91 01 02 55 04 61 51 01 01 74 FF", .type), ("91 01 02 55 04 61 51 01 02 78 0001", nil),
        ] as [(String, SmartPoster.Malformation?)])
    func `An invalid smart poster is rejected with the reason`(payload: String, malformation: SmartPoster.Malformation?) {
        if let malformation {
            #expect(throws: malformation) { try SmartPoster(payload: hex(payload)) }
        } else {
            #expect(throws: Never.self) { try SmartPoster(payload: hex(payload)) }
        }
    }
}

@Suite struct `Named records` {
    @Test func `External record types are compared case-insensitively`() throws {
        let record = try NDEFRecord.external("Example.COM", "Cert", [1])
        #expect(record.isExternal("example.com", "cert"))
        #expect(!record.isExternal("example.com", "other"))
        #expect(try !NDEFRecord.media("example.com:cert", []).isExternal("example.com", "cert"))
    }

    @Test func `An Android Application Record contains the package name`() throws {
        let record = try NDEFRecord.androidApplication("com.example.desk")
        #expect(NDEFMessage(record).bytes == hex("D4 0F 10 616E64726F69642E636F6D3A706B67 636F6D2E6578616D706C652E6465736B"))
        #expect(record.androidApplication == "com.example.desk")
        #expect(NDEFRecord.empty.androidApplication == nil)
    }

    @Test func `A record of type absolute URI has its type as the address`() throws {
        let uri = Array("https://a.example/".utf8)
        #expect(try NDEFRecord(.absoluteURI, type: uri).uri == "https://a.example/")
        #expect(try NDEFRecord(.absoluteURI, type: [0xFF]).uri == nil)
        #expect(try NDEFRecord(.media, type: uri).uri == nil)
    }
}
