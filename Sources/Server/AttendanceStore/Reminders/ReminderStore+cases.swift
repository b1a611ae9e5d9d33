package import Attendance
import FoundationEssentials
import Postgres

extension ReminderStore {
    /// Missing ends are looked for on this many working days before the current one.
    private static let daysBack: Int64 = 3
    private static let decidedWithin = Duration.seconds(2 * 86_400)
    private static let askedWithin = Duration.seconds(14 * 86_400)

    /// The offices with reminders, by id.
    package func remindingOffices() async throws -> [RemindingOffice] {
        try await pool.query("Reminders/reminding_offices").map { row in
            RemindingOffice(
                id: try row.get("office_id"), reminders: try OfficeReminders(row),
                onSince: try row.instant("on_since"),
                lastRun: try row.getIfPresent("last_run", as: Int64.self).map { CivilDate(daysSince1970: $0) })
        }
    }

    /// Adds the messages about correction requests: a decision of the last 2 days for the requester, and an open request of the
    /// last 14 days for the people who can decide it. Messages that exist stay as they are.
    /// - Parameter allowed: the earliest instant at which the people of an office may get a message, by office.
    package func addRequests(
        allowed: [OfficeID: Instant], through channels: [ReminderChannel], now: Instant
    ) async throws {
        let offices = allowed.keys.sorted()
        try await pool.query(
            "Reminders/add_requests",
            [
                "decided_since": PostgresTimestamp(now - Self.decidedWithin),
                "asked_since": PostgresTimestamp(now - Self.askedWithin), "now": PostgresTimestamp(now), "offices": offices,
                "allowed": offices.map { PostgresTimestamp(allowed[$0] ?? now) }, "channels": channels.map(\.rawValue),
            ])
    }

    /// Adds the messages about missing ends, once for each day of an office at its time: for sessions without an end of the last
    /// three working days and, on the evening of the day itself, for those that are open for six hours or longer. Of several servers, one adds them.
    /// - Parameter calendars: contain the office.
    package func addMissingEnds(
        of office: RemindingOffice, through channels: [ReminderChannel], _ calendars: inout OfficeCalendars, now: Instant,
        zones: TimeZoneDatabase
    ) async throws {
        let (reminders, zone) = (office.reminders, calendars[office.id].zone(at: now.seconds))
        let run = reminders.latestRun(at: now, zone: zone)
        // Nothing from before reminders were switched on.
        guard reminders.runTime(on: run, zone: zone) >= office.onSince else { return }
        if let lastRun = office.lastRun, lastRun >= run { return }
        // A missed run of the day before may be made up for in the daytime, when people are at work.
        let isEvening = reminders.remindsInEvening && OfficeReminders.date(at: now, zone: zone) == run
        let today = calendars[office.id].workingDay(at: now.seconds).date
        let people = try await pool.query(
            "Reminders/people_with_channel", ["office": office.id, "channels": channels.map(\.rawValue)]
        ).map { try $0.get("person_id", as: PersonID.self) }
        let missing = try await missingEnds(
            of: people, in: today.adding(days: -Self.daysBack)...today,
            openFor: isEvening ? OfficeReminders.openFor : nil, now: now, zones: zones)
        let allowed = reminders.nextAllowed(after: now, zone: zone)
        try await pool.withTransaction { connection in
            let noted = try await connection.query(
                "Reminders/note_run", ["day": run.dayNumber, "office": office.id])
            guard !noted.isEmpty else { return }
            try await connection.query(
                "Reminders/add_missing_ends",
                [
                    "not_before": PostgresTimestamp(allowed), "now": PostgresTimestamp(now),
                    "people": missing.map { $0.person },
                    "cases": missing.map(Self.caseID),
                    "days": missing.map { $0.session.workingDay.date.dayNumber },
                    "channels": channels.map(\.rawValue),
                ])
        }
    }

    /// What a message says by the current state of its case; nil: it is no longer needed.
    package func occasion(
        of reminder: DueReminder, _ calendars: inout OfficeCalendars, now: Instant, zones: TimeZoneDatabase
    ) async throws -> ReminderOccasion? {
        switch reminder.kind {
        case .missingEnd:
            guard let day = reminder.day else { return nil }
            let missing = try await missingEnds(of: [reminder.person], in: day...day, openFor: .zero, now: now, zones: zones)
            if let office = reminder.questionOffice {
                let isMissing = missing.contains { $0.session.workingDay.date == day && $0.session.office == office }
                return isMissing ? .asked(on: day) : nil
            }
            return missing.last { Self.caseID($0) == reminder.caseID }.map { end in
                .missingEnd(on: day, isOpen: end.session.state == .open)
            }
        case .requestDecided:
            guard let state = reminder.requestState, [.approved, .refused].contains(state) else { return nil }
            let day = reminder.requestAt.map { calendars[reminder.office].workingDay(at: $0.seconds).date }
            return .decided(isApproved: state == .approved, on: day)
        case .requestWaiting:
            return reminder.isDecider ? .waiting : nil
        }
    }

    typealias MissingEnd = (person: PersonID, session: Session)

    /// The same for all sessions of a working day, whatever corrections change.
    private static func caseID(_ end: MissingEnd) -> UUID {
        UUID(derivedFrom: "missing_end \(end.person) \(end.session.office) \(end.session.workingDay.date)")
    }

    static func key(of session: Session) -> DailyRow.Key {
        DailyRow.Key(date: session.workingDay.date, office: session.office)
    }

    /// The sessions of these people that began in a period and have no end, unless the end is requested already.
    /// - Parameters:
    ///   - days: the days of the sessions by person; nil: all of the period.
    ///   - openFor: a session that is still open counts if it began this long ago; nil: it does not count.
    func missingEnds(
        of people: [PersonID], in period: ClosedRange<CivilDate>, about days: [PersonID: Set<DailyRow.Key>]? = nil,
        openFor: Duration?, now: Instant, zones: TimeZoneDatabase
    ) async throws -> [MissingEnd] {
        if people.isEmpty { return [] }
        var found: [MissingEnd] = []
        try await RecordStore(pool: pool).withRecords(of: people, in: period, asOf: now, zones: zones) { record in
            for session in record.sessions {
                if let days, days[record.person]?.contains(Self.key(of: session)) != true { continue }
                switch session.state {
                case .closed: continue
                case .auto: found.append((record.person, session))
                case .open:
                    guard let openFor, .seconds(now.seconds - session.start) >= openFor else { continue }
                    found.append((record.person, session))
                }
            }
        }
        if found.isEmpty { return [] }
        let open = try await RequestStore(pool: pool).openRequests(of: Set(found.map { $0.person }).sorted())
        let requests = Dictionary(grouping: open, by: \.personID)
        return found.filter { end in
            !requests[end.person, default: []].contains { $0.requestedEnd(of: end.session) != nil }
        }
    }
}
