package import Attendance
import Postgres

/// The version of a floor that a change is based on, and the author of the change.
package struct FloorVersion: Sendable {
    package let floor: FloorID
    /// nil: any version.
    package let version: Int64?
    /// nil: a command on the server.
    package let author: PersonID?

    package init(_ floor: FloorID, version: Int64?, by author: PersonID?) {
        self.floor = floor
        self.version = version
        self.author = author
    }

    /// - Parameter text: the version in a form field; nil or not a number: any version.
    package init(_ floor: FloorID, said text: String?, by author: PersonID?) {
        self.init(floor, version: text.flatMap { Int64($0) }, by: author)
    }
}
