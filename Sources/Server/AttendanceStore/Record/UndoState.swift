import Postgres

/// Whether a tap can be undone by the person who made it.
package struct UndoState: Sendable, Equatable {
    /// How long after its arrival a person can undo a tap. A tap that a reader delivers late cannot be undone. The same minute
    /// is in `web/static/Taps/tap.css`, in the words `tap.tooLate` and `tap.notMe.explained`, and in Corrections.md and
    /// Tapping.md.
    package static let window = Duration.seconds(60)

    /// The reason of the correction in the log.
    static let reason = "undo"

    package let isVoided: Bool
    /// Zero: too late.
    package let timeLeft: Duration
}
