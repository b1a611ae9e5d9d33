internal import CLibpq

extension PostgresConnection {
    /// Runs one statement with values by the names of its parameters.
    @discardableResult
    package func query(
        _ query: PostgresQuery, _ values: KeyValuePairs<String, (any PostgresEncodable)?> = [:]
    ) async throws -> PostgresResult {
        try await run([PostgresCommand(query, values)])[0]
    }

    /// Runs several statements in one round trip (libpq's pipeline mode). Unless they contain `begin`, they form one
    /// transaction.
    /// - Throws: the first failure. Statements after it do not run.
    package func pipeline(_ commands: [PostgresCommand]) async throws -> [PostgresResult] {
        try await run(commands)
    }

    /// Runs SQL that is not in the catalogue and has no parameters: transaction control, a migration, `listen`. Its values
    /// arrive in text format: read them as `String`.
    @discardableResult
    package func execute(_ text: String, named name: String? = nil) async throws -> PostgresResult {
        try await run([PostgresCommand(text: text, named: name ?? text)])[0]
    }

    /// Prepares a statement of the catalogue, which checks it against the schema.
    package func prepare(_ name: String) async throws {
        let query = PostgresQuery(name)
        let text = try queries.statement(query).text
        guard queries.isPreparable(name), !prepared.contains(name) else { return }
        _ = try await runCancellably([.prepare(query, text)])
    }

    /// Sends the commands, waits for all answers, and throws the first failure when the connection is idle again.
    private func run(_ commands: [PostgresCommand]) async throws -> [PostgresResult] {
        guard !commands.isEmpty else { return [] }
        return try await runCancellably(try steps(commands))
    }

    /// Runs SQL even if the task is cancelled, to restore the state of the session.
    /// - Parameter limit: the time limit for the answer; nil: the session's.
    @discardableResult
    func executeUncancelled(_ text: String, within limit: Duration? = nil) async throws -> PostgresResult {
        _ = try beginStatement()
        defer { endStatement() }
        let before = answerTimeout
        if let limit { answerTimeout = limit }
        defer { if limit != nil { answerTimeout = before } }
        return try await run([Step.run(PostgresCommand(text: text, named: text))])[0]
    }

    /// Cancelling the task also cancels the steps at the server, unless they may commit. A commit always completes, so that
    /// its outcome is known.
    private func runCancellably(_ steps: [Step]) async throws -> [PostgresResult] {
        try Task.checkCancellation()
        let cancel = try beginStatement()
        defer { endStatement() }
        let (queries, isInTransaction) = (queries, PQtransactionStatus(handle) == PQTRANS_INTRANS)
        let outcome: Result<[PostgresResult], any Error>
        do {
            outcome = .success(
                try await withTaskCancellationHandler {
                    try await self.run(steps)
                } onCancel: {
                    if !Step.mayCommit(steps, isInTransaction, queries) { cancel.fire() }
                })
        } catch {
            outcome = .failure(error)
        }
        if cancel.hasFired {
            await waitUntilSent(cancel)
            if case .failure = outcome { throw CancellationError() }
        }
        return try outcome.get()
    }

    private enum Step: Sendable {
        case prepare(PostgresQuery, String)
        case run(PostgresCommand)

        /// Whether these steps end a transaction, or write outside of one.
        static func mayCommit(_ steps: [Step], _ isInTransaction: Bool, _ queries: PostgresQueryCatalog) -> Bool {
            var (isInTransaction, writesAlone) = (isInTransaction, false)
            for case .run(let command) in steps {
                if command.isCommit { return true }
                if command.isBegin { isInTransaction = true }
                writesAlone = writesAlone || !isInTransaction && !queries.isReadOnly(command)
            }
            return writesAlone
        }

        var query: PostgresQuery {
            switch self {
            case .prepare(let query, _): query
            case .run(let command): command.query
            }
        }
    }

    /// The steps for the commands: each statement that the session has not prepared yet is preceded by its preparation.
    private func steps(_ commands: [PostgresCommand]) throws -> [Step] {
        var steps: [Step] = []
        steps.reserveCapacity(commands.count)
        var beingPrepared: Set<String> = []
        for command in commands {
            guard case .values = command.content else {
                steps.append(.run(command))
                continue
            }
            let statement = try queries.statement(command.query)
            if !prepared.contains(command.query.name), beingPrepared.insert(command.query.name).inserted {
                steps.append(.prepare(command.query, statement.text))
            }
            steps.append(.run(try command.ordered(for: statement)))
        }
        return steps
    }

