internal import CLibpq

extension PostgresConnection {
    /// How far a COPY is.
    enum CopyStage {
        /// Rows are coming.
        case rows
        /// All have been read, but not yet how it ended.
        case unreported
    }

    /// Runs a `copy … to stdout` of the catalogue and lends its bytes to `body` as they arrive. Nothing is read from the
    /// server before `body` asks for it. If `body` leaves early, the statement is cancelled at the server.
    package nonisolated func withCopyOut<Value>(
        _ query: PostgresQuery, _ body: (PostgresCopyOut) async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let cancel = try await enter()
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(
                try await withTaskCancellationHandler {
                    try await beginCopy(query)
                    return try await body(PostgresCopyOut(connection: self, query: query))
                } onCancel: {
                    cancel.fire()
                })
        } catch {
            outcome = .failure(error)
        }
        await endCopy(cancel)
        if case .failure = outcome, Task.isCancelled { throw CancellationError() }
        return try outcome.get()
    }

    private func beginCopy(_ query: PostgresQuery) async throws {
        try throwIfCancelled()
        guard PQsendQuery(handle, try queries.text(of: query)) == 1 else { throw broken() }
        try await flush()
        // That a COPY has begun comes with its first rows, and these may be long in coming: a year is sorted first.
        while PQisBusy(handle) == 1 { try await exchange(within: answerLimit) }
        guard let result = PQgetResult(handle) else { throw broken() }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COPY_OUT: copy = .rows
        case PGRES_FATAL_ERROR: throw PostgresError.refused(serverError(result, query))
        default: throw broken("rows where COPY was expected: \(query.name)")
        }
    }

    /// The next rows of a COPY, about `limit` bytes of them; nil at the end. Less would wake whoever takes them too often: the
    /// server sends 8 KiB at a time.
    func nextCopyRows(of query: PostgresQuery, limit: Int) async throws -> [UInt8]? {
        var rows: [UInt8] = []
        while copy == .rows {
            if isClosed { throw PostgresError.connectionLost("the connection was closed") }
            try throwIfCancelled()
            var row: UnsafeMutablePointer<CChar>?
            let length = PQgetCopyData(handle, &row, 1)
            switch length {
            case 1...:
                if rows.isEmpty { rows.reserveCapacity(limit + limit / 8) }
                rows.append(contentsOf: UnsafeRawBufferPointer(start: row, count: Int(length)))
                PQfreemem(row)
                if rows.count >= limit { return rows }
            case 0:
                try await exchange(within: answerLimit)
            case -1:
                copy = .unreported
                if !rows.isEmpty { return rows }
            default: throw broken()
            }
        }
        if copy == .unreported {
            copy = nil
            try await endOfCopy(query)
        }
        return nil
    }

    /// Reads how a COPY ended whose rows have all been read.
    private func endOfCopy(_ query: PostgresQuery) async throws {
        var refusal: PostgresError?
        while let result = try await nextResult() {
            if PQresultStatus(result) != PGRES_COMMAND_OK {
                refusal = refusal ?? .refused(serverError(result, query))
            }
            PQclear(result)
        }
        guard let refusal else { return }
        if PQstatus(handle) == CONNECTION_BAD { throw broken(refusal.description) }
        throw refusal
    }

    /// Sets the connection at rest again. Where rows are left, the server is told to stop, and what it had sent is thrown away.
    private func endCopy(_ cancel: CancelRequest) async {
        defer { leave() }
        do {
            if copy == .rows { cancel.fire() }
            var again = ContinuousClock.now + .untilCancelAgain
            while copy == .rows {
                if again <= .now {
                    guard cancel.fireAgain() else { throw broken("the server does not end a COPY") }
                    again = .now + .untilCancelAgain
                }
                var row: UnsafeMutablePointer<CChar>?
                switch PQgetCopyData(handle, &row, 1) {
                case 1...: PQfreemem(row)
                case 0: try await exchange(within: answerLimit)
                default: copy = .unreported
                }
            }
            while let result = try await nextResult() { PQclear(result) }
        } catch {
            // The connection is closed, and its next borrower is told.
        }
        copy = nil
        await settle(cancel)
    }
}

/// What a `copy … to stdout` gives, as it arrives: pieces of whole rows.
package struct PostgresCopyOut: AsyncSequence, Sendable {
    let connection: PostgresConnection
    let query: PostgresQuery

    package struct AsyncIterator: AsyncIteratorProtocol {
        let copy: PostgresCopyOut

        package mutating func next() async throws -> [UInt8]? {
            try await copy.connection.nextCopyRows(of: copy.query, limit: 64 * 1024)
        }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(copy: self) }
}
