package import Attendance

/// A command to a FeliCa card. JIS X 6319-4; NFC Forum Type 3 Tag 1.1, chapter 5.
package enum FeliCaCommand: Equatable, Hashable, Sendable {
    /// Polls for a card of this system: 12FC for NDEF, 0003 for Japanese transit.
    case polling(system: UInt16)
    /// Reads blocks of a service without a key: 000B for NDEF.
    case readWithoutEncryption(UID, service: UInt16, blocks: Range<Int>)

    /// The NDEF service, readable without a key.
    package static let ndefService: UInt16 = 0x000B

    /// The command frame. The first byte is its length.
    package var frame: [UInt8] {
        let body: [UInt8] =
            switch self {
            case .polling(let system):
                [0x00, UInt8(system >> 8), UInt8(system & 0xFF), 0x01, 0x00]
            case .readWithoutEncryption(let idm, let service, let blocks):
                [0x06] + idm.bytes + [0x01, UInt8(service & 0xFF), UInt8(service >> 8), UInt8(blocks.count)]
                    + blocks.flatMap(Self.element)
            }
        return [UInt8(body.count + 1)] + body
    }

    /// The block data in a response; nil if the card refuses or another card responds.
    package func blocks(of answer: [UInt8]) -> [UInt8]? {
        guard case .readWithoutEncryption(let idm, _, let blocks) = self else { return nil }
        let data = answer.dropFirst(13)
        guard answer.count == 13 + blocks.count * 16, Int(answer[0]) == answer.count, answer[1] == 0x07,
            Array(answer[2..<10]) == idm.bytes, answer[10] == 0x00, answer[11] == 0x00, Int(answer[12]) == blocks.count
        else { return nil }
        return Array(data)
    }

    /// A block list element of two bytes, or of three from block 256 on.
    private static func element(_ block: Int) -> [UInt8] {
        block <= 0xFF ? [0x80, UInt8(block)] : [0x00, UInt8(block & 0xFF), UInt8(block >> 8 & 0xFF)]
    }
}
