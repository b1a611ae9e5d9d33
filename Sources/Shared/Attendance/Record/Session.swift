package import FoundationEssentials

/// A session derived from a person's taps, from the start that leaves ``Presence/State/off`` to the end. Instants are whole
/// seconds since 1970. Sessions are never stored.
package struct Session: Sendable, Equatable {
    /// The office of the first start, also after a move to another one. Its settings apply to the whole session.
    package var office: OfficeID
    package var workingDay: WorkingDay
    package var start: Int64
    package var firstTap: TapOrder
    package var end: Int64?
    /// The deadline of a session without an end; nil if the session is closed or open.
    package var autoClosedAt: Int64?
    /// The stretches between successive taps, without empty ones; the last one has no end if the session has none.
    package var stretches: [Stretch] = []
    package var notes: [Note] = []
    package var attribution: AttendancePolicy.Attribution

    /// The last tap of the session.
    package var lastTap: Int64
    /// The end of the session; without one, the limit of its unconfirmed work, or the last pause.
    package var extentEnd: Int64
    /// The flags that its taps put on a row.
    var tapFlags: [TapFlags] = []

    package enum State: String, Sendable, CaseIterable {
        case closed
        /// Auto-closed at the deadline.
        case auto
        case open
    }

    package var state: State { end != nil ? .closed : autoClosedAt != nil ? .auto : .open }

    /// A stretch of work or pause. It belongs to the state set by the tap at its start.
    package struct Stretch: Sendable, Equatable {
        package var isPause: Bool
        package var office: OfficeID
        /// The desk worked or paused at; nil: away from a desk, or erased.
        package var desk: DeskID?
        package var isAway = false
        package var start: Int64
        /// nil: no tap ends the stretch.
        package var end: Int64?
    }

    package struct Note: Sendable, Equatable {
        package var code: TapNote
        package var at: Int64
        /// The tap that causes the note; for a takeover, the other person's start.
        package var event: UUID
        var order: TapOrder
    }

    struct TapFlags: Sendable, Equatable {
        var at: Int64
        var flags: RowFlags
        /// The reason of a flag that can be confirmed; a tap has one at most.
        var doubt: Doubt?
    }

    package var workedSeconds: Int64 { seconds { !$0.isPause } }
    package var pauseSeconds: Int64 { seconds { $0.isPause } }

    /// Work after the last tap of a session without an end. Shown beside the worked time, never part of it.
    package var unconfirmedSeconds: Int64 {
        guard let last = stretches.last, last.end == nil, !last.isPause else { return 0 }
        return extentEnd - last.start
    }

    /// The start of the work that counts once a clock-out is added; nil unless the session was auto-closed at work.
    package var uncountedSince: Int64? {
        guard state == .auto, let last = stretches.last, !last.isPause else { return nil }
        return last.start
    }

    /// Whether a tap of this kind at this instant is a start that ends a pause.
    package func isResume(_ kind: TapKind, at instant: Instant) -> Bool {
        // The end of the last stretch is the end of the session.
        kind == .start && stretches.dropLast().contains { $0.isPause && $0.end == instant.seconds }
    }

    private func seconds(_ isCounted: (Stretch) -> Bool) -> Int64 {
        stretches.reduce(0) { sum, stretch in sum + (isCounted(stretch) ? (stretch.end ?? stretch.start) - stretch.start : 0) }
    }
}

/// A pause or end without an open session. It adds no time.
package struct UnmatchedTap: Sendable, Equatable {
    package var code: TapNote
    package var event: UUID
    package var office: OfficeID
    package var at: Int64
    package var workingDay: WorkingDay
    var flags: RowFlags
    var doubt: Doubt
}
