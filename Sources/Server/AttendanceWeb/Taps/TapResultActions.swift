import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// What a person can do about a tap of their own: undo it while it is new, ask for a correction, and enter a forgotten end.
struct TapResultActions: Sendable {
    struct Undo: Sendable {
        let address: String
        /// The seconds for which the page offers it, a multiple of five, for which the style sheet has a rule.
        let left: String
    }

    let isUndone: Bool
    /// nil: too late, undone already, or nothing to undo.
    var undo: Undo?
    let askAddress: String
    let forgotten: ForgottenEnd?

    /// - Returns: nil if it is no tap of this person.
    init?(
        of tap: UUID, _ recorded: RecordedTap, notes: [TapNote], by person: Person, _ store: AttendanceStore,
        _ zones: TimeZoneDatabase, now: Instant
    ) async throws {
        guard let state = try await store.corrections.undoState(of: tap, by: person.id, now: now) else { return nil }
        let id = tap.uuidString.lowercased()
        isUndone = state.isVoided
        let left = (state.timeLeft.components.seconds + 2) / 5 * 5
        undo = state.isVoided || left == 0 ? nil : Undo(address: Address.undo(id), left: String(left))
        askAddress = Address.myAsk + "?tap=" + id
        let latest =
            notes.contains(.missingEnd)
            ? try await ForgottenEnd.latest(before: recorded.at, of: person, store, zones, now: now) : nil
        forgotten = latest?.isLatest == true ? latest?.form : nil
    }
}
