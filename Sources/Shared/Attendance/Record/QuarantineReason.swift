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

extension AttendancePolicy {
    /// Why a tap is quarantined on arrival; nil: it is not. Its time is never adjusted.
    package func quarantine(of at: Instant, receivedAt: Instant) -> QuarantineReason? {
        if isFuture(at, receivedAt: receivedAt) { return .future }
        if let maximumAge, receivedAt - at > maximumAge { return .tooOld }
        return nil
    }
}
