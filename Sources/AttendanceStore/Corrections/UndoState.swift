import Postgres

/// Whether a tap can be undone by the person who made it.
package struct UndoState: Sendable, Equatable {
    package let isVoided: Bool
    /// Whole seconds that are left; 0 is too late.
    package let secondsLeft: Int64
}
