package import FoundationEssentials

/// From the start that leaves ``Presence/State/off`` to the end: what is concluded from a person's taps, in whole seconds since
/// 1970. Nothing in it is written down anywhere.
package struct Session: Sendable, Equatable {
    /// The office of the first start, also after a move to another one. Its settings hold for the session.
    package var office: Int64
    package var workingDay: WorkingDay
    package var start: Int64
    var firstTap: TapOrder
    package var end: Int64?
    /// Where nobody ended it: the last instant at which somebody could have.
    package var autoClosedAt: Int64?
    /// The time between each tap and the next, as far as that is any, and where there is no end the time since the last tap.
    package var stretches: [Stretch] = []
    package var notes: [Note] = []
    package var attribution: AttendancePolicy.Attribution

    /// The last tap that belongs to it.
    var lastTap: Int64
    /// Until when there is something to say of it: its end, or how far its unconfirmed work reaches, or its last pause.
    var extentEnd: Int64
    /// What its taps say of their row.
    var marks: [Mark] = []

    package enum State: String, Sendable, CaseIterable {
        case closed
        /// Nobody ended it in time.
        case auto
        case open
    }

    package var state: State { end != nil ? .closed : autoClosedAt != nil ? .auto : .open }

    /// A stretch of work or pause. It belongs to the state that the tap at its start set.
    package struct Stretch: Sendable, Equatable {
        package var isPause: Bool
        package var office: Int64
        /// The desk worked at, or paused at; nil if that has been forgotten.
        package var desk: DeskID?
        package var start: Int64
        /// nil: no tap bounds it.
        package var end: Int64?
    }

    package struct Note: Sendable, Equatable {
        package var code: TapNote
        package var at: Int64
        /// The tap that gives rise to it; another person's where that took the desk over.
        package var event: UUID
        var order: TapOrder
    }

    struct Mark: Sendable, Equatable {
        var at: Int64
        var flags: RowFlags
    }

    package var workedSeconds: Int64 { seconds { !$0.isPause } }
    package var pauseSeconds: Int64 { seconds { $0.isPause } }

    /// Work that no tap has ended: shown beside what is proven, and never part of it.
    package var unconfirmedSeconds: Int64 {
        guard let last = stretches.last, last.end == nil, !last.isPause else { return 0 }
        return extentEnd - last.start
    }

    private func seconds(_ isCounted: (Stretch) -> Bool) -> Int64 {
        stretches.reduce(0) { sum, stretch in sum + (isCounted(stretch) ? (stretch.end ?? stretch.start) - stretch.start : 0) }
    }
}

/// A pause or an end that found nobody at work. It carries no time.
package struct OrphanTap: Sendable, Equatable {
    package var code: TapNote
    package var event: UUID
    package var office: Int64
    package var at: Int64
    package var workingDay: WorkingDay
    var flags: RowFlags
}
