import Crypto
import CryptoExtras
import FoundationEssentials

/// An AES-128 key of a tag, with the modes of operation that tags use.
package struct AESKey: Sendable, Equatable {
    package static let length = 16
    /// All keys of a new tag.
    package static let factory = AESKey(Array(repeating: 0, count: length), isChecked: true)

    private let key: SymmetricKey

    /// - Returns: nil unless there are ``length`` bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.init(bytes, isChecked: true)
    }

    private init(_ bytes: some ContiguousBytes, isChecked: Bool) { self.init(SymmetricKey(data: bytes)) }

    /// A new random key from the system's generator.
    package static func random() -> AESKey { AESKey(SymmetricKey(size: .bits128)) }

    private init(_ key: SymmetricKey) { self.key = key }

    package var bytes: [UInt8] { key.withUnsafeBytes { Array($0) } }

    // MARK: Modes

    private static let zeros = [UInt8](repeating: 0, count: length)

    /// One block in ECB mode.
    package func encrypted(block: [UInt8]) -> [UInt8] {
        var block = block
        Self.require { try AES.permute(&block, key: key) }
        return block
    }

    /// CBC mode without padding (NIST SP 800-38A, 6.2).
    /// - Parameters:
    ///   - bytes: whole blocks.
    ///   - vector: the initialization vector; nil: zeros.
    package func encrypted(_ bytes: [UInt8], vector: [UInt8]? = nil) -> [UInt8] {
        Self.require {
            Array(try AES._CBC.encrypt(bytes, using: key, iv: .init(ivBytes: vector ?? Self.zeros), noPadding: true))
        }
    }

    /// The inverse of ``encrypted(_:vector:)``.
    package func decrypted(_ bytes: [UInt8], vector: [UInt8]? = nil) -> [UInt8] {
        Self.require {
            Array(try AES._CBC.decrypt(bytes, using: key, iv: .init(ivBytes: vector ?? Self.zeros), noPadding: true))
        }
    }

    /// CMAC (NIST SP 800-38B): 16 bytes.
    package func cmac(_ message: [UInt8]) -> [UInt8] {
        var code = Self.require { try AES.CMAC(key: key) }
        code.update(data: message)
        return Array(code.finalize())
    }

    /// The half of the CMAC that tags send: its bytes 1, 3, … 15. NT4H2421Gx 9.1.3.
    package func truncatedMAC(_ message: [UInt8]) -> [UInt8] {
        let code = cmac(message)
        return stride(from: 1, to: code.count, by: 2).map { code[$0] }
    }

    /// The key for one session, derived from this one.
    package func sessionKey(_ vector: [UInt8]) -> AESKey { AESKey(cmac(vector), isChecked: true) }

    // MARK: Diversification

    /// The key of one tag, derived from a master key. AN10922 rev. 2.2, 2.2.
    /// - Parameter input: what differs from tag to tag, and the purpose: 1 to 31 bytes.
    package func diversified(by input: [UInt8]) -> AESKey {
        precondition((1...31).contains(input.count), "AN10922 diversifies by 1 to 31 bytes")
        // As CMAC, but always over two blocks. CMAC itself would pad a short input to one block.
        var message = [0x01] + input
        let isWhole = message.count == 2 * Self.length
        if !isWhole { message.append(0x80) }
        message += Array(repeating: 0, count: 2 * Self.length - message.count)
        let first = Self.doubled(encrypted(block: Self.zeros))
        let subkey = isWhole ? first : Self.doubled(first)
        for place in 0..<Self.length { message[Self.length + place] ^= subkey[place] }
        return AESKey(Array(encrypted(message).suffix(Self.length)), isChecked: true)
    }

    /// Multiplication by x in the field of NIST SP 800-38B, 6.1.
    private static func doubled(_ block: [UInt8]) -> [UInt8] {
        var doubled = zip(block, block.dropFirst() + [0]).map { $0 << 1 | $1 >> 7 }
        if block[0] & 0x80 != 0 { doubled[length - 1] ^= 0x87 }
        return doubled
    }

    /// AES fails only for wrong sizes, and all sizes here are fixed.
    private static func require<Value>(_ body: () throws -> Value) -> Value {
        do {
            return try body()
        } catch {
            preconditionFailure("AES refused the size of a key or block: \(error)")
        }
    }
}

extension AESKey: CustomStringConvertible {
    /// Hides the key from logs.
    package var description: String { "an AES key (hidden)" }
}
