import Attendance
import AttendanceStore
import HTTPTypes
import Localization

extension StoreError {
    /// The response to the request; nil for an error that no request causes.
    var webError: WebError? {
        switch self {
        case .tooManyTapsWaiting: .tooManyTaps
        case .shuttingDown: .shuttingDown
        case .recordingTimedOut: .databaseAway
        default: refusal
        }
    }

    /// The response to a request that succeeds if it is changed; nil for any other error.
    var refusal: WebError? {
        switch self {
        case .unknownOffice(let name): return .unknownOffice(name)
        case .noOffice: return .unknownOffice("")
        default: break
        }
        guard let (status, reason) = answer, let sentence = localizedText else { return nil }
        return WebError(status, sentence, reason: reason)
    }

    private var answer: (HTTPResponse.Status, reason: Reason)? {
        switch self {
        case .alreadyExists, .formerOfficeName: (.conflict, .alreadyExists)
        case .userNameNotFree: (.conflict, .userNameNotFree)
        case .lastAdministrator: (.conflict, .lastAdministrator)
        case .ownAccount: (.conflict, .ownAccount)
        case .unknownPerson: (.notFound, .unknownPerson)
        case .unknownTeam: (.notFound, .unknownTeam)
        case .teamOfOtherOffice: (.conflict, .badOffice)
        case .unknownReader: (.notFound, .unknownReader)
        case .unknownDesk: (.notFound, .unknownDesk)
        case .unknownDisplay: (.notFound, .unknownDisplay)
        case .unknownFloor: (.notFound, .unknownFloor)
        case .settingsWouldChangeRows: (.conflict, .rowsWouldChange)
        default: nil
        }
    }

    /// The message on a form; nil for an error that no form causes. Commands print ``description``.
    var localizedText: String? {
        switch self {
        case .alreadyExists(let thing): thing.localizedText
        case .formerOfficeName(let name, let office):
            localized("refusal.formerOffice", ["name": name, "office": office])
        case .userNameNotFree(let name, let until):
            until.map {
                localized("refusal.notFree", ["name": name, "until": CivilDate(daysSince1970: $0.seconds / 86_400 + 1).short])
            }
                ?? localized("refusal.neverFree", ["name": name])
        case .lastAdministrator: localized("refusal.lastAdministrator")
        case .ownAccount: localized("refusal.ownAccount")
        case .unknownPerson(let name):
            localized("refusal.unknownPerson", ["name": String(name.unicodeScalars.prefix(UserName.longest))])
        case .unknownTeam: localized("refusal.unknownTeam")
        case .teamOfOtherOffice(let team, let office):
            localized("refusal.teamOfOtherOffice", ["team": team, "office": office])
        case .unknownReader(let name): localized("refusal.unknownReader", ["name": String(name.prefix(64))])
        case .unknownDesk(let name): localized("refusal.unknownDesk", ["name": String(name.prefix(64))])
        case .unknownDisplay(let name): localized("refusal.unknownDisplay", ["name": String(name.prefix(64))])
        case .unknownFloor: localized("floors.unknown")
        case .badTimeZone(let error): error.localizedText
        case .settingsWouldChangeRows(let day, let people): localized("refusal.rows", count: people, ["day": day.short])
        default: nil
        }
    }
}

extension UniqueName {
    /// The message that it already exists.
    fileprivate var localizedText: String {
        switch self {
        case .person(let name): localized("refusal.exists.person", ["name": name])
        case .team(let name): localized("refusal.exists.team", ["name": name])
        case .reader(let name): localized("refusal.exists.reader", ["name": name])
        case .display(let name): localized("refusal.exists.display", ["name": name])
        case .floor(let name): localized("refusal.exists.floor", ["name": name])
        case .office(let name): localized("refusal.exists.office", ["name": name])
        case .partOfFile: localized("refusal.exists.partOfFile")
        // Only commands create these.
        case .provisioner, .identity, .legalHold: StoreError.alreadyExists(self).description
        }
    }
}

extension TimeZoneError {
    /// The response to a form with a wrong time zone. For an office's stored time zone it is an error of the server.
    var refusal: WebError { .badRequest(localizedText, reason: .badTimeZone) }

    fileprivate var localizedText: String {
        switch self {
        case .unknownZone(let name): localized("refusal.unknownZone", ["name": name])
        case .malformed(let name, let why): localized("refusal.malformedZone", ["name": name, "why": why])
        case .noVersion: localized("refusal.noZones")
        }
    }
}
