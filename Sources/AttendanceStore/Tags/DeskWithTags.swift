package import Attendance
import Postgres

/// A desk as whoever looks after its tags sees it. When something was used is known as long as places are kept.
package struct DeskWithTags: Sendable {
    package let floor: String
    package let outOfService: String?
    package let lastUse: Instant?
    /// Those in use first.
    package let tags: [(tag: RegisteredTag, lastUse: Instant?)]
}
