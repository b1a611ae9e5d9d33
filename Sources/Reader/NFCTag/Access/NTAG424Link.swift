import Attendance
import SecureMessaging

/// The native commands of one NTAG 424 DNA. NT4H2421Gx, chapter 10.
struct NTAG424Link<Transport: APDUTransport> {
    let transport: Transport
    /// nil: no session.
    private var channel: SecureChannel?

    /// A tag that delays an authentication accepts it after a few more attempts, if its power stays on. AN12196 7.4.
    private static var attempts: Int { 50 }

    init(_ transport: Transport) { self.transport = transport }

    /// Selects the application, which ends a session.
    /// - Throws: `TagError.notSigning` if the card has none.
    mutating func select() async throws {
        channel = nil
        let name = Type4Container.application
        let response = try await transport.respond(to: [0x00, 0xA4, 0x04, 0x00, UInt8(name.count)] + name + [0x00])
        guard response.status == .success else { throw TagError.notSigning }
    }

    /// Whether the card is an NTAG 424 DNA: vendor 04 (NXP), type 04, major version 30. 10.5.2.
    func isExpectedChip() async throws -> Bool {
        var response = try await transport.respond(to: [0x90, 0x60, 0x00, 0x00, 0x00])
        let hardware = response.data
        for _ in 0..<2 where response.status == .moreFrames {
            response = try await transport.respond(to: [0x90, 0xAF, 0x00, 0x00, 0x00])
        }
        return hardware.count == 7 && hardware[..<2] == [0x04, 0x04] && hardware[3] == 0x30
    }

    /// The version of a key. Needs no session.
    func keyVersion(_ number: UInt8) async throws -> UInt8 {
        let response = try await transport.respond(to: [0x90, 0x64, 0x00, 0x00, 0x01, number, 0x00])
        guard response.status == .nativeSuccess, response.data.count == 1 else {
            throw TagError.refused(.keyVersion(number), response.status)
        }
        return response.data[0]
    }

    /// Begins a session with a key.
    /// - Throws: `TagError.foreignKeys` if the tag has another key. The tag counts such failures, and refuses the key for ever after
    ///   1,000.
    mutating func authenticate(_ key: AESKey, number: UInt8) async throws {
        channel = nil
        var challenge = try await transport.respond(to: EV2Authentication.request(keyNumber: number))
        for _ in 1..<Self.attempts where challenge.status == .authenticationDelayed {
            challenge = try await transport.respond(to: EV2Authentication.request(keyNumber: number))
        }
        guard challenge.status == .moreFrames else {
            if challenge.status == .permissionDenied { throw TagError.keyUnavailable }
            throw TagError.refused(.authenticate(number), challenge.status)
        }
        let random = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        let authentication = try secure { () throws(SecureChannelError) in
            try EV2Authentication(key: key, challenge: challenge.data, random: random)
        }
        let answer = try await transport.respond(to: authentication.answer)
        guard answer.status == .nativeSuccess else {
            if answer.status == .authenticationFailed { throw TagError.foreignKeys }
            throw TagError.refused(.authenticate(number), answer.status)
        }
        channel = try secure { () throws(SecureChannelError) in try authentication.channel(from: answer.data) }
    }

    /// Sends a command of the session. An error ends the session.
    /// - Precondition: there is a session.
    /// - Parameter endsSession: whether the response has no MAC, because the command ends the session.
    /// - Returns: the data of the response.
    @discardableResult
    mutating func send(_ command: SecureCommand, endsSession: Bool = false) async throws -> [UInt8] {
        guard var channel else { preconditionFailure("a command needs a session") }
        self.channel = nil
        let response = try await transport.respond(to: channel.apdu(command))
        guard response.status == .nativeSuccess else { throw TagError.refused(.secure(command.instruction), response.status) }
        if endsSession { return [] }
        let data = try secure { () throws(SecureChannelError) in
            try channel.data(of: response.data, isEncrypted: command.isEncrypted)
        }
        self.channel = channel
        return data
    }

    private func secure<Value>(_ body: () throws(SecureChannelError) -> Value) throws(TagError) -> Value {
        do {
            return try body()
        } catch {
            throw .insecure(error)
        }
    }
}
