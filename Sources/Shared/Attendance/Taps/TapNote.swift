/// A note about an accepted tap, for the person and for HR. Notes never affect time.
package enum TapNote: String, Sendable, CaseIterable {
    /// A start after another one at the same desk. Shortly after it, it is a double tap.
    case repeatStart = "repeat_start"
    /// A ``repeatStart`` some time later: a pause in between may be missing.
    case suspectMissingPause = "suspect_missing_pause"
    /// A start at another desk, or without one.
    case deskMove = "desk_move"
    /// A pause after another one. Shortly after it, it is a double tap.
    case repeatPause = "repeat_pause"
    /// A ``repeatPause`` some time later: a start in between may be missing.
    case suspectMissingStart = "suspect_missing_start"
    /// An end shortly after the end of the session.
    case repeatEnd = "repeat_end"
    /// A pause shortly after the end of the session.
    case pauseAfterEnd = "pause_after_end"
    /// A pause or an end that names another desk than that of the session. It counts.
    case deskMismatch = "desk_mismatch"
    /// A pause while the person was off.
    case pauseWithoutStart = "pause_without_start"
    /// An end while the person was off.
    case endWithoutStart = "end_without_start"
    /// The session before this tap was auto-closed.
    case missingEnd = "missing_end"
    /// Another person held the desk until this tap.
    case deskTakenOver = "desk_taken_over"
    /// The tap is older than one already recorded for this person.
    case outOfOrder = "out_of_order"
}
