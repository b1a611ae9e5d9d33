package import Attendance
package import FoundationEssentials
import Postgres

/// A raw event as an export gives it: what was reported, and what became of it by the record that the export goes to.
package struct ExportedEvent: Sendable, Equatable {
    package let seq: Int64
    package let id: UUID
    /// `tap` or `add`.
    package let type: String
    package let person: Int64
    /// What it counts as.
    package let kind: String
    /// The instant as it was sent.
    package let atOriginal: String
    /// The instant that counts.
    package let at: Instant
    package let receivedAt: Instant
    package let office: Int64
    package let desk: String?
    /// `effective`, `voided` or `quarantined`.
    package let status: String
    /// Who added or corrected it, when, why and to what; nil where nobody did.
    package let corrections: String?
    package let reader: String?

    /// Reads a row of `stream_events`.
    init(_ rows: inout PostgresBinaryRows) throws {
        func required<Value>(_ value: Value?) throws -> Value {
            guard let value else {
                throw PostgresError.unexpectedColumn(query: "stream_events", column: 0, expected: "a value")
            }
            return value
        }
        seq = try required(try rows.int64())
        id = try required(try rows.value())
        type = try required(try rows.value())
        person = try required(try rows.int64())
        kind = try required(try rows.value())
        atOriginal = try required(try rows.value())
        at = try required(try rows.value(PostgresTimestamp.self)).instant
        receivedAt = try required(try rows.value(PostgresTimestamp.self)).instant
        office = try required(try rows.int64())
        desk = try rows.value()
        status = try required(try rows.value())
        corrections = try rows.value()
        reader = try rows.value()
    }
}

extension AttendanceStore {
    /// Lends the raw events of a period's working days, in their order by the instants that count, in pieces as they come.
    /// - Parameters:
    ///   - people: nil is everybody, also those who left.
    ///   - period: by the clock of the office that an event is of.
    ///   - seq: of the latest record that counts, so that the same can be given again later; nil is all.
    package func withEvents(
        of people: [Int64]? = nil, in period: ClosedRange<CivilDate>, zones: TimeZoneDatabase, at seq: Int64? = nil,
        _ body: ([ExportedEvent]) async throws -> Void
    ) async throws {
        try await reading { connection in
            var calendars = try OfficeClocks(try await connection.query("office_settings"), zones).calendars
            let next = CivilDate(daysSince1970: period.upperBound.daysSince1970 + 1)
            let settings = calendars.allSettings
            let from = settings.map { $0.start(of: period.lowerBound) }.min() ?? 0
            let to = settings.map { $0.start(of: next) }.max() ?? 0
            try await connection.query(
                "set_event_stream", PostgresTimestamp(Instant(millisecondsSince1970: from * 1000)),
                PostgresTimestamp(Instant(millisecondsSince1970: to * 1000)), people, people?.min() ?? 0,
                people?.max() ?? .max, seq)
            try await connection.withCopyOut("stream_events") { pieces in
                var isFirst = true
                for try await piece in pieces {
                    var events: [ExportedEvent] = []
                    try PostgresBinaryRows.reading(piece, isFirst: isFirst) { rows in
                        while try rows.next() {
                            let event = try ExportedEvent(&rows)
                            // Elsewhere it is another day already, or still.
                            let day = calendars[event.office].workingDay(at: event.at.seconds)
                            if period.contains(day.date) { events.append(event) }
                        }
                    }
                    isFirst = false
                    if !events.isEmpty { try await body(events) }
                }
            }
        }
    }
}
