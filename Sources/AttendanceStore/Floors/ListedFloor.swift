import Postgres

/// A floor in the list of those to look after.
package struct ListedFloor: Sendable, Equatable {
    package let id, office: Int64
    package let officeName, name: String
    package let desks: Int64
    package let hasDraft: Bool
    /// The names of the screens on the wall that show it, separated by commas.
    package let displays: String
}
