package import Attendance
package import FoundationEssentials

/// A tap as it stands in the log, for the person who made it.
package struct RecordedTap: Sendable, Equatable {
    package let kind: TapKind
    package let at: Instant
    package let desk: String?
    /// Of the office it belongs to: an IANA name.
    package let timeZone: String
    package let quarantine: QuarantineReason?
}

extension AttendanceStore {
    /// The tap of this id, where `person` made it; nil where there is none or it is somebody else's.
    package func tap(_ id: UUID, of person: Int64) async throws -> RecordedTap? {
        try await pool.query("tap_of_person", id, person).first.map { row in
            RecordedTap(
                kind: try row.choice(0), at: try row.instant(1), desk: try row.getIfPresent(2), timeZone: try row.get(3),
                quarantine: try row.getIfPresent(4, as: String.self).flatMap(QuarantineReason.init))
        }
    }
}
