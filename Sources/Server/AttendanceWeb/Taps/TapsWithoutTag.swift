import Attendance
import FoundationEssentials
import Localization

/// The buttons of the own page for taps without a tag.
struct TapsWithoutTag: Sendable {
    struct Choice: Sendable, Equatable {
        let event: String
        let words: String
        /// The tap's id, so that sending the form again is harmless.
        let id: String
    }

    let choices: [Choice]
    /// Whether the person is on a break and holds no desk to which they can go back.
    let isDeskless: Bool
    let tapAddress = Address.myTap

    /// - Returns: nil if the person has no open session.
    init?(in now: TapSummary.Now) {
        let possible = Self.possible(in: now)
        if possible.isEmpty { return nil }
        choices = possible.map { kind in
            Choice(
                event: kind.rawValue, words: RecordWords.kind(kind, isResume: kind == .start),
                id: UUID().uuidString.lowercased())
        }
        isDeskless = !possible.contains(.start) && now.state == .pause
    }

    /// The events that fit a state, the likely first. A start needs a desk, so it is possible only after a break, at the desk that the
    /// person still holds.
    static func possible(in now: TapSummary.Now) -> [TapKind] {
        switch now.state {
        case .off: []
        case .work: [.pause, .end]
        case .pause: now.desk == nil ? [.end] : [.start, .end]
        }
    }
}
