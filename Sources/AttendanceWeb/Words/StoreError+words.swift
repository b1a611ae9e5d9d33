import Attendance
import AttendanceStore

extension StoreError {
    /// What a form says that was refused for it; nil for what no form leads to. Commands say ``description``.
    var inWords: String? {
        switch self {
        case .alreadyExists(let thing): thing.inWords
        case .userNameNotFree(let name, let until):
            until.map {
                say("refusal.notFree", ["name": name, "until": CivilDate(daysSince1970: $0.seconds / 86_400 + 1).short])
            }
                ?? say("refusal.neverFree", ["name": name])
        case .lastAdministrator: say("refusal.lastAdministrator")
        case .ownAccount: say("refusal.ownAccount")
        case .unknownPerson(let name): say("refusal.unknownPerson", ["name": String(name.prefix(64))])
        case .unknownTeam: say("refusal.unknownTeam")
        case .unknownReader(let name): say("refusal.unknownReader", ["name": String(name.prefix(64))])
        case .unknownDesk(let name): say("refusal.unknownDesk", ["name": String(name.prefix(64))])
        case .unknownOffice(let name): say("error.unknownOffice", ["name": String(name.prefix(64))])
        case .badTimeZone(let error): error.inWords
        default: nil
        }
    }
}

extension Unique {
    /// That there is one already.
    fileprivate var inWords: String {
        switch self {
        case .person(let name): say("refusal.exists.person", ["name": name])
        case .team(let name): say("refusal.exists.team", ["name": name])
        case .reader(let name): say("refusal.exists.reader", ["name": name])
        case .floor(let name): say("refusal.exists.floor", ["name": name])
        case .partOfFile: say("refusal.exists.partOfFile")
        // Commands alone make these.
        case .office, .display, .provisioner, .identity, .legalHold: StoreError.alreadyExists(self).description
        }
    }
}

extension TimeZoneError {
    fileprivate var inWords: String {
        switch self {
        case .unknownZone(let name): say("refusal.unknownZone", ["name": name])
        case .malformed(let name, let why): say("refusal.malformedZone", ["name": name, "why": why])
        case .noVersion: say("refusal.noZones")
        }
    }
}
