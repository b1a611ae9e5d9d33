import Attendance
import AttendanceStore
import Crypto
import Foundation

/// The signed token in the link that confirms an e-mail address. A token is valid for one person, one address, and until the end
/// of a day (UTC) that it contains. It grants no access, and the database does not store it.
struct EmailConfirmation: Sendable {
    /// How long a token is valid, in days after the one on which it is made.
    static let days: Int64 = 3

    /// 32 random bytes that all server processes share.
    let key: SymmetricKey

    func token(for email: String, of person: PersonID, now: Instant) -> String {
        let lastDay = now.seconds / 86_400 + Self.days
        let code = HMAC<SHA256>.authenticationCode(for: Self.content(lastDay, email, person), using: key)
        return "\(lastDay).\(Data(code).base64URL)"
    }

    func isValid(_ token: String, for email: String, of person: PersonID, now: Instant) -> Bool {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let lastDay = Int64(parts[0]), lastDay >= now.seconds / 86_400,
            let code = Data(base64URL: String(parts[1]))
        else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Self.content(lastDay, email, person), using: key)
    }

    private static func content(_ lastDay: Int64, _ email: String, _ person: PersonID) -> Data {
        Data("desktap e-mail 1\n\(lastDay)\n\(person.rawValue)\n\(email)".utf8)
    }
}
