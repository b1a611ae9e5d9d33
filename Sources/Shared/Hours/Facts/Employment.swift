package import Attendance
import JSON

/// The office and team of a person from a day on.
package struct Employment: Sendable, Equatable {
    package let user: String
    package let from: CivilDate
    /// nil: not employed.
    package let office: String?
    package let team: String?

    package init(user: String, from: CivilDate, office: String?, team: String? = nil) {
        (self.user, self.from, self.office, self.team) = (user, from, office, team)
    }
}

extension Employment {
    init(_ fields: FactFields) throws(FactRejection) {
        let from = try fields.date("from")
        self.init(
            user: try fields.text("user"), from: from, office: try fields.optionalText("office"),
            team: try fields.optionalText("team"))
    }

    var json: [String: JSONValue] {
        ["user": .string(user), "from": JSONValue(from), "office": JSONValue(office), "team": JSONValue(team)]
    }
}
