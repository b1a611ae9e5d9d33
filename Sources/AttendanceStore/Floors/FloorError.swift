package import Attendance

/// Why a floor was not changed. Nothing of it was.
package enum FloorError: Error, Sendable, Equatable {
    case unknown
    /// Somebody else changed it meanwhile; nil is a command on the server.
    case changedBy(String?, at: Instant?)
    /// Everything that is wrong with a drawing.
    case problems([DrawingProblem])
    /// People sit where there would be no desk any more, and not all of them were spoken of.
    case occupied([SeatedPerson])
    case badName
    /// What was sent is no drawing.
    case unreadable
}

package struct SeatedPerson: Sendable, Equatable {
    package let desk: String
    package let name: String
}

extension FloorError: CustomStringConvertible {
    /// In English, as commands say it.
    package var description: String {
        switch self {
        case .unknown: "There is no such floor any more."
        case .changedBy(let name, let at):
            "\(name ?? "A command on the server") changed this floor\(at.map { " at \($0.rfc3339())" } ?? "") meanwhile. "
                + "Please look at it again."
        case .problems(let problems): problems.map { $0.fault.sentence + "." }.joined(separator: "\n")
        case .occupied(let people):
            "People sit at desks that would be gone: "
                + people.map { "\($0.name) at \($0.desk)" }.joined(separator: ", ") + "."
        case .badName: "A floor's name has 1 to 64 characters."
        case .unreadable: "This is no drawing of a floor, or one of more than 2000 desks."
        }
    }
}
