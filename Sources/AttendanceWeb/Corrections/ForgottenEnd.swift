import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// A day of a person whose last session has no end, with the form that requests it.
struct ForgottenEnd: Sendable {
    /// Such as `yesterday, Thursday 19 November`.
    let day: String
    let date: String
    let startedAt: String
    let zone: String
    /// The person's usual time, `HH:MM`; empty: unknown.
    let time: String
    let formID: String

    /// The number of days that are searched.
    private static let daysBack: Int64 = 31

    /// The days before an instant without an end for which the person has not asked yet.
    /// - Returns: the latest one with its form, and the number of days; nil: there is none.
    static func latest(
        before instant: Instant, of person: Person, _ store: AttendanceStore, _ zones: TimeZoneDatabase, now: Instant
    ) async throws -> (form: ForgottenEnd, count: Int)? {
        let today = try await store.officeSettings.today(of: person, zones, now: now)
        let days = try await store.record.days(
            of: person.id, in: today.adding(days: -daysBack)...today, asOf: now, zones: zones)
        let requests = try await store.requests.requests(of: person.id)
        let requested = requests.compactMap { request -> Int64? in
            guard request.state == .open, case .add(let end, _) = request.record, end.kind == .end else { return nil }
            return end.at.seconds
        }
        var found: [(day: RecordDay, session: Session)] = []
        for day in days {
            let sessions = day.sessions.filter { $0.state == .auto && $0.start < instant.seconds }
            guard let session = sessions.last, let deadline = session.autoClosedAt,
                !requested.contains(where: { (session.start...deadline).contains($0) })
            else { continue }
            found.append((day, session))
        }
        guard let (day, session) = found.last else { return nil }
        let clock = LocalClock(zone: day.zone)
        let date = clock.date(session.stretches.last?.start ?? session.start)
        let form = ForgottenEnd(
            day: localized(
                date == today.adding(days: -1) ? "tap.forgotten.yesterday" : "tap.forgotten.on", ["date": date.long]),
            date: date.description, startedAt: DayModel.time(session.start, on: date, clock), zone: day.zone.name,
            time: usualTime(in: days, after: session, on: date, clock) ?? "", formID: UUID().uuidString.lowercased())
        return (form, found.count)
    }

    /// The median of the times at which the person's days ended, if there are three and it is after the session's last tap.
    private static func usualTime(
        in days: [RecordDay], after session: Session, on date: CivilDate, _ clock: LocalClock
    ) -> String? {
        let times = days.compactMap { day -> String? in
            let clock = LocalClock(zone: day.zone)
            guard let end = day.row.lastOut, clock.date(end) == day.row.key.date else { return nil }
            return clock.time(end)
        }.sorted()
        guard times.count >= 3, case let usual = times[times.count / 2],
            clock.date(session.lastTap) == date, clock.time(session.lastTap) < usual
        else { return nil }
        return usual
    }
}
