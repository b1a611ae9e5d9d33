/// The event that a desk's tag stands for.
package enum TapKind: String, Sendable, Hashable, CaseIterable {
    /// Starts work, resumes it after a pause, or continues it at another desk.
    case start
    case pause
    case end

    /// The order of taps at the same instant: an end before a start lets one session end and the next begin.
    package var rank: Int {
        switch self {
        case .end: 0
        case .pause: 1
        case .start: 2
        }
    }
}
