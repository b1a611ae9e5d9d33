/// A read-only Type 3 tag: a FeliCa Lite-S with its NDEF service. JIS X 6319-4; NFC Forum Type 3 Tag 1.1.
package struct FeliCaChip: ContactlessTag {
    /// IDm.
    package let uid: [UInt8]
    package let technology = Technology.type3
    package var historicalBytes: [UInt8] { Self.storageCard(standard: 0x11, name: 0x003B) }
    package private(set) var memory: [UInt8]
    package private(set) var bytesRead: Set<Int> = []

    private static let blockSize = 16
    /// The number of blocks of a FeliCa Lite-S, including the attribute block.
    private static let blocks = 14
    /// The maximum number of blocks per read.
    private static let maxBlocks = 4
    /// The system code of NDEF.
    private static let system: [UInt8] = [0x12, 0xFC]
    /// The service code of NDEF without a key, least significant byte first.
    private static let ndefService: [UInt8] = [0x0B, 0x00]
    private static let manufacturingParameter: [UInt8] = [0x00, 0xF1, 0x00, 0x00, 0x00, 0x01, 0x43, 0x00]

    /// The second status byte of an error response.
    private enum Refusal: UInt8 {
        case blockCount = 0xA2
        case service = 0xA6
        case block = 0xA8
    }

    /// - Parameters:
    ///   - uid: the IDm, eight bytes.
    ///   - message: the NDEF message; empty for an empty tag.
    /// - Throws: `VirtualReaderError.tooLong`.
    package init(uid: [UInt8], holding message: [UInt8]) throws(VirtualReaderError) {
        precondition(uid.count == 8, "an IDm has eight bytes")
        let room = (Self.blocks - 1) * Self.blockSize
        guard message.count <= room else { throw .tooLong(bytes: message.count, room: room) }
        self.uid = uid
        let length = [UInt8(message.count >> 16), UInt8(message.count >> 8 & 0xFF), UInt8(message.count & 0xFF)]
        let sizes: [UInt8] = [0x10, UInt8(Self.maxBlocks), 0x01, 0x00, UInt8(Self.blocks - 1), 0, 0, 0, 0]
        let attributes = sizes + [0x00, 0x01] + length
        let sum = attributes.reduce(0) { $0 + Int($1) }
        let padding = Array(repeating: UInt8(0), count: room - message.count)
        memory = attributes + [UInt8(sum >> 8), UInt8(sum & 0xFF)] + message + padding
    }

    package mutating func powerUp() {}

    /// Processes a frame, whose first byte is its length. Ignores frames for other cards.
    package mutating func receive(_ frame: [UInt8]) -> [UInt8]? {
        guard let length = frame.first, Int(length) == frame.count, frame.count >= 2 else { return nil }
        switch frame[1] {
        case 0x00 where frame.count == 6: return poll(Array(frame[2..<4]), wantsSystem: frame[4] == 0x01)
        case 0x06 where frame.count >= 14 && Array(frame[2..<10]) == uid: return read(frame[10...])
        default: return nil
        }
    }

    /// FF in `wanted` matches any byte.
    private func poll(_ wanted: [UInt8], wantsSystem: Bool) -> [UInt8]? {
        guard zip(wanted, Self.system).allSatisfy({ $0 == 0xFF || $0 == $1 }) else { return nil }
        return answer(0x01, Self.manufacturingParameter + (wantsSystem ? Self.system : []))
    }

    /// Reads the blocks of one service. Each element of the block list has two or three bytes.
    private mutating func read(_ parameters: ArraySlice<UInt8>) -> [UInt8]? {
        var rest = parameters
        guard rest.popFirst() == 0x01 else { return refusal(.service) }
        let service = Array(rest.prefix(2))
        rest = rest.dropFirst(2)
        guard let count = rest.popFirst(), (1...Self.maxBlocks).contains(Int(count)) else { return refusal(.blockCount) }
        guard service == Self.ndefService else { return refusal(.service) }
        var data: [UInt8] = []
        for _ in 0..<count {
            guard let kind = rest.popFirst(), let low = rest.popFirst() else { return nil }
            let isShort = kind & 0x80 != 0
            guard let high = isShort ? 0 : rest.popFirst() else { return nil }
            let block = Int(high) << 8 | Int(low)
            guard block < Self.blocks else { return refusal(.block) }
            let range = block * Self.blockSize..<(block + 1) * Self.blockSize
            bytesRead.formUnion(range)
            data += memory[range]
        }
        return answer(0x07, [0x00, 0x00, count] + data)
    }

    private func refusal(_ reason: Refusal) -> [UInt8] { answer(0x07, [0x01, reason.rawValue]) }

    private func answer(_ code: UInt8, _ body: [UInt8]) -> [UInt8] {
        [UInt8(10 + body.count), code] + uid + body
    }
}
