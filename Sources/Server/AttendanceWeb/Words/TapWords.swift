import Attendance
import AttendanceStore
import Localization

/// The sentences for the person whose tap was recorded, quarantined or refused.
enum TapWords {
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
        if notes.contains(.pauseWithoutStart) || notes.contains(.endWithoutStart) { return localized("tap.withoutStart") }
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
}
