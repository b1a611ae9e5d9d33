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
                    Self.message(
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

    /// - Parameter origin: the previous desk of a move; nil: unknown.
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

    /// Why a start is quarantined, and the ways to start that count immediately.
    static func message(ofUnproven requirement: StartRequirement) -> String {
        localized("tap.waits", ["ways": ways(toMeet: requirement)])
    }

    /// The ways to start that count immediately.
    static func ways(toMeet requirement: StartRequirement) -> String {
        let ways =
            (requirement.networks.isEmpty ? [] : [localized("tap.way.network")])
            + (requirement.acceptsReader ? [localized("tap.way.reader")] : [])
            + (requirement.proof == .none
                ? [] : [localized(requirement.proof == .sun ? "tap.way.signedTag" : "tap.way.tag")])
        return ways.localizedList("tap.way.or")
    }

    private static func accepted(_ kind: TapKind?, _ desk: DeskID?, _ notes: [TapNote], from origin: String?) -> String {
        func at(_ desk: DeskID?, _ key: String, otherwise plain: String) -> String {
            desk.map { localized(key, ["desk": $0.description]) } ?? localized(plain)
        }
        if notes.contains(.pauseWithoutStart) { return localized("tap.nothingToPause") }
        if notes.contains(.endWithoutStart) { return localized("tap.nothingToEnd") }
        if notes.contains(.repeatEnd) || notes.contains(.pauseAfterEnd) { return localized("tap.alreadyOut") }
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
        case .linkUsed: localized("tap.bad.linkUsed")
        case .linkOutdated: localized("tap.bad.linkOutdated")
        case .unknownDesk:
            desk.map { localized("tap.bad.unknownDesk", ["desk": $0.description]) } ?? localized("tap.bad.unnamedDesk")
        }
    }

    /// The status for a single tap.
    static func status(of outcome: TapOutcome) -> HTTPResponse.Status {
        switch outcome {
        case .log(let outcome): status(of: outcome)
        case .notNow: .unprocessableContent
        case .otherPerson, .wrongWord: .forbidden
        // Only lists contain badges.
        case .badgeEnrolled, .badgeUnknown, .badgeMalformed, .badgeRandom: .badRequest
        }
    }

    static func status(of outcome: IngestOutcome) -> HTTPResponse.Status {
        switch outcome {
        case .accepted, .duplicate: .ok
        case .quarantined: .accepted
        case .conflict: .conflict
        case .rejected(.linkUsed), .rejected(.linkOutdated): .conflict
        case .rejected(.unknownPerson), .rejected(.unknownDesk), .rejected(.unknownTarget): .notFound
        case .rejected(.future): .unprocessableContent
        case .rejected(.notInScope): .forbidden
        case .rejected: .badRequest
        }
    }
}
