import Attendance
import AttendanceStore

/// The record's terms as people read them.
enum RecordWords {
    static func flag(_ name: String) -> String { say("record.flag.\(name)") }

    /// Flags that ask somebody to do something.
    static let urgent: Set = [
        "end_without_start", "missing_end", "pause_without_start", "quarantined", "suspect_missing_pause",
        "suspect_missing_start",
    ]

    static func kind(_ kind: TapKind) -> String { say("tap.\(kind.rawValue)") }

    /// What it was tapped or written with.
    static func source(of event: EventHistory, names: [String: String]) -> String {
        if let addition = event.addition {
            return say("record.source.added", ["who": names[addition.author] ?? addition.author])
        }
        if let reader = event.reader { return say("record.source.reader", ["reader": reader]) }
        return say("record.source.phone")
    }

    static func why(_ reason: QuarantineReason) -> String {
        switch reason {
        case .future: say("record.why.future")
        case .tooOld: say("record.why.tooOld")
        case .unproven: say("record.why.unproven")
        case .beforeEnrolment: say("record.why.beforeEnrolment")
        }
    }

    /// A rejected or other outcome of a correction, for whoever wanted it.
    static func sentence(_ outcome: IngestOutcome) -> String {
        switch outcome {
        case .rejected(.deskRequired): say("correction.deskRequired")
        case .rejected(.badDesk): say("correction.badDesk")
        case .rejected(.reasonRequired): say("correction.sayWhy")
        case .rejected(.badType): say("correction.badType")
        case .rejected(.badKind): say("correction.badKind")
        case .rejected(.future): say("correction.future")
        case .rejected(.emptySet): say("correction.emptySet")
        case .conflict: say("correction.conflict")
        case .duplicate: say("correction.duplicate")
        default: TapAnswer.message(for: outcome, kind: nil, desk: nil)
        }
    }

    /// The error for a correction that was not taken.
    static func error(_ outcome: IngestOutcome) -> WebError {
        WebError(TapAnswer.status(of: outcome), sentence(outcome), reason: outcome.reason ?? outcome.name)
    }
}
