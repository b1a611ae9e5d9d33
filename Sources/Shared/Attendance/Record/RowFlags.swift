/// The flags of a daily row.
package struct RowFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    // Sorted, so that ``names`` is sorted.
    private static let names = [
        "continued", "continues_next_day", "corrected", "end_without_start", "late", "missing_end", "moved", "open",
        "pause_without_start", "quarantined", "suspect_missing_pause", "suspect_missing_start", "voided",
    ]

    /// A session of an earlier day continues into this one.
    package static let continued = RowFlags(rawValue: 1 << 0)
    /// A session continues on the next day.
    package static let continuesNextDay = RowFlags(rawValue: 1 << 1)
    /// A tap of this day was added, amended or restored.
    package static let corrected = RowFlags(rawValue: 1 << 2)
    package static let endWithoutStart = RowFlags(rawValue: 1 << 3)
    /// A tap reached the server later than ``AttendancePolicy/lateAfter`` after it was made. Says nothing about a late start of work.
    package static let late = RowFlags(rawValue: 1 << 4)
    /// A session was auto-closed.
    package static let missingEnd = RowFlags(rawValue: 1 << 5)
    /// A correction moved a tap of this day and office to another.
    package static let moved = RowFlags(rawValue: 1 << 6)
    package static let open = RowFlags(rawValue: 1 << 7)
    package static let pauseWithoutStart = RowFlags(rawValue: 1 << 8)
    /// A tap that arrived on this day is quarantined.
    package static let quarantined = RowFlags(rawValue: 1 << 9)
    package static let suspectMissingPause = RowFlags(rawValue: 1 << 10)
    package static let suspectMissingStart = RowFlags(rawValue: 1 << 11)
    /// A tap of this day is voided.
    package static let voided = RowFlags(rawValue: 1 << 12)

    /// The flags that require a correction.
    package static let urgent: RowFlags = [
        .endWithoutStart, .missingEnd, .pauseWithoutStart, .quarantined, .suspectMissingPause, .suspectMissingStart,
    ]

    /// The flags' names as they appear in exports, sorted.
    package var names: [String] { Self.names.indices.filter { rawValue & 1 << $0 != 0 }.map { Self.names[$0] } }

    /// The flag that a note puts on the row; empty for notes that are only information.
    init(_ note: TapNote) {
        switch note {
        case .suspectMissingPause: self = .suspectMissingPause
        case .suspectMissingStart: self = .suspectMissingStart
        case .pauseWithoutStart: self = .pauseWithoutStart
        case .endWithoutStart: self = .endWithoutStart
        case .missingEnd: self = .missingEnd
        case .repeatStart, .repeatPause, .repeatEnd, .pauseAfterEnd, .deskMove, .deskMismatch, .deskTakenOver, .outOfOrder:
            self = []
        }
    }
}
