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

    /// How the desk that a tap names compares with the one of the open session. During a pause that is the desk paused at.
    private func comparison(of desk: DeskID?, _ kind: TapKind, office: Int64) -> DeskComparison {
        guard let desk else { return kind == .start ? .other : .unnamed }
        return desk == claim?.desk && office == claim?.office ? .same : .other
    }

    /// The state after `tap`.
    /// - Parameters:
    ///   - office: the office the tap belongs to; an office number and a desk id name one desk.
    ///   - holdsDesk: whether nobody else has started at the claimed desk since.
    ///   - offices: their settings on the day of a session's start say when it counts as forgotten, and what a double tap is.
    /// - Precondition: `tap` is the latest of this person's taps; an earlier one means deriving again.
    package func after(
        _ tap: Tap, office: Int64, holdsDesk: Bool, in offices: inout OfficeCalendars
    ) -> (presence: Presence, notes: [TapNote]) {
        after(tap.kind, at: tap.desk, order: tap.order, office: office, holdsDesk: holdsDesk, in: &offices)
    }

    /// The same of a tap whose desk may have been forgotten: a start that names none is one of those.
    package func after(
        _ kind: TapKind, at desk: DeskID?, order: TapOrder, office: Int64, holdsDesk: Bool, in offices: inout OfficeCalendars
    ) -> (presence: Presence, notes: [TapNote]) {
        let at = order.at
        guard isOpen(at: at) else {
            // A forgotten end: the session was over before this tap came. No event is invented for it.
            let forgotten: [TapNote] = state == .off ? [] : [.missingEnd]
            let (next, notes) = State.off.after(kind, at: .unnamed, gap: 0, repeatWindow: 0)
            var presence = Presence(state: next, latest: order)
            if next != .off {
                let deadline = offices[office].deadline(ofSessionFrom: at.seconds)
                presence.sessionStart = at
                presence.deadline = deadline.map { Instant(millisecondsSince1970: $0 * 1000) }
                presence.claim = desk.map { Claim(office: office, desk: $0, start: order, since: at) }
            }
            return (presence, forgotten + notes)
        }
        let place = comparison(of: desk, kind, office: office)
        let gap = latest.map { at.seconds - $0.at.seconds } ?? 0
        let start = (sessionStart ?? at).seconds
        let repeatWindow = offices[office].policy(at: start).repeatWindowSeconds
        let (next, notes) = state.after(kind, at: place, gap: gap, repeatWindow: repeatWindow)
        if next == .off { return (Presence(state: .off, latest: order), notes) }
        var presence = self
        presence.state = next
        presence.latest = order
        if kind == .start {
            let since = place == .same && holdsDesk ? claim?.since : nil
            presence.claim = desk.map { Claim(office: office, desk: $0, start: order, since: since ?? at) }
        }
        return (presence, notes)
    }
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
        from log: [LoggedTap], in offices: inout OfficeCalendars,
        lastStartByOthers: (_ office: Int64, _ desk: DeskID, _ before: TapOrder) -> TapOrder?
    ) -> Presence {
        var presence = Presence.off
        for entry in log.sorted(by: { $0.tap.order < $1.tap.order }) {
            var holdsDesk = false
            if let claim = presence.claim {
                let other = lastStartByOthers(claim.office, claim.desk, entry.tap.order)
                holdsDesk = other.map { $0 < claim.start } ?? true
            }
            presence = presence.after(entry.tap, office: entry.office, holdsDesk: holdsDesk, in: &offices).presence
        }
        return presence
    }
}
