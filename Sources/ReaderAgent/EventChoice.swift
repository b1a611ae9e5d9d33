import Attendance

/// Which event the next badge means: what this reader is set to, unless somebody has just chosen another.
struct EventChoice {
    /// How long a choice waits for its badge.
    static let patience = Duration.seconds(30)

    /// What somebody said, and when.
    struct Chosen: Equatable {
        fileprivate let event: TapKind
        fileprivate let at: ContinuousClock.Instant
    }

    private let usual: TapKind?
    private var chosen: Chosen?

    /// - Parameter usual: nil where each tap asks for a choice.
    init(usual: TapKind?) { self.usual = usual }

    mutating func choose(_ event: TapKind, at now: ContinuousClock.Instant) { chosen = Chosen(event: event, at: now) }

    /// - Returns: the event of a badge laid down at `now`, or nil if nobody has chosen.
    func event(at now: ContinuousClock.Instant) -> TapKind? {
        guard let chosen, chosen.at.duration(to: now) < Self.patience else { return usual }
        return chosen.event
    }

    /// A tap is being made: the next one is another person's.
    /// - Returns: what to give back should it come to nothing.
    mutating func take() -> Chosen? {
        defer { chosen = nil }
        return chosen
    }

    /// The tap could not be kept, and whoever repeats it has chosen already. Who has chosen in the meantime comes first.
    mutating func giveBack(_ taken: Chosen?) { chosen = chosen ?? taken }
}
