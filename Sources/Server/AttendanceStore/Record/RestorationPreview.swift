package import Attendance
package import FoundationEssentials
import Postgres

/// The days that the restoration of a voided or quarantined event would change, by day and office.
package struct RestorationPreview: Sendable {
    /// The working day of the event.
    package let day: CivilDate
    package let alone: [CorrectionPreview.Day]
    /// Together with the others of the same person around the same time; nil: there are none.
    package let together: [CorrectionPreview.Day]?
}

/// Events of a person that may be restored, among the events around them.
private struct RestorableEvents {
    let targets: [RecordedEvent]
    /// The ids of all events of the person that may be restored, also outside of ``events``.
    let ids: Set<UUID>
    let events: [RecordedEvent]
    var calendars: OfficeCalendars

    /// Derives the record once for each target, and twice more.
    mutating func previews(asOf instant: Instant) -> [UUID: RestorationPreview] {
        let now = PersonRecord(of: events, in: &calendars, asOf: instant)
        let all = ids.intersection(events.map(\.id))
        let together = all.count > 1 ? days(restoring: all, since: now, asOf: instant) : nil
        var previews: [UUID: RestorationPreview] = [:]
        for target in targets {
            previews[target.id] = RestorationPreview(
                day: calendars[target.office].workingDay(at: target.at.seconds).date,
                alone: days(restoring: [target.id], since: now, asOf: instant), together: together)
        }
        return previews
    }

    private mutating func days(
        restoring ids: Set<UUID>, since now: PersonRecord, asOf instant: Instant
    ) -> [CorrectionPreview.Day] {
        let restored = events.map { event in
            var event = event
            if ids.contains(event.id) { event.apply(.restore) }
            return event
        }
        return CorrectionPreview.days(from: now, to: PersonRecord(of: restored, in: &calendars, asOf: instant))
    }
}

extension RecordStore {
    /// What restoring each of these events would change now; by the events' ids. Unknown and erased events are left out.
    package func previews(
        ofRestoring events: [UUID], asOf instant: Instant, zones: TimeZoneDatabase
    ) async throws -> [UUID: RestorationPreview] {
        if events.isEmpty { return [:] }
        let groups = try await pool.withSnapshot { connection in
            try await Self.restorableEvents(events, connection, zones, asOf: instant)
        }
        var previews: [UUID: RestorationPreview] = [:]
        for var group in groups {
            previews.merge(group.previews(asOf: instant)) { first, _ in first }
        }
        return previews
    }

    /// By month and person. The events of a month are read together, so the periods are short however far apart the events are.
    private static func restorableEvents(
        _ ids: [UUID], _ connection: PostgresConnection, _ zones: TimeZoneDatabase, asOf instant: Instant
    ) async throws -> [RestorableEvents] {
        let targets = try await LoggedEvents(ids, connection).events
        let all = Dictionary(grouping: targets) { $0.person }.mapValues { Set($0.map { $0.event.id }) }
        let months = Dictionary(grouping: targets) { CivilDate(daysSince1970: $0.event.at.seconds / 86_400).month.lowerBound }
        var groups: [RestorableEvents] = []
        for targets in months.values {
            let instants = targets.map { $0.event.at }
            guard let first = instants.min(), let last = instants.max() else { continue }
            let period = CorrectionReader.period(from: first, to: last)
            var reader = try await RecordReader(connection, zones, period: period, asOf: instant)
            let people = Dictionary(grouping: targets) { $0.person }
            let events = try await reader.eventsOfPeriod(of: people.keys.sorted())
            for (person, targets) in people {
                groups.append(
                    RestorableEvents(
                        targets: targets.map { $0.event }, ids: all[person] ?? [], events: events[person] ?? [],
                        calendars: reader.calendars))
            }
        }
        return groups
    }
}
