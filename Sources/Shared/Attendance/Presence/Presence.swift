/// A person's state at one instant, and its transition by the next tap. Pure: no clock, no database.
///
/// A *session* runs from the start that leaves ``State-swift.enum/off`` to the end. A desk is held by the person who started
/// there last. The person's own taps give the desk they claim (``claim``); the caller knows whether another person has
/// started there since.
package struct Presence: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case off
        case work
        case pause
    }

    /// A desk and the start that claimed it.
    package struct Claim: Sendable, Equatable {
        package var office: OfficeID
        package var desk: DeskID
        /// This person's latest start at the desk. The latest start of all people at a desk holds it.
        package var start: TapOrder
        /// When this person took the desk. A pause, a resume or another start there keeps it.
        package var since: Instant

        package init(office: OfficeID, desk: DeskID, start: TapOrder, since: Instant) {
            self.office = office
            self.desk = desk
            self.start = start
            self.since = since
        }
    }

    package var state: State
    /// When the state began; a repeated tap does not change it. While ``State-swift.enum/off``: the end of the last session; nil
    /// if no end closed it, or if a pause or an end followed that did not repeat this end.
    package var stateSince: Instant?
    /// The start of the open session.
    package var sessionStart: Instant?
    /// The last instant at which the open session can be ended; nil: no limit.
    package var deadline: Instant?
    package var claim: Claim?
    /// Until when a start at the same desk, or on a break a pause, is a double tap of the latest tap. While
    /// ``State-swift.enum/off``: until when a pause or an end repeats the end that closed the last session; nil: no end did.
    package var repeatsUntil: Instant?
    /// The latest tap applied.
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

    /// Whether the session is still open at `instant`. At the deadline itself it is.
    package func isOpen(at instant: Instant) -> Bool {
        state != .off && deadline.map { instant.seconds <= $0.seconds } ?? true
    }

    /// The state after `tap`. Rule: the state table in Attendance.docc.
    /// - Parameters:
    ///   - office: the office of the tap. Office number and desk id together identify a desk.
    ///   - holdsDesk: whether no other person has started at the claimed desk since.
    ///   - offices: the settings of the day on which the session started give its deadline and the repeat window.
    /// - Precondition: `tap` is the latest tap of this person. For an earlier tap, use
    ///   ``derived(from:in:lastStartByOthers:)``.
    package func after(
        _ tap: Tap, office: OfficeID, holdsDesk: Bool, in offices: inout OfficeCalendars
    ) -> (presence: Presence, notes: [TapNote]) {
        after(tap.kind, at: tap.desk, order: tap.order, office: office, holdsDesk: holdsDesk, in: &offices)
    }

    /// The same for a tap without a desk: a start away from a desk, or whose desk was erased.
    package func after(
        _ kind: TapKind, at desk: DeskID?, order: TapOrder, office: OfficeID, holdsDesk: Bool, in offices: inout OfficeCalendars
    ) -> (presence: Presence, notes: [TapNote]) {
        let at = order.at
        guard isOpen(at: at) else {
            // The session was over before this tap (note `missing_end`). No end is invented for it.
            let autoClosed: [TapNote] = state == .off ? [] : [.missingEnd]
            let isSoon = state == .off && repeatsUntil.map { at.seconds <= $0.seconds } ?? false
            let (next, notes) = State.off.after(kind, at: .unnamed, isSoon: isSoon)
            var presence = Presence(state: next, latest: order)
            if next == .off {
                if isSoon { (presence.stateSince, presence.repeatsUntil) = (stateSince, repeatsUntil) }
            } else {
                presence.stateSince = at
                presence.repeatsUntil = at + offices[office].policy(at: at.seconds).repeatWindow
                let deadline = offices[office].deadline(ofSessionFrom: at.seconds)
                presence.sessionStart = at
                presence.deadline = deadline.map { Instant(millisecondsSince1970: $0 * 1000) }
                presence.claim = desk.map { Claim(office: office, desk: $0, start: order, since: at) }
            }
            return (presence, autoClosed + notes)
        }
        let comparison = DeskComparison(desk, of: kind, in: office, with: claim?.desk, in: claim?.office)
        let gap = latest.map { at.wholeSeconds(since: $0.at) } ?? .zero
        let start = (sessionStart ?? at).seconds
        let repeatWindow = offices[office].policy(at: start).repeatWindow
        let (next, notes) = state.after(kind, at: comparison, isSoon: gap <= repeatWindow)
        if next == .off {
            var presence = Presence(state: .off, latest: order)
            presence.stateSince = at
            presence.repeatsUntil = at + repeatWindow
            return (presence, notes)
        }
        var presence = self
        presence.state = next
        if next != state { presence.stateSince = at }
        presence.latest = order
        presence.repeatsUntil = at + repeatWindow
        if kind == .start {
            let since = comparison == .same && holdsDesk ? claim?.since : nil
            presence.claim = desk.map { Claim(office: office, desk: $0, start: order, since: since ?? at) }
        }
        return (presence, notes)
    }
}

// MARK: - Derivation from the log

extension Presence {
    /// A tap of a person's log, with the office it was booked to.
    package struct LoggedTap: Sendable {
        package var tap: Tap
        package var office: OfficeID

        package init(tap: Tap, office: OfficeID) {
            self.tap = tap
            self.office = office
        }
    }

    /// The state after all taps of a person's log, in any order.
    /// - Parameter lastStartByOthers: the latest start of another person at the desk before the given tap; nil if none.
    package static func derived(
        from log: [LoggedTap], in offices: inout OfficeCalendars,
        lastStartByOthers: (_ office: OfficeID, _ desk: DeskID, _ before: TapOrder) -> TapOrder?
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
