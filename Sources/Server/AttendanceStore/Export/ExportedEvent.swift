package import Attendance
package import FoundationEssentials
import Postgres

/// A raw event in an export: what was reported, with the corrections up to the head of the export.
package struct ExportedEvent: Sendable, Equatable {
    /// The value of the desk of work away from a desk, for programs. No desk's name has small letters.
    package static let away = "away"

    package let seq: Int64
    package let id: UUID
    /// `tap` or `add`.
    package let type: String
    package let person: PersonID
    /// The kind after corrections.
    package let kind: String
    /// The instant as it was sent.
    package let atOriginal: String
    /// The instant after corrections.
    package let at: Instant
    package let receivedAt: Instant
    package let office: OfficeID
    package let desk: String?
    /// Whether it is a start away from a desk, after corrections.
    package let isAway: Bool
    /// `effective`, `voided` or `quarantined`.
    package let status: String
    /// The addition and the corrections; nil: none.
    package let changes: EventChanges?
    package let reader: String?

    /// The addition and the corrections in the words of the contract, each with author, time, reason and new values; nil: none.
    package var corrections: String? { changes?.text }

    /// Reads a row of `Export/stream_events`, field by field in the order of its columns: a binary COPY carries no names.
    init(_ rows: inout PostgresBinaryRows) throws {
        func required<Value>(_ value: Value?) throws -> Value {
            guard let value else {
                throw PostgresError.unexpectedColumn(query: "Export/stream_events", column: 0, expected: "a value")
            }
            return value
        }
        seq = try required(try rows.int64())
        id = try required(try rows.uuid())
        type = try required(try rows.text())
        person = try required(try rows.id())
        kind = try required(try rows.text())
        atOriginal = try required(try rows.text())
        at = try required(try rows.timestamp()).instant
        receivedAt = try required(try rows.timestamp()).instant
        office = try required(try rows.id())
        desk = try rows.text()
        status = try required(try rows.text())
        changes = try rows.text().map(EventChanges.init(json:))
        reader = try rows.text()
        isAway = try rows.field()?.first == 1
    }
}
