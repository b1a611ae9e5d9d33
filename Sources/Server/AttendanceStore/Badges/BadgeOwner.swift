/// The owner of a tap's badge.
package enum BadgeOwner: Sendable, Equatable {
    /// The user name.
    case person(String)
    /// The user name of the first owner after the tap. At the instant of the tap, the badge had no owner.
    case laterOwner(String)
    /// The tap enrolled the badge of the person with this display name.
    case enrolled(String)
    /// The badge has no owner.
    case unknown
}
