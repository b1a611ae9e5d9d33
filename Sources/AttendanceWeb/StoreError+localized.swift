import Attendance
import AttendanceStore
import Localization

extension StoreError {
    /// The message on a form; nil for an error that no form causes. Commands print ``description``.
    var localizedText: String? {
        switch self {
        case .alreadyExists(let thing): thing.localizedText
        case .userNameNotFree(let name, let until):
            until.map {
                localized("refusal.notFree", ["name": name, "until": CivilDate(daysSince1970: $0.seconds / 86_400 + 1).short])
            }
                ?? localized("refusal.neverFree", ["name": name])
        case .lastAdministrator: localized("refusal.lastAdministrator")
        case .ownAccount: localized("refusal.ownAccount")
        case .unknownPerson(let name): localized("refusal.unknownPerson", ["name": String(name.prefix(64))])
        case .unknownTeam: localized("refusal.unknownTeam")
        case .unknownReader(let name): localized("refusal.unknownReader", ["name": String(name.prefix(64))])
        case .unknownDesk(let name): localized("refusal.unknownDesk", ["name": String(name.prefix(64))])
        case .unknownOffice(let name): localized("error.unknownOffice", ["name": String(name.prefix(64))])
        case .badTimeZone(let error): error.localizedText
        default: nil
        }
    }
}

extension Unique {
    /// The message that it already exists.
    fileprivate var localizedText: String {
        switch self {
        case .person(let name): localized("refusal.exists.person", ["name": name])
        case .team(let name): localized("refusal.exists.team", ["name": name])
        case .reader(let name): localized("refusal.exists.reader", ["name": name])
        case .floor(let name): localized("refusal.exists.floor", ["name": name])
        case .partOfFile: localized("refusal.exists.partOfFile")
        // Only commands create these.
        case .office, .display, .provisioner, .identity, .legalHold: StoreError.alreadyExists(self).description
        }
    }
}

extension TimeZoneError {
    fileprivate var localizedText: String {
        switch self {
        case .unknownZone(let name): localized("refusal.unknownZone", ["name": name])
        case .malformed(let name, let why): localized("refusal.malformedZone", ["name": name, "why": why])
        case .noVersion: localized("refusal.noZones")
        }
    }
}
