import FoundationEssentials

/// A release or discard that failed, for the page that shows its taps again.
struct FailedSettlement: Sendable {
    let taps: Set<UUID>
    /// Whether it was about the chosen taps, not about one with a form of its own.
    let isOfChosen: Bool
    /// As typed.
    let reason: String?
    let problem: String

    init(taps: Set<UUID>, isOfChosen: Bool, reason: String?, _ problem: String) {
        (self.taps, self.isOfChosen, self.reason, self.problem) = (taps, isOfChosen, reason, problem)
    }
}
