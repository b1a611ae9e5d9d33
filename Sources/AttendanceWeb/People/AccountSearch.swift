import AttendanceStore
import WebServer

/// Which accounts an administrator looks at.
struct AccountSearch: Sendable {
    /// As it was typed or chosen.
    let name, office, team, role, state: String
    let paging: AdminPaging

    /// - Parameter parameters: what means nothing is not looked at.
    init(_ parameters: QueryParameters) {
        name = parameters["q"] ?? ""
        office = parameters["office"] ?? ""
        team = parameters["team"] ?? ""
        role = parameters["role"] ?? ""
        state = parameters["state"] ?? ""
        paging = AdminPaging(parameters)
    }

    var filter: AccountFilter {
        let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ").filter { $0 != "\0" }
        return AccountFilter(
            name: words.isEmpty ? nil : words, office: Int64(office), team: Int64(team), role: Role(rawValue: role),
            hasLeft: state == "left" ? true : state == "all" ? nil : false)
    }

    func address(page: Int64) -> String {
        AdminPaging.address(
            Address.adminPeople, [("q", name), ("office", office), ("team", team), ("role", role), ("state", state)], page: page
        )
    }
}
