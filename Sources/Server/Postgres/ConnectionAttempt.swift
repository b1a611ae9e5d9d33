internal import CLibpq
import Glibc

/// One attempt to connect, on a thread of its own. libpq resolves names and reads certificates and password files while it
/// connects. Only its blocking call divides the connect timeout among several hosts.
actor ConnectionAttempt {
    /// A libpq connection before a ``PostgresConnection`` owns it.
    struct Connection: @unchecked Sendable {  // exactly one owner at a time
        let handle: OpaquePointer
    }

    private enum Stage {
        case connecting
        case ended(Connection?)
        /// The caller no longer waits. The thread closes the connection.
        case abandoned
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private let loop: PostgresEventLoop
    private let waiter = PostgresEventLoop.Waiter()
    private let stage = Lock(Stage.connecting)

    init(loop: PostgresEventLoop) { self.loop = loop }

    /// Connects.
    /// - Returns: a connection in non-blocking mode, ready for use.
    /// - Throws: ``PostgresError/cannotConnect(_:)``, also if there is no answer within the configuration's connect timeout.
    ///   An abandoned attempt ends by itself after libpq's limit per host.
    func connect(_ configuration: PostgresConfiguration) async throws -> Connection {
        let keywords = try configuration.keywords()
        let deadline = ContinuousClock.now + configuration.connectTimeout
        let (stage, loop, waiter) = (stage, loop, waiter)
        let started = DedicatedThread.start {
            let connection = PQconnect(keywords: keywords).map(Connection.init)
            let isWanted = stage.withLock { stage in
                guard case .connecting = stage else { return false }
                stage = .ended(connection)
                return true
            }
            if isWanted { loop.wake(waiter) } else { PQfinish(connection?.handle) }
        }
        guard started else { throw PostgresError.cannotConnect("the system has no thread left") }
        while true {
            let wake = await withTaskCancellationHandler {
                // `self.` makes the closure run on this actor. A closure that captures no actor runs on the cooperative
                // pool.
                await self.loop.wait(waiter, on: -1, until: deadline)
            } onCancel: {
                loop.wake(waiter)
            }
            let isOver = wake == .timedOut || Task.isCancelled
            let reached = stage.withLock { stage in
                defer { if case .connecting = stage, isOver { stage = .abandoned } }
                return stage
            }
            if case .ended(let connection) = reached { return try Self.checked(connection) }
            try Task.checkCancellation()
            if isOver { throw PostgresError.noAnswer }
        }
    }

    private static func checked(_ connection: Connection?) throws -> Connection {
        guard let connection else { throw PostgresError.cannotConnect("out of memory") }
        let handle = connection.handle
        guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0 else {
            defer { PQfinish(handle) }
            let message = PQmessage(handle)
            throw PoolerIncompatibility(refusal: message).map(PostgresError.pooler) ?? PostgresError.cannotConnect(message)
        }
        // The details and context of an error may quote values.
        PQsetErrorVerbosity(handle, PQERRORS_TERSE)
        return connection
    }
}

/// libpq's message about the connection, on one line. Lines with statement errors are left out: they may quote values.
func PQmessage(_ handle: OpaquePointer?) -> String {
    String(cString: PQerrorMessage(handle)).split(separator: "\n").filter { !$0.hasPrefix("ERROR:") }.joined(separator: " ")
}

/// Calls libpq with pairs of C strings that are valid during the call.
private func PQconnect(keywords: [(String, String)]) -> OpaquePointer? {
    let names = keywords.map { strdup($0.0) }
    let values = keywords.map { strdup($0.1) }
    defer { (names + values).forEach { free($0) } }
    return PQconnectdbParams(names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
}
