package import Attendance

/// The reason why a change of a floor was refused. The floor stays as it was.
package enum FloorError: Error, Sendable, Equatable {
    case unknown
    /// The floor was changed in the meantime by the person with this name; nil: by a command on the server.
    case changedBy(String?, at: Instant?)
    /// All problems of the drawing.
    case problems([DrawingProblem])
    /// The change removes desks that are occupied, and not all of them were confirmed.
    case occupied([SeatedPerson])
    case badName
    /// The document is not a drawing, or exceeds the limits.
    case unreadable
}

package struct SeatedPerson: Sendable, Equatable {
    package let desk: String
    package let name: String
}

extension FloorError: CustomStringConvertible {
    /// The English sentence, for commands.
    package var description: String {
        switch self {
        case .unknown: "This floor does not exist any more."
        case .changedBy(let name, let at):
            "\(name ?? "A command on the server") has changed this floor\(at.map { " at \($0.rfc3339())" } ?? ""). "
                + "Please load it again and repeat the change."
        case .problems(let problems): problems.map { $0.fault.sentence + "." }.joined(separator: "\n")
        case .occupied(let people):
            "People sit at desks that would be removed: "
                + people.map { "\($0.name) at \($0.desk)" }.joined(separator: ", ") + "."
        case .badName: "A floor's name has 1 to 64 characters."
        case .unreadable: "This is not a drawing of a floor, or it has more than 2000 desks."
        }
    }
}
