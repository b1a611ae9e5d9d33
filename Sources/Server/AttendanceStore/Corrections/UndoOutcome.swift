import Postgres

/// The outcome of undoing a tap.
package enum UndoOutcome: Sendable, Equatable {
    case undone
    /// The tap arrived more than ``UndoState/window`` ago, or it was old on arrival.
    case tooLate
    /// The person has no such tap.
    case unknownTap
}
