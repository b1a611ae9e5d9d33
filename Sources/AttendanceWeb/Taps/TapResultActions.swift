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

    /// A session without an end.
    struct ForgottenEnd: Sendable {
        /// Such as `yesterday, Thursday 19 November`.
        let day: String
        let date: String
        let startedAt: String
        let zone: String
        let formID: String
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
        forgotten =
            notes.contains(.missingEnd)
            ? try await Self.forgottenEnd(before: recorded.at, person, store, zones, now) : nil
    }

    /// The latest session before the tap that has no end; nil if the person asked for a correction already.
    private static func forgottenEnd(
        before tap: Instant, _ person: Person, _ store: AttendanceStore, _ zones: TimeZoneDatabase, _ now: Instant
    ) async throws -> ForgottenEnd? {
        let today = try await store.officeSettings.today(of: person, zones, now: now)
        let days = try await store.record.days(
            of: person.id, in: today.adding(days: -Self.daysBack)...today, asOf: now, zones: zones)
        guard let day = days.last(where: { $0.sessions.contains { $0.state == .auto && $0.start < tap.seconds } }),
            let session = day.sessions.last(where: { $0.state == .auto && $0.start < tap.seconds })
        else { return nil }
        let requests = try await store.requests.requests(of: person.id)
        let isAskedFor = requests.contains { request in
            guard request.state == .open, case .add(let end, _) = request.record, end.kind == .end else { return false }
            return (session.start...tap.seconds).contains(end.at.seconds)
        }
        if isAskedFor { return nil }
        let clock = LocalClock(zone: day.zone)
        let date = clock.date(session.stretches.last?.start ?? session.start)
        return ForgottenEnd(
            day: localized(
                date == today.adding(days: -1) ? "tap.forgotten.yesterday" : "tap.forgotten.on", ["date": date.long]),
            date: date.description,
            startedAt: DayModel.time(session.start, on: date, clock), zone: day.zone.name,
            formID: UUID().uuidString.lowercased())
    }

    /// The number of days for which the page asks for a forgotten end.
    private static let daysBack: Int64 = 31
}
