import Crypto
import CryptoExtras
import Foundation

/// What scrypt (RFC 7914) is asked to spend on one password.
package struct PasswordCost: Sendable, Equatable {
    /// The power of two of N. Memory is 2^logN × 8 × 128 bytes.
    let logN: Int

    /// 128 MiB, and 0.2 to 0.4 s of one core: the least that OWASP's list of 2023 asks for.
    package static let standard = PasswordCost(logN: 17)

    package init(logN: Int) { self.logN = logN }
}

/// A password as it is kept: what scrypt makes of it, with the salt and the cost that it was made with.
package struct PasswordHash: Sendable {
    private static let blockSize = 8
    private static let parallelism = 1
    /// Of salt and hash, in bytes.
    private static let saltLength = 16
    private static let length = 32
    /// Costs that are believed, so that no row can have the server work for hours.
    private static let believed = 10...20

    let cost: PasswordCost
    private let salt: [UInt8]
    private let key: SymmetricKey

    /// Makes it with a new salt. Takes as long as it costs, on the thread that calls.
    package init(of password: Password, cost: PasswordCost = .standard) throws {
        var generator = SystemRandomNumberGenerator()
        self.cost = cost
        salt = (0..<Self.saltLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        key = try Self.key(of: password, salt, cost)
    }

    /// Reads what ``text`` wrote.
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

    /// With what it takes to check a password against it later, whatever passwords cost then.
    package var text: String {
        let hash = key.withUnsafeBytes { Data($0).base64EncodedString() }
        return "$scrypt$ln=\(cost.logN),r=\(Self.blockSize),p=\(Self.parallelism)$\(Data(salt).base64EncodedString())$\(hash)"
    }

    /// Takes as long as it cost, right or wrong. Keys are compared in constant time.
    func isOf(_ password: Password) throws -> Bool { try Self.key(of: password, salt, cost) == key }

    private static func key(of password: Password, _ salt: [UInt8], _ cost: PasswordCost) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: Array(password.text.utf8), salt: salt, outputByteCount: length, rounds: 1 << cost.logN,
            blockSize: blockSize, parallelism: parallelism)
    }
}
