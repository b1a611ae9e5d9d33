package import Attendance
package import FoundationEssentials
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

    /// - Parameter events: of the person, from ``period(from:to:)`` of the event.
    private init(
        restoring event: RecordedEvent, in events: [RecordedEvent], among others: [RecordedEvent], _ calendars: OfficeCalendars,
        asOf: Instant
    ) {
        (self.calendars, self.events, self.asOf) = (calendars, events, asOf)
        record = Self.restoration(of: event)
        self.others = others.map(Self.restoration)
        (homeOffice, office) = (event.office, event.office)
    }

    private static func restoration(of event: RecordedEvent) -> LogRecord {
        .correction(
            Correction(
                id: UUID(), target: event.id, change: .restore, justification: Justification(author: "", reason: "")))
    }

    /// A day in any zone, one more for sessions over a day boundary, and the days on which the minutes of these days depend.
    private static func period(from first: Instant, to last: Instant) -> ClosedRange<CivilDate> {
        let near = CivilDate(daysSince1970: first.seconds / 86_400 - 2)...CivilDate(daysSince1970: last.seconds / 86_400 + 2)
        return near.sinceFirstOfMonth.lowerBound.adding(days: -2)...near.upperBound
    }

    /// The restorations of these events, by their ids. The others of each are those of the same person in the same time.
    ///
    /// Events with overlapping periods are read together: mostly all of them at once.
    static func restorations(
        of ids: [UUID], _ connection: PostgresConnection, _ zones: TimeZoneDatabase, asOf: Instant
    ) async throws -> [UUID: CorrectionReader] {
        var groups: [(period: ClosedRange<CivilDate>, targets: [(person: PersonID, event: RecordedEvent)])] = []
        for target in try await LoggedEvents(ids, connection).events.sorted(by: { $0.event.at < $1.event.at }) {
            let period = period(from: target.event.at, to: target.event.at)
            if let last = groups.last, period.lowerBound <= last.period.upperBound {
                groups[groups.count - 1].period = last.period.lowerBound...max(last.period.upperBound, period.upperBound)
                groups[groups.count - 1].targets.append(target)
            } else {
                groups.append((period, [target]))
            }
        }
        var readers: [UUID: CorrectionReader] = [:]
        for (period, targets) in groups {
            var reader = try await RecordReader(connection, zones, period: period, asOf: asOf)
            let people = Dictionary(grouping: targets) { $0.person }
            let events = try await reader.eventsOfPeriod(of: people.keys.sorted())
            for (person, targets) in people {
                for target in targets {
                    readers[target.event.id] = CorrectionReader(
                        restoring: target.event, in: events[person] ?? [],
                        among: targets.map { $0.event }.filter { $0.id != target.event.id }, reader.calendars, asOf: asOf)
                }
            }
        }
        return readers
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

    /// What restoring each of these events would change now, alone and together with the others of the same person; by the events'
    /// ids. Unknown and erased events are left out.
    package func previews(
        ofRestoring events: [UUID], asOf instant: Instant, zones: TimeZoneDatabase
    ) async throws -> [UUID: (alone: CorrectionPreview, together: CorrectionPreview?)] {
        if events.isEmpty { return [:] }
        let readers = try await pool.withSnapshot { connection in
            try await CorrectionReader.restorations(of: events, connection, zones, asOf: instant)
        }
        return readers.mapValues { reader in
            var reader = reader
            return (reader.alone(), reader.together())
        }
    }
}
