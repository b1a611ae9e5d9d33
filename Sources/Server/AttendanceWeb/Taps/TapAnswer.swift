import Attendance
import AttendanceStore
import HTTPTypes
import Localization
import WebServer

/// The outcome of one tap, for programs and people.
struct TapAnswer: Equatable {
    let id: String?
    let outcome: String
    let reason: Reason?
    let notes: [String]
    /// A sentence for the person at the desk.
    let message: String

    init(_ report: TapReport, _ outcome: TapOutcome) {
        id = report.id
        // Readers know two kinds of answers to a badge: its tap is recorded, or it is `rejected` for a reason. One that enrols its
        // badge is not recorded.
        self.outcome = if case .log(let outcome) = outcome { outcome.name } else { "rejected" }
        notes = if case .log(.accepted(let notes)) = outcome { notes.map(\.rawValue) } else { [] }
        (reason, message) =
            switch outcome {
            case .log(let outcome):
                (
                    outcome.reason.flatMap(Reason.init),
                    TapWords.message(
                        for: outcome, kind: report.kind.flatMap(TapKind.init), desk: report.desk.flatMap { DeskID($0) })
                )
            case .badgeEnrolled(let name): (.badgeEnrolled, localized("badge.enrolled", ["name": name]))
            case .badgeUnknown: (.unknownBadge, localized("badge.unknown"))
            case .badgeMalformed: (.badBadge, localized("badge.bad"))
            case .badgeRandom: (.randomBadge, localized("badge.random"))
            case .otherPerson: (.otherPerson, localized("tap.somebodyElses"))
            case .notNow: (.notNow, localized("tap.notNow"))
            case .wrongWord: (.wrongWord, localized("tap.wrongWord"))
            }
    }

    var json: JSONObject {
        JSONObject([
            ("id", id.map { .text($0) }), ("outcome", .text(outcome)), ("reason", reason.map { .text($0.rawValue) }),
            ("notes", .texts(notes)), ("message", .text(message)),
        ])
    }

    /// The status for a single tap.
    static func status(of outcome: TapOutcome) -> HTTPResponse.Status {
        switch outcome {
        case .log(let outcome): outcome.status
        case .notNow: .unprocessableContent
        case .otherPerson, .wrongWord: .forbidden
        // Only lists contain badges.
        case .badgeEnrolled, .badgeUnknown, .badgeMalformed, .badgeRandom: .badRequest
        }
    }
}
