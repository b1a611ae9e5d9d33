import Crypto
import CryptoExtras
import Foundation

/// The cost of hashing a password with scrypt (RFC 7914).
package struct PasswordCost: Sendable, Equatable {
    /// The binary logarithm of N. Memory is 2^logN × 8 × 128 bytes.
    let logN: Int

    /// 128 MiB and 0.2 to 0.4 s of one core, the minimum recommended by OWASP in 2023.
    package static let standard = PasswordCost(logN: 17)

    package init(logN: Int) { self.logN = logN }
}

/// The stored form of a password: its scrypt hash with salt and cost.
package struct PasswordHash: Sendable {
    private static let blockSize = 8
    private static let parallelism = 1
    /// Bytes of the salt and of the hash.
    private static let saltLength = 16
    private static let length = 32
    /// The accepted costs, so that no stored hash can occupy the server for hours.
    private static let believed = 10...20

    let cost: PasswordCost
    private let salt: [UInt8]
    private let key: SymmetricKey

    /// Hashes with a new salt. Blocks the calling thread.
    package init(of password: Password, cost: PasswordCost = .standard) throws {
        var generator = SystemRandomNumberGenerator()
        self.cost = cost
        salt = (0..<Self.saltLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        key = try Self.key(of: password, salt, cost)
    }

    /// Parses ``text``; nil if it is malformed or its cost is not accepted.
    package init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", parts[2].hasPrefix("ln="),
            let logN = Int(parts[2].dropFirst(3).prefix { $0 != "," }), Self.believed.contains(logN),
            parts[2] == "ln=\(logN),r=\(Self.blockSize),p=\(Self.parallelism)",
            let salt = Data(base64Encoded: String(parts[3])), let key = Data(base64Encoded: String(parts[4])),
            salt.count == Self.saltLength, key.count == Self.length
        else { return nil }
        cost = PasswordCost(logN: logN)
        self.salt = Array(salt)
        self.key = SymmetricKey(data: key)
    }

    /// The hash with its parameters, so that it can be checked after the standard cost has changed.
    package var text: String {
        let hash = key.withUnsafeBytes { Data($0).base64EncodedString() }
        return "$scrypt$ln=\(cost.logN),r=\(Self.blockSize),p=\(Self.parallelism)$\(Data(salt).base64EncodedString())$\(hash)"
    }

    /// Blocks the calling thread for the same time for right and wrong passwords. Keys are compared in constant time.
    func isOf(_ password: Password) throws -> Bool { try Self.key(of: password, salt, cost) == key }

    private static func key(of password: Password, _ salt: [UInt8], _ cost: PasswordCost) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: Array(password.text.utf8), salt: salt, outputByteCount: length, rounds: 1 << cost.logN,
            blockSize: blockSize, parallelism: parallelism)
    }
}
