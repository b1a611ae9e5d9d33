import Postgres

/// Who reads names on an office's map.
package enum NamesShown: String, Sendable, CaseIterable {
    /// Everybody who is signed in, also of other offices.
    case everybody
    /// Whoever works in the office.
    case office
    /// Whoever manages a team.
    case managers
}

/// What an office has decided about names on its map. HR of the office and administrators read all of them whatever it says.
package struct MapPrivacy: Sendable, Equatable {
    package var names: NamesShown
    /// Whether people may choose to be at their desk unnamed.
    package var allowsPrivate: Bool
}
