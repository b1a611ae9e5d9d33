import Attendance
import AttendanceStore
import Hours
import JSON
import Localization

/// Offices and teams by name and number. Facts in the database have numbers as texts, those of the API have names.
struct FactNames: Sendable {
    private let offices: [Office]
    private let teams: [Team]
    private let officeNames: [String: String]
    private let teamNames: [String: String]

    init(_ store: AttendanceStore) async throws {
        (offices, teams) = (try await store.offices.offices(), try await store.teams.teams())
        officeNames = Dictionary(offices.map { ("\($0.id)", $0.name) }) { first, _ in first }
        teamNames = Dictionary(teams.map { ("\($0.id)", $0.name) }) { first, _ in first }
    }

    /// The names in lists about a person.
    func ofLists(about user: String) -> ListNames { ListNames(user: user, offices: officeNames, teams: teamNames) }

    // MARK: To names

    /// A recorded fact with names, its id and its position: a fact that 'desktap hours' reads.
    /// - Parameter user: the person whom it concerns; nil: it concerns all people.
    func named(_ fact: HoursFact, about user: String?) -> JSONValue {
        var members = fact.fields
        (members["id"], members["seq"]) = (.string(fact.fact.id), .integer(fact.fact.seq))
        switch fact.fact.content {
        case .employment(let employment):
            if let office = employment.office { members["office"] = .string(name(ofOffice: office)) }
            if let team = employment.team { members["team"] = .string(name(ofTeam: team, in: employment.office)) }
        case .terms(let terms):
            members["of"] = (name(of: terms.scope) ?? user).map(JSONValue.string)
        default: break
        }
        if let user, members["user"] != nil { members["user"] = .string(user) }
        return .object(members)
    }

    /// The name of an office, or of a team after its office's; nil: a person.
    func name(of scope: Terms.Scope) -> String? {
        switch scope {
        case .person: nil
        case .team(let team): name(ofTeam: team, in: nil)
        case .office(let office): name(ofOffice: office)
        }
    }

    private func name(ofOffice number: String) -> String { officeNames[number] ?? number }

    /// - Parameter office: the number of the office beside it: a team of another one has its office before its name.
    private func name(ofTeam number: String, in office: String?) -> String {
        guard let team = teams.first(where: { "\($0.id)" == number }) else { return number }
        return "\(team.office)" == office ? team.name : "\(team.officeName)/\(team.name)"
    }

    // MARK: To numbers

    /// The fields of a fact with numbers.
    /// - Parameter person: the person whom the fact names.
    /// - Throws: ``FactRejection/unknownReference``.
    func numbered(
        _ fields: [String: JSONValue], _ content: Fact.Content, about person: Person?
    ) throws(FactRejection) -> JSONValue {
        var members = fields
        switch content {
        case .employment(let employment):
            let office = try employment.office.map { name throws(FactRejection) in try known(name) }
            if let office { members["office"] = .string("\(office.id)") }
            if let team = employment.team { members["team"] = .string(try number(ofTeam: team, in: office)) }
        case .terms(let terms):
            switch terms.scope {
            case .person: members["of"] = person.map { .string("\($0.id)") }
            case .team(let team): members["of"] = .string(try number(ofTeam: team, in: nil))
            case .office(let name): members["of"] = .string("\(try known(name).id)")
            }
        default: break
        }
        if let person, members["user"] != nil { members["user"] = .string("\(person.id)") }
        return .object(members)
    }

    func office(_ name: String) -> Office? { offices.named(name) }

    func clock(of office: OfficeID) -> LocalClock { LocalClock(offices.first { $0.id == office }?.timeZone) }

    private func known(_ name: String) throws(FactRejection) -> Office {
        guard let office = office(name) else { throw .unknownReference }
        return office
    }

    /// - Parameters:
    ///   - text: a name, or the office's name, a slash and the team's name.
    ///   - office: whose team it is; nil: there is only one team of the name.
    private func number(ofTeam text: String, in office: Office?) throws(FactRejection) -> String {
        let teams = teams.filter { office == nil || $0.office == office?.id }
        let named = teams.filter { $0.name == text }
        let found = named.count == 1 ? named : teams.filter { "\($0.officeName)/\($0.name)" == text }
        guard found.count == 1 else { throw .unknownReference }
        return "\(found[0].id)"
    }
}
