package import Attendance

/// The outcome of a reported tap.
package enum TapOutcome: Sendable, Equatable {
    /// The decision of the log's rules: recorded or rejected.
    case log(IngestOutcome)
    /// The tap enrolled its badge for the person with this display name. Nothing is recorded.
    case badgeEnrolled(String)
    /// The badge has no owner. The tap is stored until the badge is enrolled.
    case badgeUnknown
    case badgeMalformed
    /// The badge has another UID at each tap.
    case badgeRandom
    /// A person sent a tap of another person.
    case otherPerson
    /// A person sent a tap that was not made now.
    case notNow
    /// A phone's page tapped without a touch, by an address with a wrong word.
    case wrongWord
}
