import AttendanceStore
import WebServer

/// An administrator's search for people to invite.
struct InvitationSearch: Sendable {
    private let search: AccountSearch
    /// The unchecked value of the form.
    let stateName: String

    init(_ parameters: QueryParameters) {
        search = AccountSearch(parameters)
        stateName = parameters["state"] ?? Invitee.State.new.rawValue
    }

    /// - Parameter fields: of the form that creates links, which repeats the search.
    init(_ fields: BodyFields) {
        search = AccountSearch(name: fields["q"] ?? "", office: fields["office"] ?? "", team: fields["team"] ?? "")
        stateName = fields["state"] ?? Invitee.State.new.rawValue
    }

    /// Nil: all.
    var state: Invitee.State? { Invitee.State(rawValue: stateName) }
    var name: String { search.name }
    var office: String { search.office }
    var team: String { search.team }
    var filter: AccountFilter { search.filter }
    var paging: ListPaging { search.paging }

    func address(page: Int64) -> String {
        ListPaging.address(
            Address.adminInvitations, [("q", name), ("office", office), ("team", team), ("state", stateName)], page: page)
    }
}
