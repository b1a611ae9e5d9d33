import Postgres

/// A person who signs up as the first administrator.
package struct FirstAdministrator: Sendable {
    package var userName: String
    package var displayName: String
    /// The new office; not used if an office exists. Then the person belongs to the first office.
    package var office: (name: String, timeZone: String)?

    package init(userName: String, displayName: String, office: (name: String, timeZone: String)?) {
        self.userName = userName
        self.displayName = displayName
        self.office = office
    }
}