    private func run(_ steps: [Step]) async throws -> [PostgresResult] {
        try throwIfCancelled()
        let isPipelined = steps.count > 1
        if isPipelined, PQenterPipelineMode(handle) != 1 { throw broken() }
        for step in steps where send(step, alone: !isPipelined) != 1 { throw broken() }
        if isPipelined, PQpipelineSync(handle) != 1 { throw broken() }
        try await flush()

        var results: [PostgresResult] = []
        results.reserveCapacity(steps.count)
        var failure: PostgresError?
        for step in steps {
            do {
                let result = try await answer(to: step)
                switch step {
                case .prepare(let query, _): if result != nil { prepared.insert(query.name) }
                case .run: if let result { results.append(result) }
                }
            } catch PostgresError.refused(let error) {
                failure = failure ?? .refused(error)
            }
        }
        if isPipelined {
            // Reads the answer to the sync; then the mode can be left.
            PQclear(try await nextResult())
            if PQexitPipelineMode(handle) != 1 { throw broken() }
        }
        let isUnreplicated = notices.consumeReplicationWaitCancelled()
        if isUnreplicated { throw PostgresError.notReplicated }
        if let failure { throw failure }
        return results
    }

    private func send(_ step: Step, alone: Bool) -> Int32 {
        switch step {
        case .prepare(let query, let text): return PQsendPrepare(handle, query.name, text, 0, nil)
        case .run(let command):
            switch command.content {
            case .text(let text):
                return alone ? PQsendQuery(handle, text) : PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 0)
            case .values(let values):
                return values.withPointers { count, pointers, lengths, formats in
                    PQsendQueryPrepared(handle, command.query.name, count, pointers, lengths, formats, 1)
                }
            }
        }
    }

    /// The rows of a step's last statement; nil if an earlier step failed, so that this one did not run.
    /// - Throws: ``PostgresError/refused(_:)``, or ``PostgresError/connectionLost(_:)``.
    private func answer(to step: Step) async throws -> PostgresResult? {
        var answer: PostgresResult?
        var refusal: PostgresError.ServerError?
        while let result = try await nextResult() {
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
                answer = PostgresResult(owning: result, of: step.query)
            case PGRES_PIPELINE_ABORTED:
                PQclear(result)
            case PGRES_COPY_OUT, PGRES_COPY_IN, PGRES_COPY_BOTH:
                PQclear(result)
                throw broken("\(step.query.name) is a COPY: run it with withCopyOut")
            default:
                refusal = refusal ?? serverError(result, step.query)
                PQclear(result)
            }
        }
        if let refusal {
            if PQstatus(handle) == CONNECTION_BAD { throw broken(PostgresError.refused(refusal).description) }
            throw PostgresError.refused(refusal)
        }
        // The server reports success when it is asked to commit a failed transaction, and rolls back.
        if case .run(let command) = step, command.isCommit, answer?.commandTag == "ROLLBACK" {
            throw PostgresError.refused(
                .init(sqlState: "25P02", message: "the transaction had failed and was rolled back", query: "commit"))
        }
        return answer
    }
}

extension PostgresConnection {
    /// Runs `body` with another time limit per statement. The server cancels a statement after 80 % of `limit`; after
    /// `limit` the connection counts as lost.
    package nonisolated func withStatementLimit<Value>(
        to limit: Duration, _ body: (PostgresConnection) async throws -> Value
    ) async throws -> Value {
        let before = await answerTimeout
        await setAnswerTimeout(limit)
        do {
            try await execute("set statement_timeout = \((limit * 4 / 5).milliseconds)", named: "set statement_timeout")
            let value = try await body(self)
            await resetStatementTimeout(before)
            return value
        } catch {
            await resetStatementTimeout(before)
            throw error
        }
    }

    private func resetStatementTimeout(_ before: Duration?) async {
        await rollBack()
        guard !isClosed else { return }
        do {
            try await executeUncancelled("reset statement_timeout")
            answerTimeout = before
        } catch {
            close()
        }
    }

    /// Runs `body` in a transaction: commits when it returns, rolls back when it throws.
    package nonisolated func withTransaction<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        try await execute("begin")
        do {
            let value = try await body(self)
            try await execute("commit")
            return value
        } catch {
            await rollBack()
            throw error
        }
    }

    /// Rolls back an open transaction. A connection that fails to do so is closed, which rolls back too.
    package func rollBack() async {
        guard !isClosed, PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
        do {
            // The task may already be cancelled; the rollback must run all the same.
            try await executeUncancelled("rollback")
        } catch {
            close()
        }
    }
}
