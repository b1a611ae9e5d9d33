/// A contactless reader's own part: it answers pseudo-APDUs (PC/SC part 3, 3.2.2) by speaking to the tag in its field.
struct ReaderFirmware {
    let profile: ReaderProfile
    var tag: any ContactlessTag
    private var session = TransparentSession()

    init(_ profile: ReaderProfile, tag: any ContactlessTag) {
        self.profile = profile
        self.tag = tag
    }

    /// The answer to reset that a reader makes up (PC/SC part 3, 3.1.3.2.3): the name of a storage card, or a card's own
    /// historical bytes.
    var answerToReset: [UInt8] {
        let storageCard: [UInt8] = [0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06]
        let historical: [UInt8] =
            switch tag.technology {
            case .type2: storageCard + [0x03, 0x00, 0x03, 0, 0, 0, 0]
            case .type4: [0x80]
            case .type5: storageCard + [0x0B, 0x00, 0x14, 0, 0, 0, 0]
            }
        let body: [UInt8] = [0x80 | UInt8(historical.count), 0x80, 0x01] + historical
        return [0x3B] + body + [body.reduce(0, ^)]
    }

    mutating func powerUp() {
        session = TransparentSession()
        tag.powerUp()
    }

    mutating func answer(_ command: [UInt8]) -> [UInt8] {
        if tag.technology == .type4, command.first != 0xFF { return tag.receive(command) ?? StatusWord.failed }
        guard command.count >= 4, command[0] == 0xFF else { return StatusWord.unknownClass }
        let address = Int(command[2]) << 8 | Int(command[3])
        switch command[1] {
        case 0xCA: return identifier(command)
        case 0xB0 where profile.readsAndWrites: return read(from: address, command)
        case 0xD6 where profile.readsAndWrites: return write(at: address, command)
        case 0xC2 where profile.passesFrames: return session.answer(command, &tag)
        default: return StatusWord.notSupported
        }
    }

    /// GET DATA: the UID, most significant byte first.
    private func identifier(_ command: [UInt8]) -> [UInt8] {
        guard command[2] == 0, command.count == 5 else { return StatusWord.notSupported }
        let wanted = Int(command[4])
        if wanted == 0 || wanted == tag.uid.count { return tag.uid + StatusWord.success }
        return StatusWord.askFor(tag.uid.count)
    }

    /// READ BINARY: from a page or block on, by as many frames as that takes.
    private mutating func read(from first: Int, _ command: [UInt8]) -> [UInt8] {
        guard command.count == 5 else { return StatusWord.wrongLength }
        let wanted = command[4] == 0 ? 256 : Int(command[4])
        guard wanted <= profile.mostBytesRead else { return StatusWord.askFor(profile.mostBytesRead) }
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
            case .type4: return StatusWord.notSupported
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
        case .type4: return StatusWord.notSupported
        }
    }

    /// An ISO 15693 command with the block's number in one byte, or its extended form with two.
    private static func command(_ code: UInt8, _ block: Int) -> [UInt8] {
        block <= 0xFF ? [code, UInt8(block)] : [code + 0x10, UInt8(block & 0xFF), UInt8(block >> 8)]
    }
}
