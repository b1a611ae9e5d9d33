import NFCTag
import Testing
import VirtualReader

@Suite struct `URI record` {
    @Test(
        arguments: [
            (0x00, "urn:x:"), (0x01, "http://www."), (0x02, "https://www."), (0x03, "http://"), (0x04, "https://"),
            (0x05, "tel:"), (0x06, "mailto:"), (0x07, "ftp://anonymous:anonymous@"), (0x08, "ftp://ftp."), (0x09, "ftps://"),
            (0x0A, "sftp://"), (0x0B, "smb://"), (0x0C, "nfs://"), (0x0D, "ftp://"), (0x0E, "dav://"), (0x0F, "news:"),
            (0x10, "telnet://"), (0x11, "imap:"), (0x12, "rtsp://"), (0x13, "urn:"), (0x14, "pop:"), (0x15, "sip:"),
            (0x16, "sips:"), (0x17, "tftp:"), (0x18, "btspp://"), (0x19, "btl2cap://"), (0x1A, "btgoep://"),
            (0x1B, "tcpobex://"), (0x1C, "irdaobex://"), (0x1D, "file://"), (0x1E, "urn:epc:id:"), (0x1F, "urn:epc:tag:"),
            (0x20, "urn:epc:pat:"), (0x21, "urn:epc:raw:"), (0x22, "urn:epc:"), (0x23, "urn:nfc:"),
        ] as [(UInt8, String)])
    func `Every URI abbreviation is expanded and used`(code: UInt8, prefix: String) throws {
        let rest = code == 0 ? Array("urn:x:a".utf8) : Array("a".utf8)
        #expect(try URIRecord(payload: [code] + rest).uri == prefix + "a")
        guard code != 0 else { return }
        #expect(try URIRecord(prefix + "a").payload == [code, 0x61])
    }

    @Test(arguments: [
        ("https://www.a", "02 61"), ("https://wwwa", "04 777777 61"), ("urn:epc:id:1", "1E 31"), ("urn:epc:1", "22 31"),
        ("urn:1", "13 31"), ("ftp://ftp.a", "08 61"), ("HTTP://a", "00 48545450 3A2F2F 61"), ("x:", "00 783A"), ("", "00"),
        ("https://é", "04 C3A9"),
    ])
    func `A URI record uses the longest abbreviation`(uri: String, payload: String) throws {
        #expect(try URIRecord(uri).payload == hex(payload))
        #expect(try URIRecord(payload: hex(payload)).uri == uri)
    }

    @Test(arguments: ["24", "80", "FF"])
    func `An unknown URI abbreviation code stands for no prefix`(code: String) throws {
        #expect(try URIRecord(payload: hex(code + "613A62")).uri == "a:b")
    }

    @Test(
        arguments: [
            ("", .noCode), ("04 FF", .notUTF8), ("04 C3", .notUTF8), ("04 ED A0 80", .notUTF8), ("04 61 00", .controlCharacter),
            ("04 0A", .controlCharacter), ("04 7F", .controlCharacter), ("04 C2 85", .controlCharacter),
        ] as [(String, URIRecord.Malformation)])
    func `An invalid URI payload is rejected with the reason`(payload: String, malformation: URIRecord.Malformation) {
        #expect(throws: malformation) { try URIRecord(payload: hex(payload)) }
    }

    @Test func `Only a well-known record of type U is a URI record`() throws {
        let text = try NDEFRecord(.wellKnown, type: hex("54"), payload: hex("02 656E 61"))
        let media = try NDEFRecord(.media, type: hex("55"), payload: hex("04 61"))
        let address = try URIRecord("https://desk.example.com/t?event=start&desk=6F-A3")
        #expect(throws: URIRecord.Malformation.otherType) { try URIRecord(text) }
        #expect(throws: URIRecord.Malformation.otherType) { try URIRecord(media) }
        #expect(try URIRecord(address.record) == address)
        #expect(NDEFMessage(text, media, address.record).firstURI == address.uri)
        #expect(NDEFMessage(text).firstURI == nil)
    }

    @Test func `A URI with code 00 contains no NUL`() throws {
        let payload: [UInt8] = [0] + Array("https://a.example/t".utf8)
        #expect(try URIRecord(payload: payload).uri == "https://a.example/t")
    }
}
