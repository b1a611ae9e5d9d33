import Crypto
import CryptoExtras

/// The AES-128 unit of a chip: chaining and CMAC (RFC 4493) made from single blocks. The program's own checks use other functions for
/// both, so that a mistake there does not hide here.
struct ChipCipher {
    let key: [UInt8]

    func forward(_ block: [UInt8]) -> [UInt8] {
        var block = block
        // Fails only for another size.
        try? AES.permute(&block, key: SymmetricKey(data: key))
        return block
    }

    private func backward(_ block: [UInt8]) -> [UInt8] {
        var block = block
        try? AES.inversePermute(&block, key: SymmetricKey(data: key))
        return block
    }

    /// CBC mode over whole blocks.
    func seal(_ text: [UInt8], from vector: [UInt8]) -> [UInt8] {
        var (previous, sealed) = (vector, [UInt8]())
        for block in Self.blocks(text) {
            previous = forward(Self.sum(block, previous))
            sealed += previous
        }
        return sealed
    }

    func open(_ sealed: [UInt8], from vector: [UInt8]) -> [UInt8] {
        var (previous, text) = (vector, [UInt8]())
        for block in Self.blocks(sealed) {
            text += Self.sum(backward(block), previous)
            previous = block
        }
        return text
    }

    func mac(_ message: [UInt8]) -> [UInt8] {
        func timesX(_ block: [UInt8]) -> [UInt8] {
            let high = block[0] >> 7
            var shifted = (0..<16).map { block[$0] << 1 | ($0 < 15 ? block[$0 + 1] >> 7 : 0) }
            shifted[15] ^= high == 1 ? 0x87 : 0
            return shifted
        }
        let first = timesX(forward(Self.zeros))
        var blocks = Self.blocks(message)
        if let last = blocks.last, last.count == 16 {
            blocks[blocks.count - 1] = Self.sum(last, first)
        } else {
            let rest = (blocks.popLast() ?? []) + [0x80]
            blocks.append(Self.sum(rest + Self.zeros.dropFirst(rest.count), timesX(first)))
        }
        return blocks.reduce(Self.zeros) { forward(Self.sum($0, $1)) }
    }

    /// Every second byte, as the chip sends it.
    func shortMAC(_ message: [UInt8]) -> [UInt8] { mac(message).enumerated().filter { $0.offset % 2 == 1 }.map(\.element) }

    func derived(_ label: [UInt8]) -> ChipCipher { ChipCipher(key: mac(label)) }

    static let zeros = [UInt8](repeating: 0, count: 16)

    private static func sum(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] { zip(one, other).map { $0 ^ $1 } }

    /// The last block may be shorter.
    private static func blocks(_ bytes: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: 16).map { Array(bytes[$0..<min($0 + 16, bytes.count)]) }
    }
}
