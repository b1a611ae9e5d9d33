package import Attendance
import Postgres

/// A floor with what it is and what it will be.
package struct EditedFloor: Sendable, Equatable {
    package let id, office: Int64
    package let officeName, name: String
    package let version: Int64
    package let published: FloorDrawing
    package let draft: FloorDrawing?
    package let changedBy: String?
    package let changedAt: Instant?

    /// What an editor begins with.
    package var drawing: FloorDrawing { draft ?? published }
}
