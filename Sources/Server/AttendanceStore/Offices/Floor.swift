package import Attendance
import Postgres

/// The drawing of a floor. Lengths are in the drawing's own unit.
package struct Floor: Sendable, Equatable {
    /// nil: the floor is not stored yet.
    package let id: FloorID?
    package let name: String
    package let width: Int64
    package let height: Int64
    /// The hash of the picture behind the desks, in hexadecimal digits; nil: no picture.
    package let picture: String?

    package init(id: FloorID? = nil, name: String, width: Int64, height: Int64, picture: String? = nil) {
        self.id = id
        self.name = name
        self.width = width
        self.height = height
        self.picture = picture
    }
}
