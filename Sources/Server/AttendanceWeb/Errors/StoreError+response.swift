import Attendance
package import AttendanceStore
import HTTPTypes
import Localization

extension StoreError {
    /// What happened, then what to do, in the current language; nil if no person can cause it.
    package var sentence: String? {
        if case .badTimeZone(let error) = self { return error.sentence }
        return (refusal ?? unavailability)?.sentence
    }

    /// The response to a request that succeeds in a moment; nil for any other error.
    var unavailability: WebError? {
        switch self {
        case .tooManyTapsWaiting: .tooManyTaps
        case .shuttingDown: .shuttingDown
        case .recordingTimedOut: .databaseAway
        default: nil
        }
    }

    /// The response to a request that succeeds if it is changed; nil for any other error.
    var refusal: WebError? {
        switch self {
        case .alreadyExists(let thing): WebError(.conflict, thing.sentence, reason: .alreadyExists)
        case .badName(let longest): .badName(upTo: longest)
        case .badDisplayName: .badName(upTo: PersonName.longest, reason: .badDisplayName)
        case .badUserName: .badUserName
        case .badEmail: .badRequest(localized("reminders.badEmail"), reason: .badSetting)
        case .badDay: .badRequest(localized("account.needsDay"), reason: .badFirstDay)
        case .formerOfficeName(let name, let office):
            WebError(
                .conflict, localized("refusal.formerOffice", ["name": name, "office": office]), reason: .alreadyExists)
        case .userNameOfFormer(let name):
            WebError(.conflict, localized("refusal.ofFormer", ["name": name]), reason: .userNameNotFree)
        case .userNameNotFree(let name, let until):
            WebError(
                .conflict,
                until.map { localized("refusal.notFree", ["name": name, "until": $0.firstWholeDay.short]) }
                    ?? localized("refusal.neverFree", ["name": name]), reason: .userNameNotFree)
        case .lastAdministrator: WebError(.conflict, localized("refusal.lastAdministrator"), reason: .lastAdministrator)
        case .ownAccount: WebError(.conflict, localized("refusal.ownAccount"), reason: .ownAccount)
        case .unknownPerson(let name):
            .unknown("refusal.unknownPerson", name, longest: UserName.longest, reason: .unknownPerson)
        case .unknownOffice(let name): .unknownOffice(name)
        case .noOffice: WebError(.notFound, localized("refusal.noOffice"), reason: .unknownOffice)
        case .officeNotNamed: .badRequest(localized("refusal.officeNotNamed"), reason: .missingOffice)
        case .unknownTeam(let name?): .unknown("refusal.unknownTeam", name, reason: .unknownTeam)
        case .unknownTeam(nil): WebError(.notFound, localized("refusal.goneTeam"), reason: .unknownTeam)
        case .teamOfOtherOffice(let team, let office):
            WebError(
                .conflict, localized("refusal.teamOfOtherOffice", ["team": team, "office": office]), reason: .badOffice)
        case .unknownReader(let name): .unknown("refusal.unknown", name, reason: .unknownReader)
        case .unknownDesk(let name): .unknown("refusal.unknown", name, reason: .unknownDesk)
        case .unknownDisplay(let name): .unknown("refusal.unknown", name, reason: .unknownDisplay)
        case .unknownDisplayCode: WebError(.notFound, localized("refusal.unknownDisplayCode"), reason: .unknownDisplay)
        case .unknownFloor(let name): .unknown("refusal.unknown", name, reason: .unknownFloor)
        case .unknownProvisioner(let name): .unknown("refusal.unknown", name)
        case .settingsWouldChangeRows(let day, let people):
            WebError(
                .conflict,
                localized("refusal.rows", ["people": localized("team.people", count: people), "day": day.short]),
                reason: .rowsWouldChange)
        case .tooManyTapsWaiting, .recordingTimedOut, .shuttingDown, .badTimeZone, .unknownCheckpoint: nil
        }
    }
}

extension WebError {
    static func badName(upTo longest: Int, reason: Reason = .badName) -> WebError {
        .badRequest(localized("refusal.badName", ["most": "\(longest)"]), reason: reason)
    }

    /// The office of a form's choice or of an address.
    static var goneOffice: WebError { WebError(.notFound, localized("refusal.goneOffice"), reason: .unknownOffice) }

    static var badUserName: WebError {
        .badRequest(localized("refusal.badUserName", ["most": "\(UserName.longest)"]), reason: .badUserName)
    }

    fileprivate static func unknown(
        _ key: String, _ name: String, longest: Int = ThingName.longest, reason: Reason? = nil
    ) -> WebError {
        WebError(.notFound, localized(key, ["name": String(name.unicodeScalars.prefix(longest))]), reason: reason)
    }
}

extension UniqueName {
    /// The sentence that it already exists.
    fileprivate var sentence: String {
        switch self {
        case .person(let name): localized("refusal.exists.person", ["name": name])
        case .personnelNumber: localized("refusal.exists.personnelNumber")
        case .team(let name), .reader(let name), .display(let name), .floor(let name), .office(let name),
            .provisioner(let name), .layout(let name):
            localized("refusal.exists.named", ["name": name])
        case .desks: localized("refusal.exists.desks")
        case .identity(let subject, let userName):
            localized("refusal.exists.identity", ["subject": subject, "name": userName])
        case .legalHold: localized("refusal.exists.legalHold")
        case .partOfFile: localized("refusal.exists.partOfFile")
        }
    }
}

extension TimeZoneError {
    /// The response to a form with a wrong time zone. For an office's stored time zone it is an error of the server.
    var refusal: WebError { .badRequest(sentence, reason: .badTimeZone) }

    fileprivate var sentence: String {
        switch self {
        case .unknownZone(let name): localized("refusal.unknownZone", ["name": name])
        case .malformed(let name, let why): localized("refusal.malformedZone", ["name": name, "why": why])
        case .noVersion: localized("refusal.noZones")
        }
    }
}
