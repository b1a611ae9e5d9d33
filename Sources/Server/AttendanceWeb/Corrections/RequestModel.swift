import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

extension CorrectionRequest {
    /// The event to correct; nil for an addition.
    var target: UUID? { record.target }

    /// The instant of the event to correct and the requested instant, as far as they exist.
    func instants(target: RecordedEvent?) -> [Instant] { record.instants(target: target) }

    /// The requested tap, or the tap to delete, such as `clock-in 08:30`; nil if it is not known.
    func tapWords(target: RecordedEvent?, _ clock: LocalClock) -> String? {
        var (kind, at) = (target?.kind, target?.at)
        switch record {
        case .tap(let tap), .add(let tap, _): (kind, at) = (tap.kind, tap.at)
        case .correction(let correction):
            if case .amend(let amendment) = correction.change { (kind, at) = (amendment.kind ?? kind, amendment.at ?? at) }
        }
        guard let kind, let at else { return nil }
        return localized(
            "record.tapAt", ["kind": localized("request.kind.\(kind.rawValue)"), "time": clock.brief(at.seconds)])
    }

    /// Why the request can no longer be approved; nil if it can be, or is decided.
    var lackWords: String? {
        state == .open && missingValue != nil ? localized("request.lack") : nil
    }
}

/// A correction request as pages show it, or the requests for a whole day as one.
struct RequestModel: Sendable {
    let id: String
    /// Whether it is about a whole day, which is decided at once.
    let isDay: Bool
    /// The name of the record's owner.
    let owner: String
    /// The record, at the day of the request.
    var recordAddress: String
    /// The name of the record's owner, in a list of requests that the viewer made about other records.
    let about: String?
    /// The time of the request, and the requester if it is not the record's owner.
    let asked: String
    /// The requested change as a sentence.
    let change: String
    /// The time zone of ``change``; nil: that of the page.
    let zone: String?
    let reason: String
    let state: String
    let stateWords: String
    let isOpenRequest: Bool
    /// Whether it asks for a missing clock-out.
    let addsEnd: Bool
    let changedSince: String?
    let missingValue: String?
    let canApprove: Bool
    let decision: String?
    let comment: String?
    let canWithdraw: Bool
    var canDecide = false
    /// What it would change, for the people who can decide or withdraw it (``RequestEffects``).
    var effects: [String] = []
    /// Warns about a break without a return; nil: there is nothing to warn about.
    var resumeWarning: String?
    /// The taps of its day as they are, for the people who can decide it.
    var dayTaps: String?
    /// Approves all requests for the same record; nil: it is the only one, or another one's card has the button.
    var approvesAll: ApproveAll?
    /// The comment of a decision that failed, and why it failed.
    var submitted: String?
    var decisionProblem: String?
    /// Whether the form with the comment is open.
    var isRejecting = false
    /// The page to return to; nil for the list of requests.
    var back: String?
    let approveAddress: String
    let refuseAddress: String
    let withdrawAddress: String

    /// The requests for one record that can be approved together.
    struct ApproveAll: Sendable {
        /// A request to approve, or the first one of a whole day.
        struct Choice: Sendable {
            let id: String
            /// ``wholeDay`` or ``single``, as its card shows it.
            let value: String
        }

        static let wholeDay = "day"
        static let single = "yes"

        let count: Int
        let choices: [Choice]
    }

    /// A request for a viewer who may see the record.
    /// - Parameter requests: an element of `byDay`.
    init(_ requests: [CorrectionRequest], target: RecordedEvent?, _ clocks: inout RequestClocks, for viewer: Person) {
        let clock = clocks.clock(of: requests[0], target)
        let tap = target.map { Self.words(of: $0, Self.words($0.at, clock)) } ?? localized("request.keptNoMore")
        self.init(requests, tap: tap, target, &clocks, for: viewer)
    }

    /// A request about another person for its requester. It shows the requested change, but nothing of the current record.
    /// - Parameter requests: an element of `byDay`.
    init(forAnother requests: [CorrectionRequest], _ clocks: inout RequestClocks, by requester: Person) {
        self.init(
            requests, tap: localized("request.aTap"), nil, &clocks, for: requester, about: requests[0].person.displayName)
    }

    private init(
        _ requests: [CorrectionRequest], tap: String, _ target: RecordedEvent?, _ clocks: inout RequestClocks,
        for viewer: Person, about: String? = nil
    ) {
        let request = requests[0]
        self.about = about
        id = request.id.uuidString.lowercased()
        isDay = requests.count > 1
        owner = request.person.displayName
        let (clock, page) = (clocks.clock(of: request, target), clocks.page)
        zone = clock.zone.name == page.zone.name ? nil : clock.zone.name
        recordAddress = Self.address(of: request.person.userName, on: clocks.calendars.days(of: request, target).last?.date)
        let askedBy = about != nil || request.askerID == request.personID ? nil : request.requester.displayName
        change = requests.count > 1 ? Self.dayWords(requests, clock) : Self.change(request, tap, target, clock)
        reason = request.reason
        let askedAt = page.dayAndTime(request.askedAt.seconds)
        asked =
            askedBy.map { localized("request.askedBy", ["askedBy": $0, "askedAt": askedAt]) }
            ?? localized("request.askedAt", ["askedAt": askedAt])
        state = request.state.rawValue
        stateWords = localized("request.state.\(state)")
        isOpenRequest = request.state == .open
        addsEnd = if case .add(let tap, _) = request.record { tap.kind == .end } else { false }
        changedSince =
            !requests.contains(where: \.isStale)
            ? nil
            : request.target == nil
                ? localized("request.another")
                : localized("request.changed")
        missingValue = about == nil ? requests.compactMap(\.lackWords).first : nil
        canApprove = requests.allSatisfy { $0.missingValue == nil }
        decision = request.decision.map { decision in
            localized("request.fate", ["who": decision.by.displayName, "when": page.dayAndTime(decision.at.seconds)])
        }
        comment = request.decision?.comment
        canWithdraw = request.state == .open && request.askerID == viewer.id
        approveAddress = Address.approve(id)
        refuseAddress = Address.refuse(id)
        withdrawAddress = Address.withdraw(id)
    }

