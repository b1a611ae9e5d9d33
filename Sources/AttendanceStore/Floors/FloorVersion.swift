import Postgres

/// A version of a floor that somebody looked at, and who changes it.
package struct FloorVersion: Sendable {
    package let floor: Int64
    /// Nil takes whichever there is.
    package let version: Int64?
    /// Nil is a command on the server.
    package let author: Int64?

    package init(_ floor: Int64, version: Int64?, by author: Int64?) {
        self.floor = floor
        self.version = version
        self.author = author
    }

    /// - Parameter text: the version as a form says it; nil or no number takes whichever there is.
    package init(_ floor: Int64, said text: String?, by author: Int64?) {
        self.init(floor, version: text.flatMap { Int64($0) }, by: author)
    }
}
