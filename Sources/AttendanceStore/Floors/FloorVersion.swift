import Postgres

/// The version of a floor that a change is based on, and the author of the change.
package struct FloorVersion: Sendable {
    package let floor: Int64
    /// nil: any version.
    package let version: Int64?
    /// nil: a command on the server.
    package let author: Int64?

    package init(_ floor: Int64, version: Int64?, by author: Int64?) {
        self.floor = floor
        self.version = version
        self.author = author
    }

    /// - Parameter text: the version in a form field; nil or not a number: any version.
    package init(_ floor: Int64, said text: String?, by author: Int64?) {
        self.init(floor, version: text.flatMap { Int64($0) }, by: author)
    }
}
