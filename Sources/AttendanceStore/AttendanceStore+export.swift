package import Attendance
import Postgres

extension AttendanceStore {
    /// Lends the raw taps of a period as CSV (RFC 4180, UTF-8, header row) in pieces of whole rows, as the database gives them.
    /// - Parameters:
    ///   - from: the first instant of the period.
    ///   - to: the first instant after it.
    ///   - seq: of the latest record that counts, so that the same can be given again later; nil is all.
    ///   - person: nil is everybody.
    package func withEventsCSV(
        from: Instant, to: Instant, at seq: Int64? = nil, of person: Int64? = nil, _ body: ([UInt8]) async throws -> Void
    ) async throws {
        try await pool.withTransaction { connection in
            try await connection.query("set_export_period", PostgresTimestamp(from), PostgresTimestamp(to), seq, person)
            try await connection.withCopyOut("export_events") { rows in
                for try await piece in rows { try await body(Self.withCarriageReturns(piece)) }
            }
        }
    }

    /// PostgreSQL ends a row with LF; RFC 4180, 2 wants CRLF. A line feed inside quotes stays as it is.
    static func withCarriageReturns(_ rows: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(rows.count + rows.count / 32)
        var inQuotes = false
        for byte in rows {
            if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
            if byte == UInt8(ascii: "\n"), !inQuotes { result.append(UInt8(ascii: "\r")) }
            result.append(byte)
        }
        return result
    }
}
