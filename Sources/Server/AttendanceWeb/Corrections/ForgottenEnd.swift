import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// A day of a person whose last session has no end, with the form that requests it. Times are by the clock of the person's own office,
/// by which the form is read.
struct ForgottenEnd: Sendable {
    let workingDay: CivilDate
    /// Such as `yesterday, Thursday 19 November`.
    let day: String
    let date: String
    let startedAt: String
    /// The time that was requested last and rejected, or else the person's usual time, `HH:MM`; empty: unknown.
    let time: String
    let isUsualTime: Bool
    /// The latest rejection of a request for this end, with the decider and the comment; nil if there is none.
    let rejection: String?
    /// Who asked for the clock-out; nil: it was not asked for.
    let asked: String?
    let formID: String

    /// The number of days that are searched.
    private static let daysBack: Int64 = 31
    /// The same if a message told of an earlier day, and for days that the person was asked about. A question about the
    /// earliest day stays for a month (``DayQuestion/daysBack``).
    private static let askedDaysBack = DayQuestion.daysBack + daysBack

    /// The days before an instant without an end for which the person has not asked yet.
    /// - Parameter wanted: the working day of which a message told: its session comes first, also while it is still open.
    /// - Returns: that day or the latest one with its form, the number of days, the number of further days whose end is
    ///   requested, and whether no later day waits for a decision; nil: there is none.
    static func latest(
        before instant: Instant, of person: Person, on wanted: CivilDate? = nil, _ store: AttendanceStore,
        _ zones: TimeZoneDatabase, now: Instant
    ) async throws -> (form: ForgottenEnd, count: Int, requested: Int, isLatest: Bool)? {
        let today = try await store.officeSettings.today(of: person, zones, now: now)
        let (usualFirst, earliest) = (today.adding(days: -daysBack), today.adding(days: -askedDaysBack))
        let first = max(min(wanted ?? usualFirst, usualFirst), earliest)
        let questions = try await store.reminders.questions(of: [person.id], in: earliest...today)[person.id] ?? [:]
        let firstAsked = questions.keys.map(\.date).min() ?? first
        let days = try await store.record.days(
            of: person.id, in: min(first, firstAsked)...today, asOf: now, zones: zones
        ).filter { $0.row.key.date >= first || questions[$0.row.key] != nil }
        let requests = try await store.requests.requests(of: person.id)
        func asked(for session: Session, _ state: CorrectionRequest.State) -> [CorrectionRequest] {
            requests.filter { $0.state == state && $0.requestedEnd(of: session) != nil }
        }
        let missing = days.compactMap { day in
            day.sessions.last { session in
                let lacksEnd = session.state == .auto || session.state == .open && day.row.key.date == wanted
                return lacksEnd && session.start < instant.seconds
            }.map { (day, $0) }
        }
        let found = missing.filter { _, session in asked(for: session, .open).isEmpty }
        guard let (day, session) = found.last(where: { $0.0.row.key.date == wanted }) ?? found.last else { return nil }
        let clock = LocalClock(zone: try await store.record.clock(of: person.office, on: day.row.key.date, zones: zones))
        let date = clock.date(session.stretches.last?.start ?? session.start)
        // Latest first.
        let rejected = asked(for: session, .refused)
        let askedLast = rejected.first?.requestedEnd(of: session)
        let usual =
            askedLast == nil
            ? try await UsualClockOut(
                of: person, in: session.workingDay.date...session.workingDay.date, clock, store, zones, now: now
            ).time(for: session, on: date, by: session.autoClosedAt ?? now.seconds) : nil
        let question = questions[day.row.key]
        let form = ForgottenEnd(
            workingDay: day.row.key.date,
            day: localized(
                date == today.adding(days: -1) ? "tap.forgotten.yesterday" : "tap.forgotten.on", ["date": date.long]),
            date: (askedLast.map { clock.date($0) } ?? date).description,
            startedAt: clock.time(session.start, on: date),
            time: askedLast.map { clock.time($0) } ?? usual ?? "", isUsualTime: usual != nil,
            rejection: rejected.first?.decision.map { decision in
                localized("tap.forgotten.rejected", ["who": decision.by.displayName, "comment": decision.comment ?? ""])
            },
            asked: question.map { question in
                localized(
                    "tap.forgotten.asked",
                    ["who": question.asker.displayName, "date": clock.date(question.at.seconds).dayAndMonth])
            },
            formID: UUID().uuidString.lowercased())
        let requested = missing.count - found.count
        return (form, found.count, requested, requested == 0 || missing.last?.1.start == session.start)
    }
}
