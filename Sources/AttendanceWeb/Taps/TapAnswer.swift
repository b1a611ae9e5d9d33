import Attendance
import AttendanceStore
import HTTPTypes

/// What became of one tap, as programs and people read it.
struct TapAnswer: Encodable, Equatable {
    let id: String?
    let outcome: String
    let reason: String?
    let notes: [String]
    /// A sentence for the person at the desk.
    let message: String

    /// The reason of a tap that a person sent in another's name.
    static let otherPerson = "other_person"

    init(_ report: TapReport, _ outcome: IngestOutcome) {
        id = report.id
        self.outcome = outcome.name
        reason = outcome.reason
        message = Self.message(for: outcome, kind: report.kind.flatMap(TapKind.init), desk: report.desk.flatMap { DeskID($0) })
        if case .accepted(let notes) = outcome { self.notes = notes.map(\.rawValue) } else { notes = [] }
    }

    init(ofSomebodyElse report: TapReport) {
        id = report.id
        outcome = "rejected"
        reason = Self.otherPerson
        notes = []
        message = "This tap is somebody else's. Please send only your own."
    }

    /// A tap of a person's that was not made now.
    init(ofAnotherTime report: TapReport) {
        id = report.id
        outcome = "rejected"
        reason = OwnTime.reason
        notes = []
        message = OwnTime.sentence
    }

    /// A tap by a badge that is not to be recorded.
    init(_ report: TapReport, _ refusal: BadgeRefusal) {
        id = report.id
        outcome = "rejected"
        reason = refusal.reason
        notes = []
        message = refusal.message
    }

    static func message(for outcome: IngestOutcome, kind: TapKind?, desk: DeskID?) -> String {
        switch outcome {
        case .accepted(let notes): accepted(kind, desk, notes)
        case .duplicate: "This tap is already recorded. Nothing to do."
        case .conflict: "Another tap was recorded under the same number, so this one was not. Please tap again."
        case .quarantined(.future):
            "Kept, but its time lies ahead of ours. HR will look at it. Please check this device's clock."
        case .quarantined(.tooOld): "Kept, but it is very old. HR will look at it."
        case .quarantined(.unproven):
            "Kept, but your office wants a start at the desk's own tag, on a reader. HR will look at it."
        case .quarantined(.beforeEnrolment): "Kept, but this badge was not yours yet when it was tapped. HR will look at it."
        case .rejected(let reason): message(for: reason, desk: desk)
        }
    }

    private static func accepted(_ kind: TapKind?, _ desk: DeskID?, _ notes: [TapNote]) -> String {
        let place = desk.map { " at \($0)" } ?? ""
        if notes.contains(.pauseWithoutStart) {
            return "You had not started, so there is nothing to pause. HR will see this tap."
        }
        if notes.contains(.endWithoutStart) { return "You had not started, so there is nothing to end. HR will see this tap." }
        let sentence =
            switch kind {
            case .start where notes.contains(.deskMove): "You moved to \(desk?.description ?? "another desk")."
            case .start where notes.contains(.repeatStart): "You are already at work\(place)."
            case .pause where notes.contains(.repeatPause): "You are already on a break."
            case .start: "You are at work\(place)."
            case .pause: "Enjoy your break. Tap start when you are back."
            case .end, nil: "Done for today. Goodbye."
            }
        return notes.contains(.missingEnd) ? sentence + " Your last day has no end: please say when you left." : sentence
    }

    private static func message(for reason: RejectionReason, desk: DeskID?) -> String {
        switch reason {
        case .badID: "The tap's number is not a UUID."
        case .badType: "Only taps can be sent here."
        case .badTime: "The tap's time is not a date and time with an offset, such as 2026-11-21T09:00:00+09:00."
        case .badUser: "The tap does not say who it is of, or the name is not a user name."
        case .badKind: "A tag says start, pause or end, and this one does not. Please ask for a new tag."
        case .badDesk: "This is not the name of a desk. Please ask for a new tag."
        case .deskRequired: "A start needs a desk, and this tag names none. Please ask for a new tag."
        case .emptySet: "The correction changes nothing that can be changed."
        case .reasonRequired: "A correction needs its author and a reason."
        case .unknownTarget: "There is no such tap to correct."
        case .badOffice: "There is no such office."
        case .future: "The corrected time has not come yet."
        case .unknownPerson: "Nobody with this user name works here."
        case .unknownDesk: "There is no desk \(desk?.description ?? "of that name") here. Please choose another one."
        }
    }

    /// The status for a tap that came alone.
    static func status(of outcome: IngestOutcome) -> HTTPResponse.Status {
        switch outcome {
        case .accepted, .duplicate: .ok
        case .quarantined: .accepted
        case .conflict: .conflict
        case .rejected(.unknownPerson), .rejected(.unknownDesk), .rejected(.unknownTarget): .notFound
        case .rejected(.future): .unprocessableContent
        case .rejected: .badRequest
        }
    }
}
