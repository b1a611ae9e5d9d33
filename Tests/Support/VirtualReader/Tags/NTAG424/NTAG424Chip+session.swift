extension NTAG424Chip {
    /// The first half of an authentication.
    struct Authentication {
        var key: UInt8
        var challenge: [UInt8]
    }

    /// What follows from an authentication, until the next one, an error or the end of power.
    struct Session {
        var key: UInt8
        var identifier: [UInt8]
        var cipher: ChipCipher
        var mac: ChipCipher
        var count = 0

        var countBytes: [UInt8] { [UInt8(count & 0xFF), UInt8(count >> 8)] }

        func vector(_ first: UInt8, _ second: UInt8) -> [UInt8] {
            cipher.forward([first, second] + identifier + countBytes + ChipCipher.zeros.prefix(8))
        }
    }

    /// The second byte of the status, after 91. NT4H2421Gx, table 23.
    private enum Status {
        static let ok: UInt8 = 0x00
        static let unknownCommand: UInt8 = 0x1C
        static let integrity: UInt8 = 0x1E
        static let noSuchKey: UInt8 = 0x40
        static let wrongLength: UInt8 = 0x7E
        static let denied: UInt8 = 0x9D
        static let wrongParameter: UInt8 = 0x9E
        static let delay: UInt8 = 0xAD
        static let wrongAuthentication: UInt8 = 0xAE
        static let more: UInt8 = 0xAF
    }

    private static func status(_ code: UInt8) -> [UInt8] { [0x91, code] }

    /// An error ends the session.
    private mutating func fail(_ code: UInt8) -> [UInt8] {
        endSession()
        return Self.status(code)
    }

    // MARK: Commands

    /// A command of class 90: header, Lc, data, Le.
    mutating func native(_ command: [UInt8]) -> [UInt8] {
        let length = command.count > 5 ? Int(command[4]) : 0
        guard command.count == (length == 0 ? 5 : length + 6) else { return fail(Status.wrongLength) }
        let data = Array(command.dropFirst(5).prefix(length))
        switch command[1] {
        case 0x71: return authenticate(data)
        case 0xAF: return authentication != nil ? finishAuthentication(data) : nextVersionFrame()
        case 0x60: return version()
        case 0x5F: return changeSettings(data)
        case 0xC4: return changeKey(data)
        case 0x64: return keyVersion(data)
        case 0x51: return cardUID(data)
        case 0xF7: return tamperState(data)
        default: return fail(Status.unknownCommand)
        }
    }

    /// AuthenticateEV2First, first half. 10.4.1.
    private mutating func authenticate(_ data: [UInt8]) -> [UInt8] {
        endSession()
        guard data.count >= 2, data.count == 2 + Int(data[1]) else { return fail(Status.wrongLength) }
        guard data[0] < Self.keyCount else { return fail(Status.noSuchKey) }
        let key = keys[Int(data[0])]
        guard key.failures < Self.limits.all else { return fail(Status.denied) }
        if key.inRow >= Self.limits.row {
            guard delayLeft == 0 else {
                delayLeft -= 1
                return fail(Status.delay)
            }
            delayLeft = Self.delay
        }
        let challenge = random(16)
        authentication = Authentication(key: data[0], challenge: challenge)
        return ChipCipher(key: key.bytes).seal(challenge, from: ChipCipher.zeros) + Self.status(Status.more)
    }

    /// Second half: the reader's random number, and the chip's own, rotated by one byte.
    private mutating func finishAuthentication(_ data: [UInt8]) -> [UInt8] {
        guard let begun = authentication else { return fail(Status.unknownCommand) }
        guard data.count == 32 else { return fail(Status.wrongLength) }
        let number = Int(begun.key)
        let cipher = ChipCipher(key: keys[number].bytes)
        let text = cipher.open(data, from: ChipCipher.zeros)
        let (reader, chip) = (Array(text[..<16]), begun.challenge)
        guard Array(text[16...]) == Self.turned(chip) else {
            keys[number].inRow += 1
            keys[number].failures += 1
            return fail(Status.wrongAuthentication)
        }
        keys[number].inRow = 0
        keys[number].failures = max(0, keys[number].failures - 10)
        let identifier = random(4)
        let mixed = (0..<6).map { reader[2 + $0] ^ chip[$0] }
        var context: [UInt8] = [0x00, 0x01, 0x00, 0x80]
        for part in [Array(reader[..<2]), mixed, Array(chip[6...]), Array(reader[8...])] { context += part }
        endSession()
        session = Session(
            key: begun.key, identifier: identifier, cipher: cipher.derived([0xA5, 0x5A] + context),
            mac: cipher.derived([0x5A, 0xA5] + context))
        let answer = identifier + Self.turned(reader) + [UInt8](repeating: 0, count: 12)
        return cipher.seal(answer, from: ChipCipher.zeros) + Self.status(Status.ok)
    }

    private static func turned(_ bytes: [UInt8]) -> [UInt8] { Array(bytes[1...]) + [bytes[0]] }

    /// ChangeFileSettings of the address file. 10.7.1.
    private mutating func changeSettings(_ data: [UInt8]) -> [UInt8] {
        guard session != nil else { return fail(Status.wrongAuthentication) }
        guard allows(settings.rights.change) else { return fail(Status.denied) }
        guard let text = received(0x5F, data, header: 1, encrypted: true), let file = text.first else {
            return fail(Status.integrity)
        }
        guard file == 0x02 else { return fail(Status.wrongParameter) }
        guard let next = NTAG424Settings(Array(text.dropFirst()), size: memory.count) else {
            return fail(Status.wrongParameter)
        }
        if settings.mirror == nil, next.mirror != nil { counter = 0 }
        settings = next
        return answered([])
    }

    /// ChangeKey. 10.6.1.
    private mutating func changeKey(_ data: [UInt8]) -> [UInt8] {
        guard session?.key == 0 else { return fail(Status.wrongAuthentication) }
        guard let text = received(0xC4, data, header: 1, encrypted: true), let number = text.first else {
            return fail(Status.integrity)
        }
        guard number < Self.keyCount else { return fail(Status.noSuchKey) }
        let change = Array(text.dropFirst())
        if number == 0 {
            guard change.count == 17 else { return fail(Status.wrongLength) }
            keys[0] = Key(bytes: Array(change[..<16]), version: change[16])
            endSession()
            return Self.status(Status.ok)
        }
        guard change.count == 21 else { return fail(Status.wrongLength) }
        let bytes = zip(change, keys[Int(number)].bytes).map { $0 ^ $1 }
        guard Self.checksum(bytes) == Array(change[17...]) else { return fail(Status.integrity) }
        keys[Int(number)] = Key(bytes: bytes, version: change[16])
        return answered([])
    }

    /// GetKeyVersion. 10.6.2.
    private mutating func keyVersion(_ data: [UInt8]) -> [UInt8] {
        var number = data
        if session != nil {
            guard let text = received(0x64, data, header: 1, encrypted: false) else { return fail(Status.integrity) }
            number = text
        }
        guard number.count == 1 else { return fail(Status.wrongLength) }
        guard number[0] < Self.keyCount else { return fail(Status.noSuchKey) }
        return answered([keys[Int(number[0])].version])
    }

    /// GetCardUID. 10.5.3.
    private mutating func cardUID(_ data: [UInt8]) -> [UInt8] {
        guard session != nil else { return fail(Status.wrongAuthentication) }
        guard received(0x51, data, header: 0, encrypted: true) == [] else { return fail(Status.integrity) }
        return answered(uid, encrypted: true)
    }

    /// GetTTStatus. NT4H2421Tx 11.9.1.
    private mutating func tamperState(_ data: [UInt8]) -> [UInt8] {
        guard let tamperStatus else { return fail(Status.unknownCommand) }
        guard session != nil else { return fail(Status.wrongAuthentication) }
        guard received(0xF7, data, header: 0, encrypted: true) == [] else { return fail(Status.integrity) }
        return answered(tamperStatus, encrypted: true)
    }

    /// GetVersion: three frames. 10.5.2.
    private mutating func version() -> [UInt8] {
        endSession()
        versionFrames = [[0x04, 0x04, 0x02, 0x01, 0x02, 0x11, 0x05], uid + [0x00, 0x00, 0x00, 0x00, 0x00, 0x30, 0x24]]
        return [0x04, 0x04, 0x02, 0x30, 0x00, 0x11, 0x05] + Self.status(Status.more)
    }

    private mutating func nextVersionFrame() -> [UInt8] {
        guard !versionFrames.isEmpty else { return fail(Status.unknownCommand) }
        let frame = versionFrames.removeFirst()
        return frame + Self.status(versionFrames.isEmpty ? Status.ok : Status.more)
    }

    // MARK: Secure messaging. 9.1.8 to 9.1.10

    /// Checks a command of the session.
    /// - Parameter header: the number of bytes that are never encrypted.
    /// - Returns: header and plain data; nil if the command was changed.
    private func received(_ instruction: UInt8, _ data: [UInt8], header: Int, encrypted isEncrypted: Bool) -> [UInt8]? {
        guard let session, data.count >= header + 8 else { return nil }
        let covered = data.dropLast(8)
        guard session.mac.shortMAC([instruction] + session.countBytes + session.identifier + covered) == data.suffix(8) else {
            return nil
        }
        let sealed = Array(covered.dropFirst(header))
        guard isEncrypted, !sealed.isEmpty else { return Array(covered) }
        guard sealed.count % 16 == 0 else { return nil }
        var text = session.cipher.open(sealed, from: session.vector(0xA5, 0x5A))
        while text.last == 0 { text.removeLast() }
        guard text.popLast() == 0x80 else { return nil }
        return covered.prefix(header) + text
    }

    /// The response to a command, of the session if there is one.
    private mutating func answered(_ data: [UInt8], encrypted isEncrypted: Bool = false) -> [UInt8] {
        guard session != nil else { return data + Self.status(Status.ok) }
        session?.count += 1
        guard let session else { return [] }
        var body = data
        if isEncrypted, !body.isEmpty {
            body.append(0x80)
            body += ChipCipher.zeros.prefix((16 - body.count % 16) % 16)
            body = session.cipher.seal(body, from: session.vector(0x5A, 0xA5))
        }
        return body + session.mac.shortMAC([Status.ok] + session.countBytes + session.identifier + body)
            + Self.status(Status.ok)
    }

    /// CRC-32 without the final inversion, by the table of the reflected polynomial.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var sum = UInt32.max
        for byte in bytes {
            let index = Int(UInt8(truncatingIfNeeded: sum) ^ byte)
            sum = remainders[index] ^ sum / 256
        }
        return withUnsafeBytes(of: sum.littleEndian, Array.init)
    }

    private static let remainders: [UInt32] = (0..<256).map { index in
        var remainder = UInt32(index)
        for _ in 0..<8 { remainder = remainder % 2 == 1 ? 0xEDB8_8320 ^ remainder / 2 : remainder / 2 }
        return remainder
    }
}
