/// Whose a badge is.
package enum BadgeOwner: Sendable, Equatable {
    /// The user name.
    case person(String)
    /// The user name of whoever had it first after the tap. Nobody had it then.
    case laterOwner(String)
    /// By this very tap it became somebody's, of whom this is the name as others read it.
    case enrolled(String)
    case nobody
}
