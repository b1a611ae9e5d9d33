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
                throw PostgresError.unexpectedColumn(query: "Export/stream_events", column: 0, expected: "a value")
            }
            return value
        }
        seq = try required(try rows.int64())
        id = try required(try rows.uuid())
        type = try required(try rows.text())
        person = try required(try rows.int64())
        kind = try required(try rows.text())
        atOriginal = try required(try rows.text())
        at = try required(try rows.timestamp()).instant
        receivedAt = try required(try rows.timestamp()).instant
        office = try required(try rows.int64())
        desk = try rows.text()
        status = try required(try rows.text())
        corrections = try rows.text()
        reader = try rows.text()
    }
}
