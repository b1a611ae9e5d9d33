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

extension AttendanceStore {
    /// - Returns: nil where the office has no such desk.
    package func deskWithTags(_ desk: DeskID, of office: Int64) async throws -> DeskWithTags? {
        guard let row = try await pool.query("Tags/desk_with_use", office, desk.description).first else { return nil }
        return DeskWithTags(
            floor: try row.get(0), outOfService: try row.getIfPresent(1), lastUse: try row.instantIfPresent(2),
            tags: try await pool.query("Tags/tags_of_desk", office, desk.description).map { row in
                (try RegisteredTag(row), try row.instantIfPresent(14))
            })
    }
}
