import Attendance
import AttendanceStore
import Localization

/// Where somebody stands after a tap: what counts of the day so far, where they came from, and what the next tap will do.
struct TapSummary: Sendable {
    /// What somebody does now.
    struct Now: Sendable, Equatable {
        let state: Presence.State
        /// The desk they hold.
        let desk: String?

        init(_ presence: PersonPresence?, at now: Instant) {
            // A session past its deadline is over, though no tap said so.
            let isOver = presence?.deadline.map { now.seconds > $0.seconds } ?? false
            state = isOver ? .off : presence?.state ?? .off
            desk = state == .off ? nil : presence?.desk
        }

        var nextWords: String { localized("tap.next.\(state.rawValue)") }
    }

    let now: Now
    /// Hours and minutes of the tap's working day: between two taps, and of open work until now.
    let soFar: String
    /// The desk that a move was from.
    let movedFrom: String?
    /// What is to be said beside what the tap did.
    let remarks: [String]

    init(
        after tap: RecordedTap, notes: [TapNote], isFresh: Bool, _ person: Person, _ services: WebServices
    ) async throws {
        let instant = services.now()
        now = Now(try await services.store.presence.presence(of: person.id), at: instant)
        let date = LocalClock(tap.timeZone).date(tap.at.seconds)
        let record = try await services.store.record.record(
            of: person.id, in: date.adding(days: -1)...date.adding(days: 1), asOf: instant, zones: services.zones)
        let session = record?.sessions.last { $0.start <= tap.at.seconds && tap.at.seconds <= $0.end ?? tap.at.seconds }
        let day = session?.workingDay.date ?? date
        soFar = hoursAndMinutes((record?.rows ?? []).filter { $0.key.date == day }.workedSoFar)
        movedFrom = session.flatMap { Self.desk(before: tap, in: $0) }
        var remarks: [String] = []
        if notes.contains(.deskTakenOver), let desk = tap.desk {
            remarks.append(try await Self.takenOver(desk, tap, isFresh: isFresh, by: person, services))
        }
        if tap.kind == .start, let desk = tap.desk, tap.outOfService != nil {
            remarks.append(localized("tap.outOfService", ["desk": desk]))
        }
        self.remarks = remarks
    }

    private static func desk(before tap: RecordedTap, in session: Session) -> String? {
        guard let place = session.stretches.firstIndex(where: { $0.start == tap.at.seconds }), place > 0 else { return nil }
        let desk = session.stretches[place - 1].desk?.description
        return desk == tap.desk ? nil : desk
    }

    /// Who lost the desk is told for as long as whoever taps sees them get up, and only to those who read the name on the map.
    private static func takenOver(
        _ desk: String, _ tap: RecordedTap, isFresh: Bool, by person: Person, _ services: WebServices
    ) async throws -> String {
        guard isFresh,
            let view = try await Authorization(store: services.store).names(on: tap.office, for: person), view != .none,
            let (name, isPrivate) = try await services.store.taps.displaced(
                from: desk, of: tap.office, by: person.id, now: services.now()),
            view == .all || !isPrivate
        else { return localized("tap.takenOver", ["desk": desk]) }
        return localized("tap.takenOverFrom", ["desk": desk, "name": name])
    }
}
