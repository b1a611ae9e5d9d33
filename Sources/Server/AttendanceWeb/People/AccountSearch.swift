import Attendance
import AttendanceStore
import WebServer

/// An administrator's search for accounts.
struct AccountSearch: Sendable {
    /// The unchecked values of the form.
    let name, office, team, role: String
    var state: String
    /// The user names of the only people to show; empty: all that match the other fields.
    let users: [String]
    let paging: ListPaging

    /// - Parameter parameters: invalid values are ignored.
    private init(_ parameters: QueryParameters) {
        name = parameters["q"] ?? ""
        office = parameters["office"] ?? ""
        team = parameters["team"] ?? ""
        role = parameters["role"] ?? ""
        state = parameters["state"] ?? ""
        users = Array(parameters.values(of: Self.user).prefix(Int(ListPaging.rows)))
        paging = ListPaging(parameters)
    }

    /// - Parameter query: of the list's address.
    init(query: String?) throws(WebServerError) { self.init(try QueryParameters(query, repeatable: [Self.user])) }

    /// The search that a form of the list repeats.
    init(_ fields: BodyFields) throws(WebServerError) { try self.init(query: fields["query"]) }

    private static let user = "user"
    /// Of an address, in bytes.
    private static let longestAddress = 2000

    /// The list of new people without a link, all of them if these are too many for a page or an address.
    static func invite(_ users: [String]) -> String {
        let address = Address.uninvited + users.map { "&\(user)=" + Address.percentEncoded($0) }.joined()
        return users.count <= ListPaging.rows && address.utf8.count <= longestAddress ? address : Address.uninvited
    }

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
            Address.adminPeople,
            [("q", name), ("office", office), ("team", team), ("role", role), ("state", state)] + users.map { (Self.user, $0) },
            page: page
        )
    }
}
