import Attendance
import FoundationEssentials
import Postgres

/// Reads raw events in slices, ahead of the consumer: PostgreSQL sorts the next slice while the consumer writes the current
/// one.
struct EventStream: Sendable {
    struct Piece: Sendable {
        let bytes: [UInt8]
        /// Whether this is the first piece of a slice.
        let isFirst: Bool
    }

    /// The number of pieces, of about 64 KiB each, that are read ahead. The consumer holds as many: together about half a
    /// slice, which takes as long to write as PostgreSQL needs to sort the next one.
    private static let piecesAhead = 64

    let people: [PersonID]?
    let seq: Int64?
    let isByTime: Bool
    let slices: [Range<Instant>]

    /// Passes the pieces of all slices to `body` in order.
    func withPieces(from connection: PostgresConnection, _ body: (Piece) async throws -> Void) async throws {
        guard !slices.isEmpty else { return }
        let ahead = ReadAhead<Piece>(limit: Self.piecesAhead)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await read(from: connection, into: ahead)
                    await ahead.end(.success(()))
                } catch {
                    await ahead.end(.failure(error))
                }
            }
            do {
                while true {
                    let pieces = try await ahead.take()
                    if pieces.isEmpty { return }
                    for piece in pieces { try await body(piece) }
                }
            } catch {
                group.cancelAll()
                await ahead.refuse()
                throw error
            }
        }
    }

    private func read(from connection: PostgresConnection, into ahead: ReadAhead<Piece>) async throws {
        let (first, last): (PersonID, PersonID) = (people?.min() ?? 0, people?.max() ?? PersonID(.max))
        try await connection.query(
            "Export/begin_event_stream",
            ["people": people, "first_person": first, "last_person": last, "head": seq, "by_time": isByTime])
        try await connection.query("Export/declare_corrected_events", ["people": people])
        var corrected = CorrectedEvents(connection: connection)
        _ = try await corrected.next(before: slices[0].lowerBound)
        for slice in slices {
            let ids = try await corrected.next(before: slice.upperBound)
            try await connection.query(
                "Export/set_event_stream",
                [
                    "from": PostgresTimestamp(slice.lowerBound), "to": PostgresTimestamp(slice.upperBound),
                    "corrected": ids,
                ])
            try await connection.withCopyOut("Export/stream_events") { pieces in
                var isFirst = true
                for try await bytes in pieces {
                    try await ahead.put(Piece(bytes: bytes, isFirst: isFirst))
                    isFirst = false
                }
            }
        }
    }
}

/// The events that have corrections, ordered by the instant as sent. Read from a cursor on demand.
private struct CorrectedEvents {
    let connection: PostgresConnection
    private var fetched: ArraySlice<(id: UUID, at: Instant)> = []
    private var isAtEnd = false

    init(connection: PostgresConnection) { self.connection = connection }

    /// The events before an instant that were not returned yet.
    mutating func next(before instant: Instant) async throws -> [UUID] {
        var ids: [UUID] = []
        while true {
            if fetched.isEmpty, !isAtEnd {
                fetched = try await connection.query("Export/fetch_corrected_events").map {
                    (try $0.get("id"), try $0.instant("at"))
                }[...]
                isAtEnd = fetched.isEmpty
            }
            guard let event = fetched.first, event.at < instant else { return ids }
            ids.append(event.id)
            fetched.removeFirst()
        }
    }
}
