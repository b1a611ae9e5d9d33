import Attendance
import AttendanceStore

/// The record's terms as people read them.
enum RecordWords {
    static func flag(_ name: String) -> String {
        switch name {
        case "continued": "goes on from the day before"
        case "continues_next_day": "goes on the next day"
        case "corrected": "corrected"
        case "end_without_start": "an end without a start"
        case "late": "a tap arrived late"
        case "missing_end": "no end"
        case "moved": "a tap was moved to another day"
        case "open": "not ended yet"
        case "pause_without_start": "a break without a start"
        case "quarantined": "a tap is put aside"
        case "suspect_missing_pause": "a break may be missing"
        case "suspect_missing_start": "the end of a break may be missing"
        case "voided": "a tap was taken out"
        default: name
        }
    }

    /// Flags that ask somebody to do something.
    static let urgent: Set = [
        "end_without_start", "missing_end", "pause_without_start", "quarantined", "suspect_missing_pause",
        "suspect_missing_start",
    ]

    static func kind(_ kind: TapKind) -> String {
        switch kind {
        case .start: "Start"
        case .pause: "Pause"
        case .end: "End"
        }
    }

    /// What it was tapped or written with.
    static func source(of event: EventHistory, names: [String: String]) -> String {
        if let addition = event.addition { return "added by \(names[addition.author] ?? addition.author)" }
        if let reader = event.reader { return "reader “\(reader)”" }
        return "phone"
    }

    static func why(_ reason: QuarantineReason) -> String {
        switch reason {
        case .future: "its time lay ahead of ours when it arrived"
        case .tooOld: "it was very old when it arrived"
        case .unproven: "its tag did not prove that somebody was there"
        case .beforeEnrolment: "its badge was not theirs yet, so somebody else may have tapped"
        }
    }

    /// A rejected or other outcome of a correction, for whoever wanted it.
    static func sentence(_ outcome: IngestOutcome) -> String {
        switch outcome {
        case .rejected(.deskRequired): "A start needs a desk. Please name it."
        case .rejected(.badDesk): "This is not the name of a desk, such as 6F-A3."
        case .rejected(.reasonRequired): "Please say why."
        case .rejected(.badType): "This can be an addition (add), an amendment (amend) or a void (void)."
        case .rejected(.badKind): "A tap is a start, a pause or an end."
        case .rejected(.future): "This time has not come yet. Please give one that has passed."
        case .rejected(.emptySet): "Nothing is changed by this. Please give another time, kind or desk."
        case .conflict: "Something else was recorded under this number. Please begin again."
        case .duplicate: "This is recorded already."
        default: TapAnswer.message(for: outcome, kind: nil, desk: nil)
        }
    }

    /// The error for a correction that was not taken.
    static func error(_ outcome: IngestOutcome) -> WebError {
        WebError(TapAnswer.status(of: outcome), sentence(outcome), reason: outcome.reason ?? outcome.name)
    }
}
