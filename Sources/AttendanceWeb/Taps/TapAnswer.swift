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
        message = say("tap.somebodyElses")
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

    /// - Parameter origin: the desk that a move was from, where that is known.
    static func message(for outcome: IngestOutcome, kind: TapKind?, desk: DeskID?, from origin: String? = nil) -> String {
        switch outcome {
        case .accepted(let notes): accepted(kind, desk, notes, from: origin)
        case .duplicate: say("tap.duplicate")
        case .conflict: say("tap.conflict")
        case .quarantined(.future): say("tap.kept.future")
        case .quarantined(.tooOld): say("tap.kept.tooOld")
        case .quarantined(.unproven): say("tap.kept.unproven")
        case .quarantined(.beforeEnrolment): say("tap.kept.beforeEnrolment")
        case .rejected(let reason): message(for: reason, desk: desk)
        }
    }

    /// Why a start waits, and how it would count at once.
    static func message(ofUnproven requirement: StartRequirement) -> String {
        let ways =
            (requirement.networks.isEmpty ? [] : [say("tap.way.network")])
            + (requirement.acceptsReader ? [say("tap.way.reader")] : [])
            + (requirement.proof == .none ? [] : [say("tap.way.tag")])
        return say("tap.waits", ["ways": ways.saidTogether("tap.way.or")])
    }

    private static func accepted(_ kind: TapKind?, _ desk: DeskID?, _ notes: [TapNote], from origin: String?) -> String {
        func at(_ desk: DeskID?, _ key: String, otherwise plain: String) -> String {
            desk.map { say(key, ["desk": $0.description]) } ?? say(plain)
        }
        if notes.contains(.pauseWithoutStart) { return say("tap.nothingToPause") }
        if notes.contains(.endWithoutStart) { return say("tap.nothingToEnd") }
        var sentence =
            switch kind {
            case .start where notes.contains(.deskMove):
                if let desk, let origin {
                    say("tap.movedFrom", ["desk": desk.description, "from": origin])
                } else {
                    at(desk, "tap.moved", otherwise: "tap.movedSomewhere")
                }
            case .start where notes.contains(.repeatStart): at(desk, "tap.alreadyAtWorkAt", otherwise: "tap.alreadyAtWork")
            case .pause where notes.contains(.repeatPause): say("tap.alreadyOnBreak")
            case .start: at(desk, "tap.atWorkAt", otherwise: "tap.atWork")
            case .pause: say("tap.onBreak")
            case .end, nil: say("tap.done")
            }
        func add(_ further: String) { sentence = say("tap.and", ["first": sentence, "second": further]) }
        if notes.contains(.deskTakenOver), let desk { add(say("tap.takenOver", ["desk": desk.description])) }
        if notes.contains(.missingEnd) { add(say("tap.missingEnd")) }
        return sentence
    }

    private static func message(for reason: RejectionReason, desk: DeskID?) -> String {
        switch reason {
        case .badID: say("tap.bad.id")
        case .badType: say("tap.bad.type")
        case .badTime: say("tap.bad.time")
        case .badUser: say("tap.bad.user")
        case .badKind: say("tap.bad.kind")
        case .badDesk: say("tap.bad.desk")
        case .deskRequired: say("tap.bad.deskRequired")
        case .emptySet: say("tap.bad.emptySet")
        case .reasonRequired: say("tap.bad.reasonRequired")
        case .unknownTarget: say("tap.bad.unknownTarget")
        case .badOffice: say("tap.bad.office")
        case .future: say("tap.bad.future")
        case .unknownPerson: say("tap.bad.unknownPerson")
        case .notInScope: say("tap.bad.notInScope")
        case .unknownDesk:
            desk.map { say("tap.bad.unknownDesk", ["desk": $0.description]) } ?? say("tap.bad.unnamedDesk")
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
        case .rejected(.notInScope): .forbidden
        case .rejected: .badRequest
        }
    }
}
