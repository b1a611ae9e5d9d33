import Attendance
import Postgres

package struct Desk: Sendable, Equatable {
    package internal(set) var id: String
    /// The upper left corner before rotation, then the size.
    package internal(set) var x, y, width, height: Int64
    /// Degrees clockwise about the middle.
    package internal(set) var rotation: Int64
    /// Why the desk cannot be used, where it can't.
    package internal(set) var outOfService: String?
    package internal(set) var hasMonitor = false
    package internal(set) var isHeightAdjustable = false
}
