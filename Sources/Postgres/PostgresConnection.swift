internal import CLibpq
package import Logging
import Synchronization

/// One session with a PostgreSQL server. It runs one thing at a time; ``PostgresPool`` lends it to one task at a time.
package actor PostgresConnection {
    /// libpq's connection; nil once it is finished, which every function of libpq takes for a broken one.
    private(set) var handle: OpaquePointer?
    let loop: PostgresEventLoop
    let waiter = PostgresEventLoop.Waiter()
    let queries: PostgresQueryCatalog
    /// Names of the catalogue's statements that this session has prepared.
    var prepared: Set<String> = []
    /// Set by an error that only another session mends.
    var isWorn = false
    /// Where a COPY is under way, how far it is.
    var copy: CopyStage?
    private(set) var isClosed = false

    let notices: ConnectionNotices
    /// How long the server may be silent while it owes an answer; nil: no limit.
    var answerTimeout: Duration?
    private let socket: Int32
    private let cancelKey: CancelKey
    /// What may end the statement that is running; nil where nothing runs.
    private var running: CancelRequest?
    /// When the server was heard last, or asked.
    private var lastHeard = ContinuousClock.now
    private let rest = Atomic(true)
    private let silence = Atomic(false)

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Connects within the configuration's connect timeout, and finds out whether a pooler stands in between.
    /// - Parameter logger: told the server's notices.
    /// - Throws: ``PostgresError/cannotConnect(_:)``, ``PostgresError/pooler(_:)``.
    package static func connect(
        _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog, loop: PostgresEventLoop = .shared,
        logger: Logger? = nil
    ) async throws -> PostgresConnection {
        let deadline = ContinuousClock.now + configuration.connectTimeout
        let connection = try await open(configuration, queries: queries, loop: loop, logger: logger)
        do {
            await connection.setAnswerTimeout(max(.milliseconds(100), deadline - .now))
            try await connection.refusePooler()
            await connection.setAnswerTimeout(configuration.answerTimeout)
            return connection
        } catch {
            await connection.close()
            try Task.checkCancellation()
            throw error
        }
    }

    /// Connects, through whatever stands in between.
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

    /// Ends the session. What is running ends with ``PostgresError/connectionLost(_:)``.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        rest.store(false, ordering: .releasing)
        loop.interrupt(waiter)
        if running == nil { finish() }
    }

    /// Closes the connection, soon, from where nothing can be awaited, such as a cancellation handler.
    package nonisolated func abandon() {
        Task { await close() }
    }

    /// Closes the connection where the server has owed an answer for this long and sent nothing of it. Rows of a COPY may wait for
    /// their reader: there silence tells nothing.
    func closeIfSilent(for limit: Duration) {
        if running != nil, copy == nil, .now - lastHeard >= limit { close() }
    }

    private func finish() {
        PQfinish(handle)
        handle = nil
    }

    /// Whether the session is ready for the next borrower: nothing runs, no transaction is open, no error has spoilt it.
    nonisolated var isAtRest: Bool { rest.load(ordering: .acquiring) }

    /// Whether the connection was lost because the server owed an answer and sent nothing.
    package nonisolated var diedOfSilence: Bool { silence.load(ordering: .acquiring) }

    /// Whether the session is at rest, the server has not hung up meanwhile, and it answers within `limit`.
    func isAlive(within limit: Duration) async -> Bool {
        // Twice: a server that hangs up says why before it does.
        guard isAtRest, PQconsumeInput(handle) == 1, PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else {
            return false
        }
        do {
            try await ask(within: limit)
            return isAtRest
        } catch {
            return false
        }
    }

    /// Has the server answer an empty statement.
    func ask(within limit: Duration) async throws {
        let before = answerTimeout
        answerTimeout = limit
        defer { answerTimeout = before }
        try await executeUncancelled("")
    }

    // MARK: - One thing at a time

    /// Takes the connection for a statement. ``leave()`` must follow, whatever happens.
    /// - Returns: what cancels the statement.
    func enter() throws -> CancelRequest {
        guard !isClosed else { throw PostgresError.connectionLost("the connection is closed") }
        guard running == nil else { throw PostgresError.connectionBusy }
        rest.store(false, ordering: .releasing)
        let cancel = CancelRequest(cancelKey, waking: waiter, of: loop)
        running = cancel
        lastHeard = .now
        return cancel
    }

    /// Ends what ``enter()`` began. A connection that was closed meanwhile is finished only now: libpq's part of it was in use.
    func leave() {
        running = nil
        if isClosed { return finish() }
        rest.store(!isWorn && PQtransactionStatus(handle) == PQTRANS_IDLE, ordering: .releasing)
    }

    /// Waits until a cancel request that was fired has reached the server, so that it can't hit the connection's next
    /// statement. When libpq's call returns, the server has sent its signal, and a session drops one that finds it at rest.
    func settle(_ cancel: CancelRequest) async {
        let deadline = ContinuousClock.now + .cancelPatience
        while cancel.isUnderWay, !isClosed {
            if await loop.wait(waiter, on: -1, until: deadline) == .timedOut { close() }
        }
    }

    /// Suspends until the server has sent something, or takes more where `interest` says so, and reads it.
    /// - Parameter limit: how long to bear the server's silence.
    func exchange(_ interest: PostgresEventLoop.Interest = .read, within limit: Duration?) async throws {
        if isClosed { throw PostgresError.connectionLost("the connection was closed") }
        let wake = await loop.wait(waiter, for: interest, on: socket, until: limit.map { ContinuousClock.now + $0 })
        if isClosed { throw PostgresError.connectionLost("the connection was closed") }
        if wake == .timedOut, running?.fireAgain() != true {
            silence.store(true, ordering: .releasing)
            throw broken("the server does not answer")
        }
        if wake == .ready { lastHeard = .now }
        if PQconsumeInput(handle) != 1 { throw broken() }
    }

    /// Suspends until the server has sent something unasked, and reads it; or until `deadline`, or an interruption.
    func overhear(until deadline: ContinuousClock.Instant?) async throws {
        if isClosed { throw PostgresError.connectionLost("the connection was closed") }
        _ = await loop.wait(waiter, for: .read, on: socket, until: deadline)
        if isClosed { throw PostgresError.connectionLost("the connection was closed") }
        if PQconsumeInput(handle) != 1 { throw broken() }
    }

    /// How long the server may be silent while it owes an answer, or until it is told once more to cancel.
    var answerLimit: Duration? { isCancelled ? .untilCancelAgain : answerTimeout }

    /// Whether somebody asked to end what is running.
    var isCancelled: Bool { running?.hasFired == true }

    func throwIfCancelled() throws {
        if isCancelled { throw CancellationError() }
    }

    /// Writes what libpq holds back; reads meanwhile, so that neither side waits for the other for ever.
    func flush() async throws {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1: try await exchange([.read, .write], within: answerLimit)
            default: throw broken()
            }
        }
    }

    /// The next result without ever blocking; nil between two commands.
    func nextResult() async throws -> OpaquePointer? {
        while PQisBusy(handle) == 1 { try await exchange(within: answerLimit) }
        return PQgetResult(handle)
    }

    /// Closes the connection, which is in a state nobody can say anything of, and tells why.
    func broken(_ reason: String? = nil) -> PostgresError {
        let message = reason ?? PQmessage(handle)
        close()
        return .connectionLost(message.isEmpty ? "no reason given" : message)
    }

    func serverError(_ result: OpaquePointer, _ query: PostgresQuery) -> PostgresError.ServerError {
        func field(_ code: Character) -> String? {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        let state = field("C") ?? "08006"
        // The statement was prepared for tables that have changed since (0A000), or somebody dropped it (26000).
        if state == "0A000" || state == "26000" { isWorn = true }
        return PostgresError.ServerError(
            sqlState: state, message: field("M") ?? PQmessage(handle), constraint: field("n"), query: query.name)
    }
}

extension Duration {
    /// Given to a cancel request to reach the server.
    fileprivate static let cancelPatience = Duration.seconds(5)
    /// Given to the server to end a statement, before it is told again.
    static let untilCancelAgain = Duration.seconds(1)
}
