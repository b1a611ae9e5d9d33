import Postgres

/// The people who see names on an office's map.
package enum NamesShown: String, Sendable, CaseIterable {
    /// All signed-in people, including people of other offices.
    case everybody
    /// People of the office.
    case office
    /// People of the office who manage a team.
    case managers
}

/// The privacy settings of an office's map. HR of the office and administrators always see all names.
package struct MapPrivacy: Sendable, Equatable {
    package var names: NamesShown
    /// Whether people may hide their own name on the map.
    package var allowsPrivate: Bool
}