    mutating func show(_ effect: RequestEffects.Effect) { (effects, resumeWarning) = (effect.lines, effect.warning) }

    /// A person's record, at a day.
    static func address(of user: String, on day: CivilDate?) -> String { Address.person(user) + (day.map(Self.day) ?? "") }

    /// The part of a record's address that opens a day.
    static func day(_ day: CivilDate) -> String { Self.day(day, id: "day-\(day)") }

    /// - Parameter id: of the day's element.
    static func day(_ day: CivilDate, id: String) -> String { "?month=\(day.yearAndMonth)&day=\(day)#\(id)" }

    static func words(_ instant: Instant, _ clock: LocalClock) -> String {
        localized("date.dayAndTime", ["day": clock.date(instant.seconds).long, "time": clock.brief(instant.seconds)])
    }

    /// - Parameter when: the time of the event, or only its day.
    private static func words(of event: RecordedEvent, _ when: String) -> String {
        RecordWords.atDesk(
            event.desk, isAway: event.isAway, localized("request.tapOf", ["kind": kind(event.kind), "when": when]))
    }

    private static func kind(_ kind: TapKind) -> String { localized("request.kind.\(kind.rawValue)") }

    /// Such as `Add Thursday 19 November: 08:55 – 17:30, break 12:00 – 12:45, at 6F-A1.`
    /// - Parameter requests: of a whole day, in the order of their times.
    private static func dayWords(_ requests: [CorrectionRequest], _ clock: LocalClock) -> String {
        let times = requests.compactMap(\.addedTap?.at.seconds)
        let pause =
            times.count == 4
            ? localized("request.day.break", ["from": clock.brief(times[1]), "to": clock.brief(times[2])]) : nil
        let work = localized("request.day.hours", ["from": clock.brief(times[0]), "to": clock.brief(times[times.count - 1])])
        let what = [work, pause].compactMap(\.self).localizedList("record.separator")
        return localized(
            "request.day",
            [
                "day": clock.date(times[0]).long,
                "what": RecordWords.atDesk(requests[0].addedTap?.desk, isAway: requests[0].isAway, what),
            ])
    }

    /// - Parameter tap: the target as text.
    private static func change(
        _ request: CorrectionRequest, _ tap: String, _ target: RecordedEvent?, _ clock: LocalClock
    ) -> String {
        switch request.record {
        case .tap(let tap), .add(let tap, _):
            let missing = localized("request.tapOn", ["kind": kind(tap.kind), "when": words(tap.at, clock)])
            return localized("request.add", ["tap": RecordWords.atDesk(tap.desk, isAway: request.isAway, missing)])
        case .correction(let correction):
            guard case .amend(let amendment) = correction.change else { return localized("request.takeOut", ["tap": tap]) }
            var (tap, changes) = (tap, [] as [String])
            if let new = amendment.at {
                let newDay = clock.date(new.seconds)
                if let target {
                    let day = clock.date(target.at.seconds)
                    // Seconds matter only within a minute.
                    let isSameMinute = target.at.seconds / 60 == new.seconds / 60
                    func time(_ at: Instant) -> String { isSameMinute ? clock.brief(at.seconds) : clock.time(at.seconds) }
                    let after =
                        day == newDay
                        ? time(new) : localized("date.dayAndTime", ["day": newDay.long, "time": time(new)])
                    tap = words(of: target, day.long)
                    changes.append(localized("request.change.moved", ["before": time(target.at), "after": after]))
                } else {
                    changes.append(localized("request.change.time", ["time": words(new, clock)]))
                }
            }
            if let kind = amendment.kind { changes.append(localized("request.change.kind", ["kind": Self.kind(kind)])) }
            switch amendment.desk {
            case .named(let desk): changes.append(localized("request.change.desk", ["desk": desk.description]))
            case .unnamed:
                let isAway = target?.isAdded == true && (amendment.kind ?? target?.kind) == .start
                changes.append(localized(isAway ? "request.change.away" : "request.change.noDesk"))
            case nil: break
            }
            if let office = amendment.office { changes.append(localized("request.change.office", ["office": office])) }
            if changes.isEmpty { return localized("request.change.erased", ["tap": tap]) }
            return localized("request.change", ["tap": tap, "changes": changes.localizedList("request.also")])
        }
    }
}
