package import Attendance
package import FoundationEssentials

/// A tap by a badge, before it is known whose it is.
package struct BadgeTap: Sendable {
    package var id: UUID
    package var reading: BadgeReading
    package var at: Instant
    package var reader: Int64

    package init(id: UUID, reading: BadgeReading, at: Instant, reader: Int64) {
        self.id = id
        self.reading = reading
        self.at = at
        self.reader = reader
    }
}
