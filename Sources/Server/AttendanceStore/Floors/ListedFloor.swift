package import Attendance
import Postgres

/// A floor in the administrators' list.
package struct ListedFloor: Sendable, Equatable {
    package let id: FloorID
    package let office: OfficeID
    package let officeName, name: String
    package let desks: Int64
    package let hasDraft: Bool
    /// The names of the wall displays of this floor, separated by commas.
    package let displays: String
}
