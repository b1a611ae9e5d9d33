/// A note about an accepted tap, for the person and for HR. Notes never affect time.
package enum TapNote: String, Sendable, CaseIterable {
    case repeatStart = "repeat_start"
    case suspectMissingPause = "suspect_missing_pause"
    case deskMove = "desk_move"
    case repeatPause = "repeat_pause"
    case suspectMissingStart = "suspect_missing_start"
    /// An end shortly after the end of the session.
    case repeatEnd = "repeat_end"
    /// A pause shortly after the end of the session.
    case pauseAfterEnd = "pause_after_end"
    case deskMismatch = "desk_mismatch"
    case pauseWithoutStart = "pause_without_start"
    case endWithoutStart = "end_without_start"
    /// The session before this tap was auto-closed.
    case missingEnd = "missing_end"
    /// Another person held the desk until this tap.
    case deskTakenOver = "desk_taken_over"
    /// The tap is older than one already recorded for this person.
    case outOfOrder = "out_of_order"
}
