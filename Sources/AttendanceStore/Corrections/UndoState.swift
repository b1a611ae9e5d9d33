import Postgres

/// Whether a tap can be undone by the person who made it.
package struct UndoState: Sendable, Equatable {
    package let isVoided: Bool
    /// Zero: too late.
    package let timeLeft: Duration
}
