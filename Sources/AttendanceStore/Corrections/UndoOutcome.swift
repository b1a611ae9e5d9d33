import Postgres

/// What became of a person's wish to undo a tap.
package enum UndoOutcome: Sendable, Equatable {
    case undone
    /// It stands in the log for longer than ``CorrectionStore/undoSeconds``, or was old when it came.
    case tooLate
    /// There is no such tap of theirs.
    case unknownTap
}
