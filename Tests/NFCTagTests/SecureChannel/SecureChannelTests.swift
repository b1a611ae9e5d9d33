import Attendance
import SecureMessaging
import Testing
import VirtualReader

@testable import NFCTag

/// AN12196 rev. 2.0, chapter 6: the personalisation of one tag.
@Suite struct `Secure channel` {
    private static func key(_ digits: String) -> AESKey {
        guard let key = AESKey(hex(digits)) else { preconditionFailure("no key: \(digits)") }
        return key
    }

    private func authenticated() throws -> (EV2Authentication, SecureChannel) {
        let authentication = try EV2Authentication(
            key: .factory, challenge: hex("A04C124213C186F22399D33AC2A30215"), random: hex("13C5DB8A5930439FC3DEF9A4C675360F"))
        let answer = hex("3FA64DB5446D1F34CD6EA311167F5E4985B89690C04A05F17FA7AB2F08120663")
        return (authentication, try authentication.channel(from: answer))
    }

    @Test func `Both sides of an authentication have the same session keys`() throws {
        #expect(EV2Authentication.request(keyNumber: 0) == hex("9071000002000000"))
        let (authentication, channel) = try authenticated()
        let answer = "90AF000020 35C3E05A752E0144BAC0DE51C1F22C56B34408A23D8AEA266CAB947EA8E0118D 00"
        #expect(authentication.answer == hex(answer))
        #expect(channel.identifier == hex("9D00C4DF"))
        #expect(channel.encryptionKey == Self.key("1309C877509E5A215007FF0ED19CA564"))
        #expect(channel.macKey == Self.key("4C6626F5E72EA694202139295C7A7FC7"))
    }

