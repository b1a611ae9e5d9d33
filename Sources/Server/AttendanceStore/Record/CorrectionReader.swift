package import Attendance
import Postgres

/// The part of a person's record that a correction would change: of a snapshot, or of the log as it is while it is locked.
struct CorrectionReader {
    /// More is a device with a wrong clock. Deriving everything in between would take long.
    private static let longestMove = Duration.seconds(62 * 86_400)

    private var calendars: OfficeCalendars
    private let record: LogRecord
    private let asOf: Instant
    private let homeOffice: OfficeID
    /// The office of an added tap, or of an amended one that changes its office.
    private let office: OfficeID
    private let events: [RecordedEvent]
    /// Other corrections for the person that may be recorded, too, such as requested ones.
    private let others: [LogRecord]

    /// - Parameters:
    ///   - record: an addition for the person, or an amendment, a void or a restoration of their event.
    ///   - homeOffice: of the person.
    /// - Returns: nil if it names no instant, because its content is erased, or moves a tap by more than ``longestMove``.
    init?(
        of record: LogRecord, for person: PersonID, in homeOffice: OfficeID, _ connection: PostgresConnection,
        _ zones: TimeZoneDatabase, among others: [LogRecord], asOf: Instant
    ) async throws {
        let target = try await LoggedEvents.target(of: record, connection)
        let instants = record.instants(target: target)
        guard let first = instants.min(), let last = instants.max(), last - first <= Self.longestMove else { return nil }
        let officeName =
            switch record {
            case .tap(let tap), .add(let tap, _): tap.office
            case .correction(let correction):
                if case .amend(let amendment) = correction.change { amendment.office } else { nil as String? }
            }
        let usual = target?.office ?? homeOffice
        office =
            if let officeName {
                try await connection.query("Offices/offices", ["office": nil]).map(Office.init).named(officeName)?.id ?? usual
            } else { usual }
        var reader = try await RecordReader(connection, zones, period: Self.period(from: first, to: last), asOf: asOf)
        events = try await reader.eventsOfPeriod(of: person)
        (calendars, self.record, self.others, self.asOf) = (reader.calendars, record, others, asOf)
        self.homeOffice = homeOffice
    }

    /// A day in any zone, one more for sessions over a day boundary, and the days on which the minutes of these days depend.
    static func period(from first: Instant, to last: Instant) -> ClosedRange<CivilDate> {
        let near = CivilDate(daysSince1970: first.seconds / 86_400 - 2)...CivilDate(daysSince1970: last.seconds / 86_400 + 2)
        return near.sinceFirstOfMonth.lowerBound.adding(days: -2)...near.upperBound
    }

    /// What the correction would change now. A break whose return is among the others has its resume.
    mutating func alone() -> CorrectionPreview {
        var preview = preview(of: events)
        let starts = others.compactMap { if case .add(let tap, _) = $0, tap.kind == .start { tap.at.seconds } else { nil } }
        if let period = preview.missingResume, starts.contains(where: period.contains) { preview.missingResume = nil }
        if let period = preview.endedBreak, starts.contains(where: period.contains) { preview.endedBreak = nil }
        return preview
    }

    /// What it would change after the others; nil: there are none.
    mutating func together() -> CorrectionPreview? {
        if others.isEmpty { return nil }
        return preview(of: others.reduce(events) { $0.applying($1, office: homeOffice, at: asOf) })
    }

    /// What a whole day would change: the others are its entries before the end, which is the correction.
    mutating func wholeDay() -> CorrectionPreview {
        CorrectionPreview(wholeDayUntil: record, after: others, to: events, office: office, in: &calendars, asOf: asOf)
    }

    private mutating func preview(of assumed: [RecordedEvent]) -> CorrectionPreview {
        CorrectionPreview(of: record, to: events, assuming: assumed, office: office, in: &calendars, asOf: asOf)
    }
}

extension RecordStore {
    /// What a correction would change now, alone and after others; nil: it names no instant, or moves a tap far away.
    /// - Parameters:
    ///   - record: an addition for the person, or an amendment, a void or a restoration of their event.
    ///   - office: the person's home office.
    ///   - others: other corrections for the person that may be recorded, too, such as requested ones.
    package func preview(
        of record: LogRecord, for person: PersonID, in office: OfficeID, among others: [LogRecord], asOf instant: Instant,
        zones: TimeZoneDatabase
    ) async throws -> (alone: CorrectionPreview, together: CorrectionPreview?)? {
        let reader = try await pool.withSnapshot { connection in
            try await CorrectionReader(of: record, for: person, in: office, connection, zones, among: others, asOf: instant)
        }
        guard var reader else { return nil }
        return (reader.alone(), reader.together())
    }
}
