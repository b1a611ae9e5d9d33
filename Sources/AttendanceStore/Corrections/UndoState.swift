import Postgres

/// Whether a tap can be undone by the person who made it.
package struct UndoState: Sendable, Equatable {
    package let isVoided: Bool
    /// The remaining whole seconds; 0: too late.
    package let secondsLeft: Int64
}
