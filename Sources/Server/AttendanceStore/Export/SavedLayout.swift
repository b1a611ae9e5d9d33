package import Attendance
import Postgres

/// An office's saved export layout.
package struct SavedLayout: Sendable, Equatable {
    package let name: String
    package let json: String
    /// The user name of the person who saved it.
    package let author: String
    package let at: Instant

    /// Whether a layout can have the name: 1 to 64 small letters, digits and hyphens, no hyphen first. The database requires the same.
    package static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && !text.hasPrefix("-")
            && text.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" }
    }
}
