import Attendance
import AttendanceStore
import HTTPTypes
import Localization
import WebServer

extension BodyFields {
    /// The value of a required field.
    /// - Throws: ``WebError`` with `sentence` if it is missing.
    func required(_ name: String, _ sentence: String, _ reason: Reason) throws(WebError) -> String {
        guard let text = self[name] else { throw .badRequest(sentence, reason: reason) }
        return text
    }

    /// The value of a field without white space and direction marks at its ends; empty if it is missing.
    func trimmed(_ name: String) -> String { TypedText.trimmed(self[name] ?? "") }

    /// The role; nil if the field is missing.
    func role() throws(WebError) -> Role? {
        guard let text = self["role"] else { return nil }
        guard let role = Role(rawValue: text) else { throw .badRequest(localized("account.badRole"), reason: .badRole) }
        return role
    }

    /// The id of the office; nil if the field is missing.
    func office(of offices: [Office]) throws(WebError) -> OfficeID? {
        guard let text = self["office"] else { return nil }
        guard let office = offices.first(where: { "\($0.id)" == text }) else {
            throw WebError.goneOffice
        }
        return office.id
    }

    /// The id of the office. If the field is missing, the only office.
    func requiredOffice(of offices: [Office]) throws(WebError) -> OfficeID {
        guard let office = try office(of: offices) ?? (offices.count == 1 ? offices.first?.id : nil) else {
            throw .badRequest(localized("account.chooseOffice"), reason: .missingOffice)
        }
        return office
    }

    /// The offices that are chosen for a person who is or becomes HR; nil if the form does not ask for them.
    func hrOffices(of person: Person, _ offices: [Office]) throws(WebError) -> [OfficeID]? {
        guard isSet("chooses_offices"), try role() ?? person.role == .hr else { return nil }
        let chosen = self.chosen(prefix: Self.hrOffice).compactMap { OfficeID($0) }.sorted()
        guard !chosen.isEmpty else { throw .badRequest(localized("account.chooseOffice"), reason: .missingOffice) }
        guard Set(chosen).isSubset(of: offices.map(\.id)) else { throw WebError.goneOffice }
        return chosen
    }

    /// The beginning of the names of the check boxes for the offices of HR; their ids follow.
    static let hrOffice = "hr-office-"

    /// The team by its id, or no team for `-`; nil if the field is missing.
    func team(of teams: [Team]) throws(StoreError) -> PersonChange.Place? {
        guard let text = self["team"] else { return nil }
        if text == "-" { return PersonChange.Place.none }
        guard let team = teams.first(where: { "\($0.id)" == text }) else { throw .unknownTeam(nil) }
        return .team(team.id)
    }

    /// What the personnel files say; nil if the form does not ask for it.
    func details() throws(StoreError) -> PersonDetails? {
        guard values["email"] != nil else { return nil }
        return try PersonDetails(
            personnelNumber: trimmed("personnel_number"), email: trimmed("email"), reading: trimmed("reading"),
            firstDay: trimmed("first_day"))
    }

    func personName() throws(StoreError) -> String { try PersonName.given(self["display_name"] ?? "") }
}
