/// A person's state at one instant, and what the next tap makes of it. Values in, value out: no clock, no database.
///
/// A *session* runs from the start that leaves ``State-swift.enum/off`` to the end. A desk belongs to whoever started there
/// last: the person's own taps say which desk they claim (``claim``), and whether somebody else has started there since is
/// for the caller to know.
package struct Presence: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case off
        case work
        case pause
    }

    /// A desk and the start by which it was taken.
    package struct Claim: Sendable, Equatable {
        package var office: Int64
        package var desk: DeskID
        /// The latest start there. Whoever made the latest start of all at a desk holds it.
        package var start: TapOrder
        /// When this person took the desk: kept through pause, resume and a further start there.
        package var since: Instant

        package init(office: Int64, desk: DeskID, start: TapOrder, since: Instant) {
            self.office = office
            self.desk = desk
            self.start = start
            self.since = since
        }
    }

    package var state: State
    /// When the open session began.
    package var sessionStart: Instant?
    /// The last instant at which the open session can still be ended; nil is no limit.
    package var deadline: Instant?
    package var claim: Claim?
    /// The latest tap that was taken into account.
    package var latest: TapOrder?

    package static let off = Presence(state: .off)

    package init(
        state: State, sessionStart: Instant? = nil, deadline: Instant? = nil, claim: Claim? = nil, latest: TapOrder? = nil
    ) {
        self.state = state
        self.sessionStart = sessionStart
        self.deadline = deadline
        self.claim = claim
        self.latest = latest
    }

    /// Whether the session that the taps opened is still open at `instant`: at the deadline itself it is.
    package func isOpen(at instant: Instant) -> Bool {
        state != .off && deadline.map { instant.seconds <= $0.seconds } ?? true
    }

    /// The state after `tap` at the desk `place`.
    /// - Parameters:
    ///   - office: the office the tap belongs to; an office number and a desk id name one desk.
    ///   - holdsDesk: whether nobody else has started at the claimed desk since.
    /// - Precondition: `tap` is the latest of this person's taps; an earlier one means deriving again.
    package func after(
        _ tap: Tap, office: Int64, holdsDesk: Bool, policy: AttendancePolicy
    ) -> (presence: Presence, notes: [TapNote]) {
        // A forgotten end: the session was over before this tap came. No event is invented for it.
        guard isOpen(at: tap.at) else { return afterTapWhileOff(tap, office: office, policy: policy) }
        var next = self
        var notes: [TapNote] = []
        next.latest = tap.order
        let sameDesk = tap.desk == claim?.desk && office == claim?.office
        let gap = latest.map { tap.at.seconds - $0.at.seconds } ?? 0
        switch tap.kind {
        case .start:
            if let desk = tap.desk {
                let since = sameDesk && holdsDesk ? claim?.since : nil
                next.claim = Claim(office: office, desk: desk, start: tap.order, since: since ?? tap.at)
            }
            if !sameDesk {
                notes.append(.deskMove)
            } else if state == .work {
                notes.append(.repeatStart)
                if gap > policy.repeatWindowSeconds { notes.append(.suspectMissingPause) }
            }
            next.state = .work
        case .pause:
            if tap.desk != nil, !sameDesk { notes.append(.deskMismatch) }
            if state == .pause {
                notes.append(.repeatPause)
                if gap > policy.repeatWindowSeconds { notes.append(.suspectMissingStart) }
            }
            next.state = .pause
        case .end:
            if tap.desk != nil, !sameDesk { notes.append(.deskMismatch) }
            next = Presence(state: .off, latest: tap.order)
        }
        return (next, notes)
    }

    private func afterTapWhileOff(
        _ tap: Tap, office: Int64, policy: AttendancePolicy
    ) -> (presence: Presence, notes: [TapNote]) {
        let forgotten: [TapNote] = state == .off ? [] : [.missingEnd]
        guard tap.kind == .start, let desk = tap.desk else {
            let orphan: TapNote = tap.kind == .pause ? .pauseWithoutStart : .endWithoutStart
            return (Presence(state: .off, latest: tap.order), forgotten + [orphan])
        }
        let start = Instant(millisecondsSince1970: tap.at.seconds * 1000)
        let session = Presence(
            state: .work, sessionStart: tap.at, deadline: policy.maximumSessionSeconds.map { start.adding(seconds: $0) },
            claim: Claim(office: office, desk: desk, start: tap.order, since: tap.at), latest: tap.order)
        return (session, forgotten)
    }
}

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

// MARK: - Deriving again

extension Presence {
    /// A tap of a person's log, with the office it was booked to.
    package struct LoggedTap: Sendable {
        package var tap: Tap
        package var office: Int64

        package init(tap: Tap, office: Int64) {
            self.tap = tap
            self.office = office
        }
    }

    /// The state that a person's whole log gives, in whatever order it arrived.
    /// - Parameter lastStartByOthers: of a desk, the latest start there by anybody else before the given one.
    package static func derived(
        from log: [LoggedTap], policy: AttendancePolicy,
        lastStartByOthers: (_ office: Int64, _ desk: DeskID, _ before: TapOrder) -> TapOrder?
    ) -> Presence {
        var presence = Presence.off
        for entry in log.sorted(by: { $0.tap.order < $1.tap.order }) {
            var holdsDesk = false
            if let claim = presence.claim {
                let other = lastStartByOthers(claim.office, claim.desk, entry.tap.order)
                holdsDesk = other.map { $0 < claim.start } ?? true
            }
            presence = presence.after(entry.tap, office: entry.office, holdsDesk: holdsDesk, policy: policy).presence
        }
        return presence
    }
}
