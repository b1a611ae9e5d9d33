/// A reader's transparent session, which passes frames to the tag unchanged (PC/SC part 3 amendment 1).
struct TransparentSession {
    private var isOpen = false
    private var fieldIsOn = true

    /// FF C2 00 P2 Lc objects Le: P2 0 manages the session, 1 exchanges, 2 switches the protocol.
    mutating func answer(_ command: [UInt8], _ tag: inout any ContactlessTag) -> [UInt8] {
        guard command.count > 5, command.count - 5 >= Int(command[4]),
            let objects = Self.objects(command[5..<5 + Int(command[4])])
        else { return StatusWord.wrongLength }
        var answered: [UInt8] = []
        for (number, object) in objects.enumerated() {
            let result = take(object, &tag)
            guard result.status == StatusWord.success else {
                return [0xC0, 0x03, UInt8(number + 1)] + result.status + StatusWord.success
            }
            answered += result.objects
        }
        return [0xC0, 0x03, 0x00] + StatusWord.success + answered + StatusWord.success
    }

    private struct Object {
        var tag: Int
        var value: ArraySlice<UInt8>
    }

    private mutating func take(_ object: Object, _ tag: inout any ContactlessTag) -> (status: [UInt8], objects: [UInt8]) {
        if object.tag == 0x81 {
            isOpen = true
            return (StatusWord.success, [])
        }
        guard isOpen else { return (StatusWord.notInThisState, []) }
        switch object.tag {
        case 0x82: self = TransparentSession()
        case 0x83: fieldIsOn = false
        case 0x84:
            if !fieldIsOn { tag.powerUp() }
            fieldIsOn = true
        case 0x8F:
            guard let wanted = Self.technologies[object.value.first ?? 0xFF] else { return (StatusWord.wrongData, []) }
            guard wanted.contains(tag.technology) else { return (StatusWord.noAnswer, []) }
        // Timeout, transmission flags and valid bits do not change the response of a virtual tag.
        case 0x5F46, 0x90, 0x91, 0x92: break
        case 0x95: return exchange(Array(object.value), &tag)
        default: return (StatusWord.notSupported, [])
        }
        return (StatusWord.success, [])
    }

    private func exchange(_ frame: [UInt8], _ tag: inout any ContactlessTag) -> (status: [UInt8], objects: [UInt8]) {
        guard fieldIsOn, let answer = tag.receive(frame) else {
            return (StatusWord.noAnswer, [])
        }
        let length = answer.count < 0x80 ? [UInt8(answer.count)] : [0x81, UInt8(truncatingIfNeeded: answer.count)]
        // A short response holds 256 bytes in total.
        guard answer.count <= 0xE0 else { return (StatusWord.wrongLength, []) }
        return (StatusWord.success, [0x92, 0x01, 0x00, 0x96, 0x02, 0x00, 0x00, 0x97] + length + answer)
    }

    private static let technologies: [UInt8: [Technology]] = [
        0x00: [.type2, .classic, .type4], 0x01: [.type4], 0x02: [.type5], 0x03: [.type3],
    ]

    /// Parses tag, length and value of each object. A tag with all low bits set has a second byte.
    private static func objects(_ bytes: ArraySlice<UInt8>) -> [Object]? {
        var rest = bytes
        var objects: [Object] = []
        while var tag = rest.popFirst().map(Int.init) {
            if tag & 0x1F == 0x1F {
                guard let second = rest.popFirst() else { return nil }
                tag = tag << 8 | Int(second)
            }
            guard let length = rest.popFirst().map(Int.init), length < 0x80, length <= rest.count else { return nil }
            objects.append(Object(tag: tag, value: rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return objects.isEmpty ? nil : objects
    }
}
