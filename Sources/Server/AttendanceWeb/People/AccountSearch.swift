import Attendance
import AttendanceStore
import WebServer

/// An administrator's search for accounts.
struct AccountSearch: Sendable {
    /// The unchecked values of the form.
    let name, office, team, role: String
    var state: String
    let paging: ListPaging

    /// - Parameter parameters: invalid values are ignored.
    init(_ parameters: QueryParameters) {
        name = parameters["q"] ?? ""
        office = parameters["office"] ?? ""
        team = parameters["team"] ?? ""
        role = parameters["role"] ?? ""
        state = parameters["state"] ?? ""
        paging = ListPaging(parameters)
    }

    /// The search that a form of the list repeats.
    init(_ fields: BodyFields) throws(WebServerError) { self.init(try QueryParameters(fields["query"])) }

    /// Nil: all.
    var signIn: Invitee.State? { Invitee.State(rawValue: state) }

    var filter: AccountFilter {
        let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return AccountFilter(
            name: words.isEmpty ? nil : words, office: OfficeID(office), team: TeamID(team), role: Role(rawValue: role),
            hasLeft: state == "left" ? true : state == "all" ? nil : false)
    }

    /// The list that the search finds, also as the query of its address.
    var address: String { address(page: paging.page) }
    var query: String { address.contains("?") ? String(address.drop { $0 != "?" }.dropFirst()) : "" }

    func address(page: Int64) -> String {
        ListPaging.address(
            Address.adminPeople, [("q", name), ("office", office), ("team", team), ("role", role), ("state", state)], page: page
        )
    }
}
