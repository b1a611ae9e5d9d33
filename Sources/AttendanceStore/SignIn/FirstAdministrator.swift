import Postgres

/// Somebody who comes in where there is no administrator yet.
package struct FirstAdministrator: Sendable {
    package var userName: String
    package var displayName: String
    /// Name and time zone, where there is no office yet; otherwise they belong to the first there is.
    package var office: (name: String, timeZone: String)?

    package init(userName: String, displayName: String, office: (name: String, timeZone: String)?) {
        self.userName = userName
        self.displayName = displayName
        self.office = office
    }
}
