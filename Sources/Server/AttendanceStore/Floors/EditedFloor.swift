package import Attendance
import Postgres

/// A floor with its published drawing and its draft.
package struct EditedFloor: Sendable, Equatable {
    package let id: FloorID
    package let office: OfficeID
    package let officeName, name: String
    package let version: Int64
    package let published: FloorDrawing
    package let draft: FloorDrawing?
    package let changedBy: String?
    package let changedAt: Instant?

    /// The drawing that an editor opens.
    package var drawing: FloorDrawing { draft ?? published }
}
