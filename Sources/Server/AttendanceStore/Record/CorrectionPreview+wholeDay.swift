import Attendance
import FoundationEssentials
import Postgres

extension CorrectionPreview {
    /// What a whole day would change, and what is wrong with it, in the transaction that records it and after the log is locked.
    /// - Parameters:
    ///   - records: its additions, in the order of their times.
    ///   - office: of the start; the other entries follow it.
    static func ofWholeDay(
        _ records: [LogRecord], for person: PersonID, in office: OfficeID, _ connection: PostgresConnection,
        _ zones: TimeZoneDatabase, now: Instant
    ) async throws -> CorrectionPreview? {
        guard let last = records.last,
            var reader = try await CorrectionReader(
                of: last, for: person, in: office, connection, zones, among: Array(records.dropLast()), asOf: now)
        else { return nil }
        return reader.wholeDay()
    }

    /// What a whole day would change, whose entries are additions in the order of their times. Its subject is the end.
    /// - Parameters:
    ///   - last: the end.
    ///   - others: the entries before it; not empty.
    ///   - events: of the person, from the first day of a month until after the day, in the order of the record.
    ///   - office: the number of the office of the start.
    init(
        wholeDayUntil last: LogRecord, after others: [LogRecord], to events: [RecordedEvent], office: OfficeID,
        in calendars: inout OfficeCalendars, asOf instant: Instant
    ) {
        let assumed = others.reduce(events) { $0.applying($1, office: office, at: instant) }
        self.init(of: last, to: events, assuming: assumed, office: office, in: &calendars, asOf: instant)
        let corrected = assumed.applying(last, office: office, at: instant)
        let record = PersonRecord(of: corrected, in: &calendars, asOf: instant)
        contradiction = Self.contradiction(
            ofDay: Set(others.map(\.id) + [last.id]), among: corrected.filter(\.isEffective), record, &calendars)
    }

    /// Why the entries of a day are no session of their own.
    /// - Parameters:
    ///   - ids: of the entries.
    ///   - events: with the entries.
    private static func contradiction(
        ofDay ids: Set<UUID>, among events: [RecordedEvent], _ record: PersonRecord, _ calendars: inout OfficeCalendars
    ) -> Contradiction? {
        let entries = events.filter { ids.contains($0.id) }.sorted { $0.order < $1.order }
        guard let start = entries.first, let end = entries.last,
            let session = record.sessions.last(where: { $0.start <= start.at.seconds })
        else { return nil }
        let between = events.filter { !ids.contains($0.id) && start.order < $0.order && $0.order < end.order }
        if let other = between.min(by: { $0.order < $1.order }) { return .overlap(at: other.at.seconds) }
        // An earlier session without an end goes on.
        if session.firstTap.id != start.id { return .overlap(at: session.start) }
        guard session.end != end.at.seconds, let deadline = session.autoClosedAt else { return nil }
        return .afterDeadline(
            deadline: deadline, start: session.start, longest: longest(session, endsAt: deadline, &calendars))
    }
}
