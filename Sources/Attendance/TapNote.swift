/// What is worth saying of an accepted tap, for the person and for HR. Time never depends on it.
package enum TapNote: String, Sendable, CaseIterable {
    case repeatStart = "repeat_start"
    case suspectMissingPause = "suspect_missing_pause"
    case deskMove = "desk_move"
    case repeatPause = "repeat_pause"
    case suspectMissingStart = "suspect_missing_start"
    case deskMismatch = "desk_mismatch"
    case pauseWithoutStart = "pause_without_start"
    case endWithoutStart = "end_without_start"
    /// The session before this tap was never ended.
    case missingEnd = "missing_end"
    /// Somebody else held the desk until this tap.
    case deskTakenOver = "desk_taken_over"
    /// The tap is older than one already recorded for this person.
    case outOfOrder = "out_of_order"
}
