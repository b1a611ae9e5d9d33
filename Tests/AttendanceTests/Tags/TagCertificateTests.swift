import Attendance
import Testing

@Suite struct `Tag UID` {
    @Test(arguments: ["04A1B2C3", "04A1B2C3D4E580", "E004010203040506", "01020304050607080910"])
    func `A UID is read and written in hexadecimal`(text: String) {
        #expect(UID(hex: text)?.description == text)
        #expect(UID(hex: text.lowercased())?.description == text)
    }

    @Test(arguments: [
        "", "04", "04A1B2", "04A1B2C", "04A1B2C3D4", "04A1B2C3D4E5", "04 A1 B2 C3", "04:A1:B2:C3", "+4A1B2C3", "04A1B2CG",
        "E00401020304050607", "0102030405060708091011", "０4A1B2C3",
    ])
    func `A UID rejects other texts`(text: String) {
        #expect(UID(hex: text) == nil)
    }
}

@Suite struct `Tag certificate` {
    private static let signature = (0..<64).map { UInt8($0) }
    /// 2026-11-21 is day 20778, 0x512A.
    private static let payload: [UInt8] = [0x01, 0x01, 0x02, 0x00, 0x00, 0x51, 0x2A] + signature

    private let uid = UID([0xE0, 0x04, 0x01, 0x02, 0x03, 0x0A, 0x0B, 0xFF])

    @Test func `A tag certificate signs UID, desk, event, day and key`() throws {
        let certificate = try TagCertificate(payload: Self.payload)
        #expect(
            certificate.text(uid: uid, kind: .start, desk: DeskID("6f-a3"))
                == "desktap tag 1\nuid=E0040102030A0BFF\ndesk=6F-A3\nevent=start\nissued=2026-11-21\nkey=258")
        #expect(
            certificate.text(uid: uid, kind: .end, desk: nil)
                == "desktap tag 1\nuid=E0040102030A0BFF\ndesk=\nevent=end\nissued=2026-11-21\nkey=258")
    }

    @Test func `A tag certificate has one payload`() throws {
        let certificate = try #require(
            TagCertificate(
                key: 258, issued: CivilDate(daysSince1970: 20778), signature: Self.signature))
        #expect(certificate.payload == Self.payload)
        #expect(certificate.payload.count == TagCertificate.payloadLength)
        #expect(try TagCertificate(payload: Self.payload) == certificate)
        #expect(certificate.base64URL.utf8.count == 95)
        #expect(try TagCertificate(base64URL: certificate.base64URL) == certificate)
    }

    @Test(arguments: [(0, 0), (65535, Int64(UInt32.max))] as [(UInt16, Int64)])
    func `A tag certificate holds the smallest and largest key and day`(key: UInt16, day: Int64) throws {
        let certificate = try #require(
            TagCertificate(
                key: key, issued: CivilDate(daysSince1970: day), signature: [UInt8](repeating: 0xFF, count: 64)))
        #expect(try TagCertificate(payload: certificate.payload) == certificate)
        #expect(try TagCertificate(base64URL: certificate.base64URL) == certificate)
    }

    @Test(arguments: [-1, Int64(UInt32.max) + 1])
    func `A tag certificate rejects a day that its payload cannot hold`(day: Int64) {
        #expect(TagCertificate(key: 1, issued: CivilDate(daysSince1970: day), signature: Self.signature) == nil)
    }

    @Test(arguments: [0, 63, 65])
    func `A tag certificate rejects a signature of another length`(length: Int) {
        let signature = [UInt8](repeating: 1, count: length)
        #expect(TagCertificate(key: 1, issued: CivilDate(daysSince1970: 0), signature: signature) == nil)
    }

    @Test(
        arguments: [
            ([], .wrongLength(0)), ([0x01], .wrongLength(1)), (payload.dropLast(), .wrongLength(70)),
            (payload + [0], .wrongLength(72)), ([0x00] + payload.dropFirst(), .unknownVersion(0)),
            ([0x02] + payload.dropFirst(), .unknownVersion(2)), ([0x02], .unknownVersion(2)),
        ] as [([UInt8], TagCertificateError)])
    func `A malformed payload of a tag certificate reports what is wrong`(payload: [UInt8], error: TagCertificateError) {
        #expect(throws: error) { try TagCertificate(payload: payload) }
    }

    @Test(
        arguments: [
            ("AQ=", .notBase64URL), ("A+", .notBase64URL), ("A/", .notBase64URL), ("A", .notBase64URL), ("A A", .notBase64URL),
            ("Ä", .notBase64URL), (String(repeating: "A", count: 129), .notBase64URL), ("", .wrongLength(0)),
            ("AQ", .wrongLength(1)), ("Ag", .unknownVersion(2)),
        ] as [(String, TagCertificateError)])
    func `A malformed base64url text of a tag certificate reports what is wrong`(text: String, error: TagCertificateError) {
        #expect(throws: error) { try TagCertificate(base64URL: text) }
    }
}
