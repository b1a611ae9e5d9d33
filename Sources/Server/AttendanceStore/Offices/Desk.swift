import Attendance
import Postgres

package struct Desk: Sendable, Equatable {
    package internal(set) var id: String
    /// The upper left corner before rotation, then the size.
    package internal(set) var x, y, width, height: Int64
    /// Degrees clockwise around the center.
    package internal(set) var rotation: Int64
    /// The reason why the desk is out of service; nil: it is usable.
    package internal(set) var outOfService: String?
    package var hasMonitor = false
    package var isHeightAdjustable = false
}
