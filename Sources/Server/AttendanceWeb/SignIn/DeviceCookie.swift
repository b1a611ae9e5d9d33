import Attendance
import AttendanceStore
import Crypto
import Foundation

/// A cookie that marks a browser for a year after a sign-in. It grants no access.
///
/// Wrong passwords from such a browser are counted separately, so that an attacker elsewhere cannot lock the person out
/// (OWASP, "Slow down online guessing attacks with device cookies").
package struct DeviceCookie: Sendable {
    static let lifetime = Duration.seconds(365 * 86_400)

    /// Also signs other tokens, each with a purpose of its own in the signed content.
    let key: SymmetricKey

    /// - Parameter key: 32 random bytes that all server processes share.
    package init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    /// A cookie value for a browser in which this person signed in. It does not contain the user name.
    func value(for userName: String) -> String {
        var generator = SystemRandomNumberGenerator()
        let number = String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
        return "2.\(number).\(signature(of: number, userName))"
    }

    /// The browser's number; nil for an invalid value or one for another person.
    func device(in value: String, of userName: String) -> String? {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "2",
            let code = Data(base64URL: String(parts[2]))
        else { return nil }
        let number = String(parts[1])
        let isOurs = HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Self.content(number, userName), using: key)
        return isOurs ? number : nil
    }

    private static func content(_ number: String, _ userName: String) -> Data {
        Data("desktap device 2\n\(number)\n\(UserName.key(userName))".utf8)
    }

    private func signature(of number: String, _ userName: String) -> String {
        Data(HMAC<SHA256>.authenticationCode(for: Self.content(number, userName), using: key)).base64URL
    }
}
