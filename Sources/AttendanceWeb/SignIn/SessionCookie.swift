import Attendance
import Crypto
import Foundation

/// The cookie that says who is signed in: a person's number and when it was given, signed with HMAC-SHA-256.
package struct SessionCookie: Sendable {
    static let name = "desktap"
    /// How long it is good for, in seconds: 90 days.
    static let lifetime: Int64 = 90 * 86400

    private let key: SymmetricKey

    /// - Parameter key: 32 random bytes that all server processes share.
    package init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    func value(for person: Int64, now: Instant) -> String {
        let content = "1.\(person).\(now.seconds)"
        return content + "." + signature(of: content)
    }

    /// Whose cookie it is; nil for one that was not made here, was changed or is too old.
    func person(in cookie: String, now: Instant) -> Int64? {
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "1", let person = Int64(parts[1]), let given = Int64(parts[2]),
            let code = Data(hex: parts[3])
        else { return nil }
        let content = Data("1.\(person).\(given)".utf8)
        guard HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: content, using: key),
            (given...given + Self.lifetime).contains(now.seconds)
        else { return nil }
        return person
    }

    private func signature(of content: String) -> String {
        HMAC<SHA256>.authenticationCode(for: Data(content.utf8), using: key).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

extension Data {
    fileprivate init?(hex: Substring) {
        let digits = hex.compactMap(\.hexDigitValue)
        guard digits.count == hex.count, digits.count.isMultiple(of: 2) else { return nil }
        self = Data(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
    }
}
