/// What lists call a person, and offices and teams.
package struct ListNames: Sendable {
    package let user: String
    private let offices: [String: String]
    private let teams: [String: String]

    /// - Parameters:
    ///   - offices: the names by what facts call the offices. Lists call others as facts do.
    ///   - teams: likewise.
    package init(user: String, offices: [String: String] = [:], teams: [String: String] = [:]) {
        (self.user, self.offices, self.teams) = (user, offices, teams)
    }

    func office(_ office: String?) -> String? { office.map { offices[$0] ?? $0 } }

    func team(_ team: String?) -> String? { team.map { teams[$0] ?? $0 } }
}
