internal import CLibpq

extension PostgresConnection {
    /// Progress of a COPY.
    enum CopyStage {
        /// Rows are arriving.
        case rows
        /// All rows are read; the final status is not.
        case unreported
    }

    /// Runs a `copy … to stdout` of the catalogue and lends its bytes to `body` as they arrive. Rows are read from the
    /// server only when `body` asks for them. If `body` returns early, the statement is cancelled at the server.
    package nonisolated func withCopyOut<Value>(
        _ query: PostgresQuery, _ body: (PostgresCopyOut) async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let cancel = try await beginStatement()
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
        guard PQsendQuery(handle, try queries.statement(query).text) == 1 else { throw broken() }
        try await flush()
        // The server reports the start of a COPY together with its first rows, which can take long: it sorts a year of
        // events first.
        while PQisBusy(handle) == 1 { try await waitForSocket(within: answerLimit) }
        guard let result = PQgetResult(handle) else { throw broken() }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COPY_OUT: copy = .rows
        case PGRES_FATAL_ERROR: throw PostgresError.refused(serverError(result, query))
        default: throw broken("\(query.name) is no COPY")
        }
    }

    /// The next rows of a COPY, about `limit` bytes; nil at the end. Smaller pieces would wake the consumer too often: the
    /// server sends 8 KiB at a time.
    func nextCopyRows(of query: PostgresQuery, limit: Int) async throws -> [UInt8]? {
        var rows: [UInt8] = []
        while copy == .rows {
            try throwIfClosed()
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
                try await waitForSocket(within: answerLimit)
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

    /// Reads the final status of a COPY after its last row.
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

    /// Makes the connection idle again. Cancels the statement if rows are left, and discards the rows already sent.
    private func endCopy(_ cancel: CancelRequest) async {
        defer { endStatement() }
        do {
            if copy == .rows { cancel.fire() }
            var again = ContinuousClock.now + .cancelRepeatInterval
            while copy == .rows {
                if again <= .now {
                    guard cancel.fireAgain() else { throw broken("the server did not cancel a COPY") }
                    again = .now + .cancelRepeatInterval
                }
                var row: UnsafeMutablePointer<CChar>?
                switch PQgetCopyData(handle, &row, 1) {
                case 1...: PQfreemem(row)
                case 0: try await waitForSocket(within: answerLimit)
                default: copy = .unreported
                }
            }
            while let result = try await nextResult() { PQclear(result) }
        } catch {
            // The connection is closed, and its next use throws.
        }
        copy = nil
        await waitUntilSent(cancel)
    }
}

/// The output of a `copy … to stdout`: pieces of whole rows, as they arrive.
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
