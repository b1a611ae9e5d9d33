package import Attendance

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
