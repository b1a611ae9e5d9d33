import Attendance
import AttendanceStore
import HTTPTypes
import Localization

/// What became of one tap, as programs and people read it.
struct TapAnswer: Encodable, Equatable {
    let id: String?
    let outcome: String
    let reason: Reason?
    let notes: [String]
    /// A sentence for the person at the desk.
    let message: String

    init(_ report: TapReport, _ outcome: IngestOutcome) {
        id = report.id
        self.outcome = outcome.name
        reason = outcome.reason.flatMap(Reason.init)
        message = Self.message(for: outcome, kind: report.kind.flatMap(TapKind.init), desk: report.desk.flatMap { DeskID($0) })
        if case .accepted(let notes) = outcome { self.notes = notes.map(\.rawValue) } else { notes = [] }
    }

    init(ofSomebodyElse report: TapReport) {
        id = report.id
        outcome = "rejected"
        reason = .otherPerson
        notes = []
        message = localized("tap.somebodyElses")
    }

    /// A tap of a person's that was not made now.
    init(ofAnotherTime report: TapReport) {
        id = report.id
        outcome = "rejected"
        reason = TapTimePolicy.reason
        notes = []
        message = TapTimePolicy.sentence
    }

    /// A tap by a badge that is not to be recorded.
    init(_ report: TapReport, _ refusal: BadgeTapOutcome) {
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
        case .duplicate: localized("tap.duplicate")
        case .conflict: localized("tap.conflict")
        case .quarantined(.future): localized("tap.kept.future")
        case .quarantined(.tooOld): localized("tap.kept.tooOld")
        case .quarantined(.unproven): localized("tap.kept.unproven")
        case .quarantined(.beforeEnrolment): localized("tap.kept.beforeEnrolment")
        case .rejected(let reason): message(for: reason, desk: desk)
        }
    }

    /// Why a start waits, and how it would count at once.
    static func message(ofUnproven requirement: StartRequirement) -> String {
        let ways =
            (requirement.networks.isEmpty ? [] : [localized("tap.way.network")])
            + (requirement.acceptsReader ? [localized("tap.way.reader")] : [])
            + (requirement.proof == .none ? [] : [localized("tap.way.tag")])
        return localized("tap.waits", ["ways": ways.localizedList("tap.way.or")])
    }

    private static func accepted(_ kind: TapKind?, _ desk: DeskID?, _ notes: [TapNote], from origin: String?) -> String {
        func at(_ desk: DeskID?, _ key: String, otherwise plain: String) -> String {
            desk.map { localized(key, ["desk": $0.description]) } ?? localized(plain)
        }
        if notes.contains(.pauseWithoutStart) { return localized("tap.nothingToPause") }
        if notes.contains(.endWithoutStart) { return localized("tap.nothingToEnd") }
        var sentence =
            switch kind {
            case .start where notes.contains(.deskMove):
                if let desk, let origin {
                    localized("tap.movedFrom", ["desk": desk.description, "from": origin])
                } else {
                    at(desk, "tap.moved", otherwise: "tap.movedSomewhere")
                }
            case .start where notes.contains(.repeatStart): at(desk, "tap.alreadyAtWorkAt", otherwise: "tap.alreadyAtWork")
            case .pause where notes.contains(.repeatPause): localized("tap.alreadyOnBreak")
            case .start: at(desk, "tap.atWorkAt", otherwise: "tap.atWork")
            case .pause: localized("tap.onBreak")
            case .end, nil: localized("tap.done")
            }
        func add(_ further: String) { sentence = localized("tap.and", ["first": sentence, "second": further]) }
        if notes.contains(.deskTakenOver), let desk { add(localized("tap.takenOver", ["desk": desk.description])) }
        if notes.contains(.missingEnd) { add(localized("tap.missingEnd")) }
        return sentence
    }

    private static func message(for reason: RejectionReason, desk: DeskID?) -> String {
        switch reason {
        case .badID: localized("tap.bad.id")
        case .badType: localized("tap.bad.type")
        case .badTime: localized("tap.bad.time")
        case .badUser: localized("tap.bad.user")
        case .badKind: localized("tap.bad.kind")
        case .badDesk: localized("tap.bad.desk")
        case .deskRequired: localized("tap.bad.deskRequired")
        case .emptySet: localized("tap.bad.emptySet")
        case .reasonRequired: localized("tap.bad.reasonRequired")
        case .unknownTarget: localized("tap.bad.unknownTarget")
        case .badOffice: localized("tap.bad.office")
        case .future: localized("tap.bad.future")
        case .unknownPerson: localized("tap.bad.unknownPerson")
        case .notInScope: localized("tap.bad.notInScope")
        case .unknownDesk:
            desk.map { localized("tap.bad.unknownDesk", ["desk": $0.description]) } ?? localized("tap.bad.unnamedDesk")
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
