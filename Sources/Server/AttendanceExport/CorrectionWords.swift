package import Attendance
import AttendanceStore
package import Localization

/// The corrections of an event in words, one after the other, each with what it changed: the texts of the record's page and of exports.
package struct CorrectionWords {
    private var kind: TapKind?
    private var at: Instant
    private var desk: DeskID?
    /// Whether an authorised person added the tap: only then can a start be away from a desk.
    private let isAdded: Bool
    private var isAway: Bool
    /// Whether the tap is held, and whether a correction voided it.
    private var isHeld: Bool
    private var isVoided = false
    private let date: CivilDate
    private let clock: LocalClock

    /// - Parameters:
    ///   - kind: before any correction, as are the instant and the desk.
    ///   - isAdded: whether it is an addition.
    ///   - isAway: whether it was added as work away from a desk.
    ///   - isHeld: whether the tap was quarantined.
    ///   - date: the day on which times have no date.
    package init(
        _ kind: TapKind?, at instant: Instant, _ desk: DeskID?, isAdded: Bool, isAway: Bool, isHeld: Bool, on date: CivilDate,
        _ clock: LocalClock
    ) {
        (self.kind, at, self.desk, self.isHeld, self.date, self.clock) = (kind, instant, desk, isHeld, date, clock)
        (self.isAdded, self.isAway) = (isAdded, isAway)
    }

    package static func addition(by who: String) -> String { localized("record.step.added", ["who": who]) }

    /// The next correction, such as `Cy discarded this`.
    /// - Parameter isUndo: whether the person who made the tap undid it.
    package mutating func apply(_ change: Correction.Change, isUndo: Bool, by who: String) -> String {
        var (did, changes) = ("changed", [] as [String])
        switch change {
        case .void: (did, isVoided) = (isUndo ? "undone" : isHeld ? "discarded" : "voided", true)
        // Without a void before it, the tap was held.
        case .restore: (did, isVoided, isHeld) = (isVoided ? "restored" : "released", false, false)
        case .amend(let amendment): changes = apply(amendment)
        }
        return localized("record.step.\(did)", ["who": who, "changes": changes.localizedList("record.step.also")])
    }

    private mutating func apply(_ amendment: Amendment) -> [String] {
        func change(_ what: String, _ before: String, _ after: String) -> String {
            localized("record.step.\(what)", ["before": before, "after": after])
        }
        func words(_ desk: DeskID?, isAway: Bool) -> String {
            desk?.description ?? localized(isAway ? "record.step.away" : "record.step.noDesk")
        }
        func words(_ kind: TapKind?) -> String { kind.map { localized("tap.\($0.rawValue)") } ?? "" }
        var changes: [String] = []
        if let new = amendment.at {
            changes.append(change("time", clock.stamp(at, on: date), clock.stamp(new, on: date)))
            (at, isHeld) = (new, false)
        }
        if let new = amendment.kind {
            changes.append(change("kind", words(kind), words(new)))
            kind = new
        }
        if let new = amendment.desk {
            let isAway = isAdded && kind == .start && new == .unnamed
            changes.append(change("desk", words(desk, isAway: self.isAway), words(new.id, isAway: isAway)))
            (desk, self.isAway) = (new.id, isAway)
        }
        if let office = amendment.office { changes.append(localized("record.step.office", ["office": office])) }
        return changes
    }

    /// The changes of an exported event, with the local time and the reason of each.
    static func text(_ changes: EventChanges, of event: ExportedEvent, on date: CivilDate, _ clock: LocalClock) -> String {
        func step(_ did: String, _ at: Instant, _ reason: String?, requester: String?) -> String {
            let did = requester.map { localized("record.step.asAsked", ["did": did, "requester": $0]) } ?? did
            let when = localized("export.step", ["did": did, "at": clock.dayAndTimeWithSeconds(at.seconds)])
            return reason.map { localized("export.stepBecause", ["step": when, "reason": $0]) } ?? when
        }
        var words = CorrectionWords(
            changes.kind, at: Instant(rfc3339: event.atOriginal) ?? event.at, changes.desk, isAdded: changes.addition != nil,
            isAway: changes.wasAway, isHeld: changes.wasHeld, on: date, clock)
        var steps: [String] = []
        if let addition = changes.addition {
            steps.append(
                step(Self.addition(by: addition.name), event.receivedAt, addition.reason, requester: addition.requester))
        }
        for change in changes.steps {
            let did = words.apply(change.change, isUndo: change.isUndo, by: change.name)
            steps.append(step(did, change.receivedAt, change.isUndo ? nil : change.reason, requester: change.requester))
        }
        return steps.joined(separator: "; ")
    }
}

extension LocalClock {
    /// `HH:MM:SS`, with the date if it is not `date`.
    package func stamp(_ instant: Instant, on date: CivilDate) -> String {
        let (day, time) = (self.date(instant.seconds), timeWithSeconds(instant.seconds))
        return day == date ? time : localized("record.onDay", ["what": time, "day": day.short])
    }
}