    @Test func `A tag without the key is not authenticated`() throws {
        let (authentication, _) = try authenticated()
        for place in 4..<20 {
            var answer = hex("3FA64DB5446D1F34CD6EA311167F5E4985B89690C04A05F17FA7AB2F08120663")
            answer[place] ^= 1
            #expect(throws: SecureChannelError.wrongMAC) { try authentication.channel(from: answer) }
        }
        #expect(throws: SecureChannelError.wrongLength) { try authentication.channel(from: []) }
        #expect(throws: SecureChannelError.wrongLength) {
            try EV2Authentication(key: .factory, challenge: [1], random: Array(repeating: 0, count: 16))
        }
    }

    @Test func `The file settings are sent encrypted`() throws {
        var (_, channel) = try authenticated()
        _ = try? channel.data(of: [], isEncrypted: false)
        let command = SecureCommand(
            instruction: 0x5F, header: [0x02], data: hex("4000E0C1F121200000430000430000"), isEncrypted: true)
        #expect(channel.apdu(command) == hex("905F0000190261B6D97903566E84C3AE5274467E89EAD799B7C1A0EF7A0400"))
    }

    @Test func `Keys are sent encrypted`() throws {
        func channel(_ counter: UInt16) -> SecureChannel {
            SecureChannel(
                identifier: hex("7614281A"), encryptionKey: Self.key("4CF3CB41A22583A61E89B158D252FC53"),
                macKey: Self.key("5529860B2FC5FB6154B7F28361D30BF9"), counter: counter)
        }
        let other = SecureCommand.changeKey(2, from: .factory, to: Self.key("F3847D627727ED3BC9C4CC050489B966"), version: 1)
        let command = """
            90C4000029 02 2CF362B7BF4311FF3BE1DAA295E8C68DE09050560D19B9E16C2393AE9CD1FAC7 5D0CE20BCD1D06E6 00
            """
        var session = channel(2)
        #expect(session.apdu(other) == hex(command))
        #expect(try session.data(of: hex("203BB55D1089D587"), isEncrypted: true) == [])
        #expect(session.counter == 3)
        let own = SecureCommand.changeOwnKey(0, to: Self.key("5004BF991F408672B1EF00F08F9E8647"), version: 1)
        let ownCommand = """
            90C4000029 00 C0EB4DEEFEDDF0B513A03A95A75491818580503190D4D05053FF75668A01D6FD A6610234BDED6432 00
            """
        #expect(channel(3).apdu(own) == hex(ownCommand))
    }

    @Test func `The UID is sent encrypted`() throws {
        var channel = SecureChannel(
            identifier: hex("DF055522"), encryptionKey: Self.key("2B4D963C014DC36F24F69A50A394F875"),
            macKey: Self.key("379D32130CE61705DD5FD8C36B95D764"))
        #expect(channel.apdu(.cardUID) == hex("90510000088E2C155ADDA99BE300"))
        let response = hex("70756055688505B52A5E26E59E329CD6595F672298EA41B7")
        #expect(try channel.data(of: response, isEncrypted: true) == hex("04958CAA5C5E80"))
    }

    @Test func `A response with a changed bit, a wrong length or a wrong padding is refused`() throws {
        let keys = (Self.key("4CF3CB41A22583A61E89B158D252FC53"), Self.key("5529860B2FC5FB6154B7F28361D30BF9"))
        let identifier = hex("7614281A")
        func data(_ data: [UInt8], changing place: Int? = nil, encrypted: Bool) throws -> [UInt8] {
            var channel = SecureChannel(identifier: identifier, encryptionKey: keys.0, macKey: keys.1)
            var bytes = data + keys.1.truncatedMAC([0x00, 0x01, 0x00] + identifier + data)
            if let place { bytes[place] ^= 0x10 }
            return try channel.data(of: bytes, isEncrypted: encrypted)
        }
        let vector = keys.0.encrypted(block: hex("5AA5") + identifier + [0x01, 0x00] + Array(repeating: 0, count: 8))
        func sealed(_ text: String) -> [UInt8] { keys.0.encrypted(hex(text), vector: vector) }
        let padded = sealed("04958CAA5C5E80 800000000000000000")
        #expect(try data(padded, encrypted: true) == hex("04958CAA5C5E80"))
        #expect(try data([0x01], encrypted: false) == [0x01])
        #expect(try data([], encrypted: true) == [])
        for place in 0..<24 {
            #expect(throws: SecureChannelError.wrongMAC) { try data(padded, changing: place, encrypted: true) }
        }
        #expect(throws: SecureChannelError.wrongLength) { try data([0x01], encrypted: true) }
        for text in ["00000000000000000000000000000000", "04958CAA5C5E80 810000000000000000"] {
            #expect(throws: SecureChannelError.wrongPadding) { try data(sealed(text), encrypted: true) }
        }
    }

    @Test func `The settings of the address file are encoded as the tag expects them`() {
        #expect(SDMFileSettings.factory.bytes == hex("00 E0 EE"))
        let mirror = SDMFileSettings.Mirror(source: .plain(uid: 0x51, counter: 0x62), macKey: 1, macInput: 0x6B, mac: 0x1_006B)
        let plain = SDMFileSettings(write: .key(0), readWrite: .key(0), change: .key(0), mirror: mirror)
        #expect(plain.bytes == hex("40 00E0 C1 FF E1 510000 620000 6B0000 6B0001"))
        var encrypted = plain
        encrypted.mirror?.source = .encrypted(0x20, key: 2)
        #expect(encrypted.bytes == hex("40 00E0 C1 FF 21 200000 6B0000 6B0001"))
    }

    @Test(arguments: [
        ("4343", TamperStatus.State.closed, TamperStatus.State.closed), ("4F43", .open, .closed), ("4949", .invalid, .invalid),
    ])
    func `A tamper status is read`(bytes: String, ever: TamperStatus.State, now: TamperStatus.State) {
        let status = TamperStatus(hex(bytes))
        #expect(status?.ever == ever && status?.now == now)
    }

    @Test(arguments: ["", "43", "4300", "434343"]) func `A malformed tamper status is refused`(bytes: String) {
        #expect(TamperStatus(hex(bytes)) == nil)
    }
}
