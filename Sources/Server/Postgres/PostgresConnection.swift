internal import CLibpq
package import Logging
import Synchronization

/// One session with a PostgreSQL server. It runs one statement at a time; ``PostgresPool`` lends it to one task at a time.
package actor PostgresConnection {
    /// libpq's connection; nil after it is finished. Every libpq function treats nil as a broken connection.
    private(set) var handle: OpaquePointer?
    let loop: PostgresEventLoop
    let waiter = PostgresEventLoop.Waiter()
    let queries: PostgresQueryCatalog
    /// Names of the catalogue's statements that are prepared in this session.
    var prepared: Set<String> = []
    /// Set by an error that only a new session fixes.
    var needsReplacement = false
    /// The progress of the running COPY; nil if none is running.
    var copy: CopyStage?
    private(set) var isClosed = false

    let notices: ConnectionNotices
    /// Time limit for an answer of the server; nil: no limit.
    var answerTimeout: Duration?
    private let socket: Int32
    private let cancelKey: CancelKey
    /// Cancels the running statement; nil if no statement is running.
    private var running: CancelRequest?
    /// When the server last sent data, or received a statement.
    private var lastHeard = ContinuousClock.now
    private let idleFlag = Atomic(true)
    private let timedOut = Atomic(false)

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Connects within the configuration's connect timeout and checks that no pooler is in between.
    /// - Parameter logger: receives the server's notices.
    /// - Throws: ``PostgresError/cannotConnect(_:)``, ``PostgresError/pooler(_:)``.
    package static func connect(
        _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog, loop: PostgresEventLoop = .shared,
        logger: Logger? = nil
    ) async throws -> PostgresConnection {
        let deadline = ContinuousClock.now + configuration.connectTimeout
        let connection = try await open(configuration, queries: queries, loop: loop, logger: logger)
        do {
            await connection.setAnswerTimeout(max(.milliseconds(100), deadline - .now))
            try await connection.rejectPooler()
            await connection.setAnswerTimeout(configuration.answerTimeout)
            return connection
        } catch {
            await connection.close()
            try Task.checkCancellation()
            throw error
        }
    }

    /// Connects, lends the connection to `body` and closes it. Cancellation closes it at once, without waiting for the
    /// server's answer.
    /// - Throws: as ``connect(_:queries:loop:logger:)``, and the errors of `body`.
    package static func withConnection<Value>(
        _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog, loop: PostgresEventLoop = .shared,
        logger: Logger? = nil, _ body: (PostgresConnection) async throws -> Value
    ) async throws -> Value {
        let connection = try await connect(configuration, queries: queries, loop: loop, logger: logger)
        do {
            let value = try await withTaskCancellationHandler {
                try await body(connection)
            } onCancel: {
                connection.abandon()
            }
            await connection.close()
            return value
        } catch {
            await connection.close()
            throw error
        }
    }

    /// Connects without checking for a pooler.
    static func open(
        _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog, loop: PostgresEventLoop = .shared,
        logger: Logger? = nil
    ) async throws -> PostgresConnection {
        try Task.checkCancellation()
        let attempt = try await ConnectionAttempt(loop: loop).connect(configuration)
        return PostgresConnection(
            attempt, queries: queries, notices: ConnectionNotices(logger: logger), answerTimeout: configuration.answerTimeout,
            loop: loop)
    }

    private init(
        _ connection: ConnectionAttempt.Connection, queries: PostgresQueryCatalog, notices: ConnectionNotices,
        answerTimeout: Duration?, loop: PostgresEventLoop
    ) {
        handle = connection.handle
        socket = PQsocket(connection.handle)
        cancelKey = CancelKey(connection.handle)
        self.queries = queries
        self.notices = notices
        self.answerTimeout = answerTimeout
        self.loop = loop
        notices.receive(from: connection.handle)
    }

    func setAnswerTimeout(_ timeout: Duration?) { answerTimeout = timeout }

    isolated deinit { PQfinish(handle) }

    /// Ends the session. A running statement ends with ``PostgresError/connectionLost(_:)``.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        idleFlag.store(false, ordering: .releasing)
        loop.interrupt(waiter)
        if running == nil { finish() }
    }

    /// Closes the connection soon, from code that cannot await, such as a cancellation handler.
    package nonisolated func abandon() {
        Task { await close() }
    }

    /// Closes the connection if the server has owed an answer for `limit` and sent nothing. Otherwise the running statement
    /// gets this limit from now on. Does nothing during a COPY: its rows may wait for their consumer.
    func limitAnswer(to limit: Duration) {
        guard running != nil, copy == nil else { return }
        if .now - lastHeard >= limit { return close() }
        answerTimeout = min(answerTimeout ?? limit, limit)
        loop.interrupt(waiter)
    }

    private func finish() {
        PQfinish(handle)
        handle = nil
    }

    /// Whether the session is ready for the next task: no statement is running, no transaction is open, no error requires a
    /// new session.
    nonisolated var isIdle: Bool { idleFlag.load(ordering: .acquiring) }

    /// Whether the connection was closed because the server did not answer in time.
    package nonisolated var didTimeOut: Bool { timedOut.load(ordering: .acquiring) }

    /// Whether the session is idle, the server has not closed it, and the server answers within `limit`.
    func isAlive(within limit: Duration) async -> Bool {
        // Twice: a server that closes the connection sends its reason first.
        guard isIdle, PQconsumeInput(handle) == 1, PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else {
            return false
        }
        do {
            try await ping(within: limit)
            return isIdle
        } catch {
            return false
        }
    }

    /// Sends an empty statement and waits for the answer.
    func ping(within limit: Duration) async throws {
        try await executeUncancelled("", within: limit)
    }

    // MARK: - One statement at a time

    func throwIfClosed() throws {
        if isClosed { throw PostgresError.connectionLost("the connection is closed") }
    }

    /// Reserves the connection for a statement. ``endStatement()`` must always follow.
    /// - Returns: the request that cancels the statement.
    /// - Throws: ``PostgresError/connectionBusy`` if a statement is running.
    func beginStatement() throws -> CancelRequest {
        try throwIfClosed()
        guard running == nil else { throw PostgresError.connectionBusy }
        idleFlag.store(false, ordering: .releasing)
        let cancel = CancelRequest(cancelKey, waking: waiter, of: loop)
        running = cancel
        lastHeard = .now
        return cancel
    }

    /// Ends what ``beginStatement()`` began. A connection that was closed in the meantime is finished only here, because libpq
    /// was using it.
    func endStatement() {
        running = nil
        if isClosed { return finish() }
        idleFlag.store(!needsReplacement && PQtransactionStatus(handle) == PQTRANS_IDLE, ordering: .releasing)
    }

    /// Waits until a fired cancel request has reached the server, so that it cannot cancel the connection's next statement.
    /// When libpq's call returns, the server has sent its signal, and an idle session ignores the signal.
    func waitUntilSent(_ cancel: CancelRequest) async {
        let deadline = ContinuousClock.now + .cancelTimeout
        while cancel.isInFlight, !isClosed {
            if await loop.wait(waiter, on: -1, until: deadline) == .timedOut { close() }
        }
    }

    /// Suspends until the socket is readable, or writable if `interest` says so, and reads what has arrived.
    /// - Parameter limit: time limit for the server's answer; nil: none.
    func waitForSocket(_ interest: PostgresEventLoop.Interest = .read, within limit: Duration?) async throws {
        try throwIfClosed()
        let wake = await loop.wait(waiter, for: interest, on: socket, until: limit.map { ContinuousClock.now + $0 })
        try throwIfClosed()
        if wake == .timedOut, running?.fireAgain() != true {
            timedOut.store(true, ordering: .releasing)
            throw broken("the server does not answer")
        }
        if wake == .ready { lastHeard = .now }
        if PQconsumeInput(handle) != 1 { throw broken() }
    }

    /// Suspends until the server sends a notification, `deadline` passes or the wait is interrupted, and reads what has
    /// arrived.
    func waitForNotification(until deadline: ContinuousClock.Instant?) async throws {
        try throwIfClosed()
        _ = await loop.wait(waiter, for: .read, on: socket, until: deadline)
        try throwIfClosed()
        if PQconsumeInput(handle) != 1 { throw broken() }
    }

    /// Time limit for an answer of the server; after a cancellation, the time until the cancel request is repeated.
    var answerLimit: Duration? { isCancelled ? .cancelRepeatInterval : answerTimeout }

    /// Whether the running statement was cancelled.
    var isCancelled: Bool { running?.hasFired == true }

    func throwIfCancelled() throws {
        if isCancelled { throw CancellationError() }
    }

    /// Sends libpq's buffered output. Reads at the same time, so that client and server do not block each other.
    func flush() async throws {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1: try await waitForSocket([.read, .write], within: answerLimit)
            default: throw broken()
            }
        }
    }

    /// The next result, without blocking the thread; nil between two commands.
    func nextResult() async throws -> OpaquePointer? {
        while PQisBusy(handle) == 1 { try await waitForSocket(within: answerLimit) }
        return PQgetResult(handle)
    }

    /// Closes the connection, whose state is unknown, and returns the error to throw.
    func broken(_ reason: String? = nil) -> PostgresError {
        let message = reason ?? PQmessage(handle)
        close()
        // PostgreSQL also ends a session that waits for its standby, with the same warning.
        if notices.consumeReplicationWaitCancelled() { return .notReplicated }
        return .connectionLost(message.isEmpty ? "no reason given" : message)
    }

    func serverError(_ result: OpaquePointer, _ query: PostgresQuery) -> PostgresError.ServerError {
        func field(_ code: Character) -> String? {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        let state = field("C") ?? "08006"
        // The tables have changed since the statement was prepared (0A000), or the statement was deallocated (26000).
        if state == "0A000" || state == "26000" { needsReplacement = true }
        return PostgresError.ServerError(
            sqlState: state, message: field("M") ?? PQmessage(handle), constraint: field("n"), query: query.name)
    }
}

extension Duration {
    /// Time limit for a cancel request to reach the server.
    fileprivate static let cancelTimeout = Duration.seconds(5)
    /// Time limit for the server to end a cancelled statement before the request is repeated.
    static let cancelRepeatInterval = Duration.seconds(1)
}
