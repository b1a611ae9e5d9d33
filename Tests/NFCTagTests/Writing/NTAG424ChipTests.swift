import Attendance
import SecureMessaging
import Testing
import VirtualReader

@testable import NFCTag

/// What the software chip does, by published bytes and the data sheet's rules.
@Suite struct `Software NTAG 424 DNA` {
    private func select(_ chip: inout NTAG424Chip, file: String? = nil) {
        #expect(chip.receive(hex("00A4040007D276000085010100")) == hex("9000"))
        if let file { #expect(chip.receive(hex("00A4000C02" + file)) == hex("9000")) }
    }

    @Test func `The counter rises with the first reading and after any other command`() async throws {
        let tag = SigningTag()
        var writer = TagWriter(tag, atr: type4ATR)
        let keys = try #require(NTAG424Keys(Array(repeating: AESKey.factory.diversified(by: [0]), count: 5), version: 1))
        _ = try await writer.personalize(
            try SDMTemplate("https://desk.example.com/t?e=end"), try #require(NTAG424KeyRing(keys, earlier: [])),
            expecting: UID(tag.chip.uid))
        var chip = tag.chip
        chip.powerUp()
        let before = chip.counter
        select(&chip, file: "E104")
        let first = chip.receive(hex("00B0000040"))
        #expect(chip.receive(hex("00B0000040")) == first)
        #expect(chip.receive(hex("00B0004040")) != nil)
        #expect(chip.counter == before + 1)
        select(&chip, file: "E104")
        #expect(chip.receive(hex("00B0000040")) != first)
        #expect(chip.counter == before + 2)
    }

    @Test func `Failed authentications are delayed after 50 and refused for ever after 1,000`() {
        var chip = NTAG424Chip(uid: hex("045E1100000001"))
        select(&chip)
        let wrong = hex("90AF000020") + [UInt8](repeating: 7, count: 32) + [0x00]
        var statuses: Set<[UInt8]> = []
        for _ in 0..<50 {
            #expect(chip.receive(hex("9071000002000000"))?.suffix(2) == hex("91AF"))
            statuses.insert(chip.receive(wrong) ?? [])
        }
        #expect(statuses == [hex("91AE")])
        #expect(chip.receive(hex("9071000002000000")) == hex("91AD"))
        var tries = 0
        while chip.failures(ofKey: 0) < 1_000, tries < 10_000 {
            if chip.receive(hex("9071000002000000"))?.suffix(2) == hex("91AF") { _ = chip.receive(wrong) }
            tries += 1
        }
        for _ in 0..<3 { #expect(chip.receive(hex("9071000002000000")) == hex("919D")) }
        #expect(chip.receive(hex("9071000002010000"))?.suffix(2) == hex("91AF"))
    }

    @Test(arguments: [
        ("905F0000190261B6D97903566E84C3AE5274467E89EAD799B7C1A0EF7A0400", "91AE"),
        ("90C400002900C0EB4DEEFEDDF0B513A03A95A75491818580503190D4D05053FF75668A01D6FDA6610234BDED643200", "91AE"),
        ("9051000000", "91AE"), ("9071000002050000", "9140"), ("90F7000000", "911C"), ("90640000010100", "009100"),
    ])
    func `Commands without a session are refused unless they need none`(command: String, response: String) {
        var chip = NTAG424Chip(uid: hex("045E1100000001"))
        select(&chip)
        #expect(chip.receive(hex(command)) == hex(response))
    }

    @Test func `In a session the file is not read or written by the commands of phones`() async throws {
        let tag = SigningTag()
        var link = NTAG424Link(tag)
        try await link.select()
        select(&tag.chip, file: "E104")
        try await link.authenticate(.factory, number: 0)
        #expect(tag.chip.receive(hex("00B0000010")) == hex("6982"))
        #expect(tag.chip.receive(hex("00D6000002FFFF")) == hex("6982"))
    }

    @Test func `A cut wire is known`() async throws {
        let tag = SigningTag()
        tag.chip.tamperStatus = hex("4F43")
        var link = NTAG424Link(tag)
        try await link.select()
        try await link.authenticate(.factory, number: 3)
        let status = TamperStatus(try await link.send(.tamperStatus))
        #expect(status?.ever == .open && status?.now == .closed)
    }

    @Test func `Native commands need the application`() {
        var chip = NTAG424Chip(uid: hex("045E1100000001"))
        #expect(chip.receive(hex("9071000002000000")) == hex("6985"))
        #expect(chip.receive(hex("00A4040007D276000085010200")) == hex("6A82"))
    }

    /// With a MAC over a part of the file that begins before the encrypted data.
    @Test func `An encrypted UID and encrypted file data are checked and decrypted`() async throws {
        let tag = SigningTag()
        let text = Array("?p=................................&d=Sixteen letters!................&m=................".utf8)
        tag.chip.fill(text)
        var link = NTAG424Link(tag)
        try await link.select()
        try await link.authenticate(.factory, number: 0)
        // PICCData at 3 with key 2; the MAC with key 1 from 36 on; 32 digits of file data at 38; the MAC at 73.
        let settings = hex("40 00E0 D1 F1 21 030000 240000 260000 200000 490000")
        try await link.send(SecureCommand(instruction: 0x5F, header: [0x02], data: settings, isEncrypted: true))
        for (number, byte) in [(UInt8(1), UInt8(0x11)), (2, 0x22)] {
            let key = try #require(AESKey(Array(repeating: byte, count: 16)))
            try await link.send(.changeKey(number, from: .factory, to: key, version: 1))
        }
        tag.comeBack()
        select(&tag.chip, file: "E104")
        let response = tag.chip.receive(hex("00B0000059")) ?? []
        let file = Array(response.dropLast(2))
        func digits(_ range: Range<Int>) throws -> [UInt8] {
            try #require([UInt8](hexadecimal: String(decoding: file[range], as: UTF8.self)))
        }
        let message = SDMMessage(
            .encrypted(try digits(3..<35)), encryptedFileData: try digits(38..<70), mac: try digits(73..<89),
            macInput: Array(file[36..<73]))
        let reading = try message.claimedReading(metaKey: try #require(AESKey(Array(repeating: 0x22, count: 16))))
        #expect(reading == SDMReading(uid: UID(tag.chip.uid), counter: 1))
        let fileKey = try #require(AESKey(Array(repeating: 0x11, count: 16)))
        try message.verify(reading, fileKey: fileKey)
        #expect(try message.fileData(reading, fileKey: fileKey) == Array("Sixteen letters!".utf8))
    }
}
