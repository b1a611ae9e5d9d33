import Attendance
import AttendanceStore
import Localization

/// The localized terms of the record.
enum RecordWords {
    static func flag(_ name: String) -> String { localized("record.flag.\(name)") }

    /// Flags that require a correction. A repeated tap alone requires none: the person is asked first (``MissingTap``).
    static let urgent = Set(RowFlags.urgent.subtracting([.suspectMissingPause, .suspectMissingStart]).names)

    /// - Parameter isResume: the tap is a start after a break.
    static func kind(_ kind: TapKind, isResume: Bool = false) -> String {
        isResume ? localized("tap.step.resume") : localized("tap.\(kind.rawValue)")
    }

    /// - Parameters:
    ///   - isResume: the tap is a start after a break.
    ///   - isMove: the tap is a start at another desk, or away from one.
    static func kind(of event: RecordedEvent, isResume: Bool, isMove: Bool) -> String {
        guard isMove, !isResume else { return kind(event.kind, isResume: isResume) }
        if event.isAway { return localized("tap.movedAway") }
        guard let desk = event.desk else { return kind(event.kind) }
        return localized("tap.movedTo", ["movedTo": desk.description])
    }

    /// The kind of a tap with its time.
    static func tap(_ kind: TapKind, isResume: Bool = false, at time: String) -> String {
        localized("record.tapAt", ["kind": Self.kind(kind, isResume: isResume), "time": time])
    }

    /// What a tap is, with its desk if it has one.
    static func atDesk(_ desk: DeskID?, isAway: Bool = false, _ what: String) -> String {
        if isAway { return localized("record.whatAway", ["what": what]) }
        return desk.map { localized("record.atDesk", ["what": what, "desk": $0.description]) } ?? what
    }

    /// The desk, or that the work is away from one; nil: it is not known.
    static func place(_ desk: DeskID?, isAway: Bool) -> String? { isAway ? localized("record.away") : desk?.description }

    /// The source of an event: a phone, a reader, the own page or an addition; and the proof if it is of the tag itself.
    static func source(of event: EventHistory, names: [String: String]) -> String {
        if let addition = event.addition {
            return localized("record.source.added", ["who": names[addition.author] ?? addition.author])
        }
        let source = source(reader: event.reader, isWithoutTag: event.isWithoutTag)
        guard let proof = event.proof, [.certificate, .sun].contains(proof) else { return source }
        return localized("record.source.\(proof.rawValue)", ["source": source])
    }

    /// The source of a tap.
    static func source(reader: String?, isWithoutTag: Bool) -> String {
        if let reader { return localized("record.source.reader", ["reader": reader]) }
        return localized(isWithoutTag ? "record.source.withoutTag" : "record.source.phone")
    }

    static func why(_ reason: QuarantineReason) -> String {
        switch reason {
        case .future: localized("record.why.future")
        case .tooOld: localized("record.why.tooOld")
        case .unproven: localized("record.why.unproven")
        case .beforeEnrolment: localized("record.why.beforeEnrolment")
        }
    }

    /// From when the time of a day without a clock-out does not count, and what makes it count; nil if all of it counts or the person
    /// is still at work.
    static func uncountedSince(_ row: DailyRow, _ clock: LocalClock) -> String? {
        row.uncountedSince.map { localized("record.uncountedSince", ["since": clock.time($0, on: row.key.date)]) }
    }

    /// The message for the outcome of a correction.
    static func sentence(_ outcome: IngestOutcome) -> String {
        switch outcome {
        case .rejected(.deskRequired): localized("correction.deskRequired")
        case .rejected(.badDesk): localized("correction.badDesk")
        case .rejected(.reasonRequired): localized("correction.sayWhy")
        case .rejected(.badType): localized("correction.badType")
        case .rejected(.badKind): localized("correction.badKind")
        case .rejected(.future): localized("correction.future")
        case .rejected(.emptySet): localized("correction.emptySet")
        case .conflict: localized("correction.conflict")
        case .duplicate: localized("correction.duplicate")
        default: TapWords.message(for: outcome, kind: nil, desk: nil)
        }
    }

    /// The error for a correction that was not recorded.
    static func error(_ outcome: IngestOutcome) -> WebError {
        WebError(outcome.status, sentence(outcome), reason: Reason(outcome))
    }
}
