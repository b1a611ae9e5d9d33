import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// What somebody can still do about a tap of theirs: take it back at once, ask for a correction later, and say when they left
/// where they forgot to.
struct TapActions: Sendable {
    struct Undo: Sendable {
        let address: String
        /// Seconds for which the page offers it, in steps of five that the style sheet knows.
        let left: String
    }

    /// A session that nobody ended.
    struct ForgottenEnd: Sendable {
        /// Such as `yesterday, Thursday 19 November`.
        let day: String
        let date: String
        let startedAt: String
        let zone: String
        let formID: String
    }

    let isUndone: Bool
    let undo: Undo?
    let askAddress: String
    let forgotten: ForgottenEnd?

    /// - Returns: nil where it is no tap of this person.
    init?(of tap: UUID, _ recorded: RecordedTap, notes: [TapNote], by person: Person, _ services: WebServices) async throws {
        let now = services.now()
        guard let state = try await services.store.corrections.undoState(of: tap, by: person.id, now: now) else { return nil }
        let id = tap.uuidString.lowercased()
        isUndone = state.isVoided
        let left = (state.secondsLeft + 2) / 5 * 5
        undo = state.isVoided || left == 0 ? nil : Undo(address: Address.undo(id), left: String(left))
        askAddress = Address.myAsk + "?tap=" + id
        forgotten = notes.contains(.missingEnd) ? try await Self.forgottenEnd(before: recorded.at, person, services, now) : nil
    }

    /// The latest session before a tap that nobody ended, unless they said already when they left.
    private static func forgottenEnd(
        before tap: Instant, _ person: Person, _ services: WebServices, _ now: Instant
    ) async throws -> ForgottenEnd? {
        let today = try await services.store.officeSettings.today(of: person, services.zones, now: now)
        let days = try await services.store.record.days(
            of: person.id, in: today.adding(days: -Self.daysBack)...today, asOf: now, zones: services.zones)
        guard let day = days.last(where: { $0.sessions.contains { $0.state == .auto && $0.start < tap.seconds } }),
            let session = day.sessions.last(where: { $0.state == .auto && $0.start < tap.seconds })
        else { return nil }
        let wishes = try await services.store.requests.requests(of: person.id)
        let isAskedFor = wishes.contains { wish in
            guard wish.state == .open, case .add(let end, _) = wish.record, end.kind == .end else { return false }
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

    /// A forgotten end is asked for so long.
    private static let daysBack: Int64 = 31
}
