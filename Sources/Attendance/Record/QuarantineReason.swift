/// Why a tap is quarantined: stored, but without any effect until it is released.
package enum QuarantineReason: String, Sendable, CaseIterable {
    /// The tap is ahead of the server's clock.
    case future
    case tooOld = "too_old"
    /// A start whose tag lacks the proof that its office requires.
    case unproven
    /// Made with a badge before the badge was assigned to this person: another person may have used it.
    case beforeEnrolment = "before_enrolment"
}
