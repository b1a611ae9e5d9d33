/// The reason why a change of a floor was refused. The floor stays as it was.
package enum FloorError: Error, Sendable, Equatable {
    case unknown
    /// The floor was changed in the meantime by the person with this name; nil: by a command on the server.
    case changedBy(String?)
    /// All problems of the drawing.
    case problems([DrawingProblem])
    /// The change removes desks that are occupied, and not all of them were confirmed.
    case occupied([SeatedPerson])
    /// The document is not a drawing, or exceeds the limits.
    case unreadable
}

package struct SeatedPerson: Sendable, Equatable {
    package let desk: String
    package let name: String
}
