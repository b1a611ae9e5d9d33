/// The firmware of a contactless reader: it executes pseudo-APDUs (PC/SC part 3, 3.2.2) by frames to the tag in its field.
struct ReaderFirmware {
    let profile: ReaderProfile
    var tag: any ContactlessTag
    private var session = TransparentSession()
    /// The FeliCa service selected by FF A4, in transmission order.
    private var service: [UInt8]?

    init(_ profile: ReaderProfile, tag: any ContactlessTag) {
        self.profile = profile
        self.tag = tag
    }

    /// The answer to reset that a reader composes (PC/SC part 3, 3.1.3.2.3).
    var answerToReset: [UInt8] {
        let body: [UInt8] = [0x80 | UInt8(tag.historicalBytes.count), 0x80, 0x01] + tag.historicalBytes
        return [0x3B] + body + [body.reduce(0, ^)]
    }

    mutating func powerUp() {
        session = TransparentSession()
        service = nil
        tag.powerUp()
    }

    mutating func answer(_ command: [UInt8]) -> [UInt8] {
        if tag.technology == .type4, command.first != 0xFF { return tag.receive(command) ?? StatusWord.failed }
        guard command.count >= 4, command[0] == 0xFF else { return StatusWord.unknownClass }
        let address = Int(command[2]) << 8 | Int(command[3])
        switch command[1] {
        case 0xCA: return identifier(command)
        case 0xA4 where profile.selectsServices && tag.technology == .type3: return select(command)
        case 0xB0 where profile.selectsServices && tag.technology == .type3: return readService(address, command)
        case 0xB0 where profile.readsAndWrites: return read(from: address, command)
        case 0xD6 where profile.readsAndWrites: return write(at: address, command)
        case 0xC2 where profile.passesFrames: return session.answer(command, &tag)
        case 0x00 where profile.passesPN532 && command.count > 5: return pn532(Array(command[5...]))
        default: return StatusWord.notSupported
        }
    }

    /// InCommunicateThru and InListPassiveTarget. NXP PN532 user manual, 7.3.9 and 7.3.5.
    private mutating func pn532(_ command: [UInt8]) -> [UInt8] {
        switch (command.prefix(2), tag.technology) {
        case ([0xD4, 0x42], .type2):
            guard let answer = tag.receive(Array(command.dropFirst(2))) else { return [0xD5, 0x43, 0x01] + StatusWord.success }
            return [0xD5, 0x43, 0x00] + answer + StatusWord.success
        case ([0xD4, 0x4A], .type2):
            tag.powerUp()
            return [0xD5, 0x4B, 0x01] + StatusWord.success
        default: return StatusWord.failed
        }
    }

    /// GET DATA: the UID, most significant byte first.
    private func identifier(_ command: [UInt8]) -> [UInt8] {
        guard command[2] == 0, command.count == 5 else { return StatusWord.notSupported }
        let wanted = Int(command[4])
        if wanted == 0 || wanted == tag.uid.count { return tag.uid + StatusWord.success }
        return StatusWord.askFor(tag.uid.count)
    }

    /// READ BINARY from a page or block, with as many frames as needed.
    private mutating func read(from first: Int, _ command: [UInt8]) -> [UInt8] {
        guard command.count == 5 else { return StatusWord.wrongLength }
        let wanted = command[4] == 0 ? 256 : Int(command[4])
        guard wanted <= profile.maxReadSize else { return StatusWord.askFor(profile.maxReadSize) }
        var bytes: [UInt8] = []
        var next = first
        while bytes.count < wanted {
            let part: [UInt8]
            switch tag.technology {
            case .type2:
                guard next <= 0xFF, let answer = tag.receive([0x30, UInt8(next)]), answer.count == 16 else {
                    return StatusWord.failed
                }
                part = answer
                next += 4
            case .type5:
                guard let answer = tag.receive([0x02] + Self.command(0x20, next)), answer.first == 0 else {
                    return StatusWord.failed
                }
                part = Array(answer.dropFirst())
                next += 1
            case .type3, .type4: return StatusWord.notSupported
            // Reading needs a key.
            case .classic: return StatusWord.failed
            }
            bytes += part
        }
        return bytes.prefix(wanted) + StatusWord.success
    }

    /// UPDATE BINARY: one page or block.
    private mutating func write(at place: Int, _ command: [UInt8]) -> [UInt8] {
        guard command.count > 5, command.count == 5 + Int(command[4]) else { return StatusWord.wrongLength }
        let bytes = command[5...]
        switch tag.technology {
        case .type2:
            guard bytes.count == 4, place <= 0xFF else { return StatusWord.wrongLength }
            return tag.receive([0xA2, UInt8(place)] + bytes) == [0x0A] ? StatusWord.success : StatusWord.failed
        case .type5:
            let answer = tag.receive([0x02] + Self.command(0x21, place) + bytes)
            return answer?.first == 0 ? StatusWord.success : StatusWord.failed
        case .type3, .type4: return StatusWord.notSupported
        case .classic: return StatusWord.failed
        }
    }

    /// SELECT of a FeliCa service.
    private mutating func select(_ command: [UInt8]) -> [UInt8] {
        guard command[2...] == [0x00, 0x01, 0x02] + command.suffix(2) else { return StatusWord.wrongData }
        service = command.suffix(2)
        return readBlock(0) == nil ? StatusWord.notFound : StatusWord.success
    }

    /// READ BINARY of one block of the selected service.
    private mutating func readService(_ block: Int, _ command: [UInt8]) -> [UInt8] {
        guard command.count == 5, command[4] == 16 else { return StatusWord.wrongLength }
        return readBlock(block).map { $0 + StatusWord.success } ?? StatusWord.failed
    }

    /// Read Without Encryption (JIS X 6319-4): the 16 data bytes after the header of 13 bytes; nil if the card refuses.
    private mutating func readBlock(_ block: Int) -> [UInt8]? {
        guard let service, block <= 0xFF else { return nil }
        let command = [0x06] + tag.uid + [0x01] + service + [0x01, 0x80, UInt8(block)]
        guard let answer = tag.receive([UInt8(command.count + 1)] + command), answer.count == 29 else { return nil }
        return Array(answer.dropFirst(13))
    }

    /// An ISO 15693 command with a one-byte block number, or its extended form with two bytes.
    private static func command(_ code: UInt8, _ block: Int) -> [UInt8] {
        block <= 0xFF ? [code, UInt8(block)] : [code + 0x10, UInt8(block & 0xFF), UInt8(block >> 8)]
    }
}
