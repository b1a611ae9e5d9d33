internal import CLibpq
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

    private let socket: Int32
    private let cancelKey: CancelKey
    private let patience: Duration?
    /// What may end the statement that is running; nil where nothing runs.
    private var running: CancelRequest?
    private let rest = Atomic(true)

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Connects, or throws ``PostgresError/cannotConnect(_:)`` within the configuration's connect timeout.
    package static func connect(
        _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog, loop: PostgresEventLoop = .shared
    ) async throws -> PostgresConnection {
        try Task.checkCancellation()
        let connection = try await ConnectionAttempt(loop: loop).connect(configuration)
        return PostgresConnection(connection, queries: queries, patience: configuration.patience, loop: loop)
    }

    private init(
        _ connection: ConnectionAttempt.Connection, queries: PostgresQueryCatalog, patience: Duration?,
        loop: PostgresEventLoop
    ) {
        handle = connection.handle
        socket = PQsocket(connection.handle)
        cancelKey = CancelKey(connection.handle)
        self.queries = queries
        self.patience = patience
        self.loop = loop
    }

    isolated deinit { PQfinish(handle) }

    /// Ends the session. What is running ends with ``PostgresError/connectionLost(_:)``.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        rest.store(false, ordering: .releasing)
        loop.interrupt(waiter)
        if running == nil { finish() }
    }

    private func finish() {
        PQfinish(handle)
        handle = nil
    }

    /// Whether the session is ready for the next borrower: nothing runs, no transaction is open, no error has spoilt it.
    nonisolated var isAtRest: Bool { rest.load(ordering: .acquiring) }

    /// Whether the session looks alive: at rest, and the server has not hung up while nobody was looking.
    package var isAlive: Bool {
        // Twice: a server that hangs up says why before it does.
        isAtRest && PQconsumeInput(handle) == 1 && PQconsumeInput(handle) == 1 && PQstatus(handle) == CONNECTION_OK
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
        let deadline = limit.map { ContinuousClock.now + $0 }
        let wake = await loop.wait(waiter, for: interest, on: socket, until: deadline)
        if isClosed { throw PostgresError.connectionLost("the connection was closed") }
        if wake == .timedOut, running?.fireAgain() != true { throw broken("the server does not answer") }
        if PQconsumeInput(handle) != 1 { throw broken() }
    }

    /// How long the server may be silent while it owes an answer, or until it is told once more to cancel.
    var answerLimit: Duration? { isCancelled ? .untilCancelAgain : patience }

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
