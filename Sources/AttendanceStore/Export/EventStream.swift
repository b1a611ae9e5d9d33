import Attendance
import FoundationEssentials
import Postgres

/// Reads raw events slice after slice, and ahead of whoever takes them: while some are written, the database sorts the next.
struct EventStream: Sendable {
    struct Piece: Sendable {
        let bytes: [UInt8]
        /// Whether a slice begins with it.
        let isFirst: Bool
    }

    /// So many pieces of some 64 KiB each are read ahead, and as many are with whoever takes them: together about
    /// half a slice, which lasts for as long as the next is sorted.
    private static let piecesAhead = 64

    let people: [Int64]?
    let seq: Int64?
    let isByTime: Bool
    let slices: [Range<Instant>]

    /// Lends the pieces of all slices, in their order.
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
        try await connection.query(
            "Export/begin_event_stream", people, people?.min() ?? 0, people?.max() ?? .max, seq, isByTime)
        try await connection.query("Export/declare_corrected_events", people)
        var corrected = CorrectedEvents(connection: connection)
        _ = try await corrected.next(before: slices[0].lowerBound)
        for slice in slices {
            try await connection.query(
                "Export/set_event_stream", PostgresTimestamp(slice.lowerBound), PostgresTimestamp(slice.upperBound),
                try await corrected.next(before: slice.upperBound))
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

/// The events that have corrections, by the instants they were sent as of: read from their cursor when they are asked for.
private struct CorrectedEvents {
    let connection: PostgresConnection
    private var fetched: ArraySlice<(id: UUID, at: Instant)> = []
    private var isAtEnd = false

    init(connection: PostgresConnection) { self.connection = connection }

    /// Those which have not been given yet, up to an instant.
    mutating func next(before instant: Instant) async throws -> [UUID] {
        var ids: [UUID] = []
        while true {
            if fetched.isEmpty, !isAtEnd {
                fetched = try await connection.query("Export/fetch_corrected_events").map {
                    (try $0.get(0), try $0.instant(1))
                }[...]
                isAtEnd = fetched.isEmpty
            }
            guard let event = fetched.first, event.at < instant else { return ids }
            ids.append(event.id)
            fetched.removeFirst()
        }
    }
}
