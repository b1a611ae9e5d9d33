import Attendance

/// Which event the next badge means: what this reader is set to, unless somebody has just chosen another.
struct EventChoice {
    /// How long a choice waits for its badge.
    static let patience = Duration.seconds(30)

    private let usual: TapKind?
    private var chosen: (event: TapKind, at: ContinuousClock.Instant)?

    /// - Parameter usual: nil where each tap asks for a choice.
    init(usual: TapKind?) { self.usual = usual }

    mutating func choose(_ event: TapKind, at now: ContinuousClock.Instant) { chosen = (event, now) }

    /// - Returns: the event of a badge laid down at `now`, or nil if nobody has chosen.
    func event(at now: ContinuousClock.Instant) -> TapKind? {
        guard let chosen, chosen.at.duration(to: now) < Self.patience else { return usual }
        return chosen.event
    }

    /// A tap was made: the next one is another person's.
    mutating func used() { chosen = nil }
}
