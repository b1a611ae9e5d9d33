/// What HR should know of a daily row.
package struct RowFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    // In the order of their names, so that the names come out sorted.
    private static let names = [
        "continued", "continues_next_day", "corrected", "end_without_start", "late", "missing_end", "moved", "open",
        "pause_without_start", "quarantined", "suspect_missing_pause", "suspect_missing_start", "voided",
    ]

    /// A session of an earlier day goes on here.
    package static let continued = RowFlags(rawValue: 1 << 0)
    /// A session goes on the next day.
    package static let continuesNextDay = RowFlags(rawValue: 1 << 1)
    /// A tap was added, amended or restored.
    package static let corrected = RowFlags(rawValue: 1 << 2)
    package static let endWithoutStart = RowFlags(rawValue: 1 << 3)
    /// A tap arrived long after it was made.
    package static let late = RowFlags(rawValue: 1 << 4)
    /// Nobody ended a session in time.
    package static let missingEnd = RowFlags(rawValue: 1 << 5)
    /// A tap that was of this day and office is of another now.
    package static let moved = RowFlags(rawValue: 1 << 6)
    package static let open = RowFlags(rawValue: 1 << 7)
    package static let pauseWithoutStart = RowFlags(rawValue: 1 << 8)
    /// A tap that arrived on this day is put aside.
    package static let quarantined = RowFlags(rawValue: 1 << 9)
    package static let suspectMissingPause = RowFlags(rawValue: 1 << 10)
    package static let suspectMissingStart = RowFlags(rawValue: 1 << 11)
    /// A tap of this day does not count.
    package static let voided = RowFlags(rawValue: 1 << 12)

    /// Sorted.
    package var names: [String] { Self.names.indices.filter { rawValue & 1 << $0 != 0 }.map { Self.names[$0] } }

    /// The flag a tap's note puts on the row; notes that are mere information put none.
    init(_ note: TapNote) {
        switch note {
        case .suspectMissingPause: self = .suspectMissingPause
        case .suspectMissingStart: self = .suspectMissingStart
        case .pauseWithoutStart: self = .pauseWithoutStart
        case .endWithoutStart: self = .endWithoutStart
        case .missingEnd: self = .missingEnd
        case .repeatStart, .repeatPause, .deskMove, .deskMismatch, .deskTakenOver, .outOfOrder: self = []
        }
    }
}
