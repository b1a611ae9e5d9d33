import Attendance

/// The event of the next badge: the event that a person has just chosen, otherwise the reader's default.
struct EventChoice {
    /// A choice and its time.
    struct Choice: Equatable {
        fileprivate let event: TapKind
        fileprivate let at: ContinuousClock.Instant
    }

    private let defaultEvent: TapKind?
    private var chosen: Choice?

    /// - Parameter defaultEvent: nil if each tap needs a choice.
    init(defaultEvent: TapKind?) { self.defaultEvent = defaultEvent }

    mutating func choose(_ event: TapKind, at now: ContinuousClock.Instant) { chosen = Choice(event: event, at: now) }

    /// - Returns: the event of a badge that is presented at `now`; nil if there is no choice and no default.
    func event(at now: ContinuousClock.Instant) -> TapKind? {
        guard let chosen, chosen.at.duration(to: now) < BadgeSettings.choiceTimeout else { return defaultEvent }
        return chosen.event
    }

    /// Removes the choice when its tap is made, because the next badge belongs to another person.
    /// - Returns: the choice, to restore it if the tap fails.
    mutating func consume() -> Choice? {
        defer { chosen = nil }
        return chosen
    }

    /// Restores a choice whose tap could not be saved, so that the person need not choose again. A newer choice takes
    /// precedence.
    mutating func restore(_ consumed: Choice?) { chosen = chosen ?? consumed }
}
