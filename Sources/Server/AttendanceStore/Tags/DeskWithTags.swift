package import Attendance
import Postgres

/// A desk with its tags, for the administrator. Times of use are known until location data is deleted.
package struct DeskWithTags: Sendable {
    package let floor: String
    package let outOfService: String?
    package let lastUse: Instant?
    /// Whether a start here needs a signed address.
    package let requiresSignature: Bool
    /// Tags in use first.
    package let tags: [(tag: RegisteredTag, lastUse: Instant?)]
}
