internal import CLibpq
internal import Glibc

/// One session with a PostgreSQL server. It runs one thing at a time; ``PostgresPool`` lends it to one task at a time.
package actor PostgresConnection {
    private let handle: OpaquePointer
    private let loop: PostgresEventLoop
    private let queries: PostgresQueryCatalog
    private var socket: Int32
    private var prepared: Set<String> = []
    private var isBusy = false
    private var isClosed = false

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Connects, or throws ``PostgresError/cannotConnect(_:)`` within the configuration's connect timeout.
    package static func connect(
        _ configuration: PostgresConfiguration, queries: PostgresQueryCatalog, loop: PostgresEventLoop = .shared
    ) async throws -> PostgresConnection {
        let connection = try PostgresConnection(configuration, queries: queries, loop: loop)
        do {
            try await connection.establish(until: .now + configuration.connectTimeout)
        } catch {
            await connection.close()
            throw error
        }
        return connection
    }

    private init(_ configuration: PostgresConfiguration, queries: PostgresQueryCatalog, loop: PostgresEventLoop) throws {
        guard let handle = PQconnectStart(keywords: configuration.keywords) else {
            throw PostgresError.cannotConnect("out of memory")
        }
        self.handle = handle
        self.loop = loop
        self.queries = queries
        socket = -1
        // Notices would go to standard error; what matters comes back as an error.
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
    }

    private func establish(until deadline: ContinuousClock.Instant) async throws {
        guard PQstatus(handle) != CONNECTION_BAD else { throw PostgresError.cannotConnect(lastMessage) }
        var interest = PostgresEventLoop.Interest.write
        while true {
            useSocket(PQsocket(handle))
            guard await loop.wait(for: interest, on: socket, until: deadline) == .ready else {
                throw PostgresError.cannotConnect("no answer within the connect timeout")
            }
            try Task.checkCancellation()
            switch PQconnectPoll(handle) {
            case PGRES_POLLING_READING: interest = .read
            case PGRES_POLLING_WRITING: interest = .write
            case PGRES_POLLING_OK:
                useSocket(PQsocket(handle))
                PQsetnonblocking(handle, 1)
                return
            default: throw PostgresError.cannotConnect(lastMessage)
            }
        }
    }

    /// libpq changes its socket when it goes on to another host.
    private func useSocket(_ current: Int32) {
        if current != socket, socket >= 0 { loop.interrupt(socket) }
        socket = current
    }

    /// Ends the session. Nothing may be asked of the connection afterwards.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        if socket >= 0 { loop.interrupt(socket) }
        PQfinish(handle)
    }

    /// Whether the session looks alive: no error so far, and the server has not hung up while nobody was looking.
    package var isAlive: Bool {
        guard !isClosed, !isBusy, PQstatus(handle) == CONNECTION_OK else { return false }
        return PQconsumeInput(handle) == 1 && PQstatus(handle) == CONNECTION_OK
    }

    private var lastMessage: String {
        String(cString: PQerrorMessage(handle)).split(separator: "\n").joined(separator: " ")
    }
}

// MARK: - Statements

extension PostgresConnection {
    /// Runs one statement.
    @discardableResult
    package func query(_ query: PostgresQuery, _ values: (any PostgresEncodable)?...) async throws -> PostgresResult {
        try await run([PostgresCommand(query, values: values)])[0]
    }

    /// Runs several statements with one round trip (libpq's pipeline mode). They are one transaction unless they say `begin`
    /// themselves; the first that fails is thrown and those after it are not run.
    package func pipeline(_ commands: [PostgresCommand]) async throws -> [PostgresResult] {
        try await run(commands)
    }

    /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
    package nonisolated func withTransaction<Value>(_ body: (PostgresConnection) async throws -> Value) async throws -> Value {
        try await execute("begin")
        let value: Value
        do {
            value = try await body(self)
        } catch {
            await rollBack()
            throw error
        }
        try await execute("commit")
        return value
    }

    /// Rolls back where a transaction is open; a connection that can't is closed, which rolls back too.
    package func rollBack() async {
        guard !isClosed, PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
        // The task may be cancelled already, and its rollback must not be.
        let undone = try? await runUncancelled([PostgresCommand(text: "rollback", named: "rollback")])
        if undone == nil { close() }
    }

    /// Runs a text that is not in the catalogue and takes no parameters: transaction control, a migration, `listen`.
    @discardableResult
    package func execute(_ text: String, named name: String? = nil) async throws -> PostgresResult {
        try await run([PostgresCommand(text: text, named: name ?? text)])[0]
    }

    /// Prepares a statement of the catalogue, which proves that it fits the schema.
    package func prepare(_ name: String) async throws {
        guard queries.isPreparable(name), !prepared.contains(name) else { return }
        let text = try queries.text(of: PostgresQuery(name))
        try await run([PostgresCommand(text: text, named: name, isPreparation: true)])
        prepared.insert(name)
    }

    /// Sends the commands, waits for all answers, and throws the first failure once the connection is at rest again.
    /// Cancelling the task cancels the statement at the server.
    @discardableResult
    private func run(_ commands: [PostgresCommand]) async throws -> [PostgresResult] {
        try Task.checkCancellation()
        let cancel = cancelRequest()
        let outcome: Result<[PostgresResult], any Error>
        do {
            outcome = .success(
                try await withTaskCancellationHandler {
                    try await runUncancelled(commands, cancel)
                } onCancel: {
                    cancel.fire()
                })
        } catch {
            outcome = .failure(error)
        }
        if cancel.hasFired {
            await cancel.settled()
            await absorbLateCancel()
            if case .failure = outcome { throw CancellationError() }
        }
        return try outcome.get()
    }

    private func cancelRequest() -> CancelRequest {
        let (loop, socket) = (loop, socket)
        return CancelRequest(handle) { loop.execute { loop.interrupt(socket) } }
    }

    /// A cancel that came too late for its statement would hit the next one: let it hit an empty one.
    private func absorbLateCancel() async {
        guard !isClosed, PQstatus(handle) == CONNECTION_OK else { return }
        _ = try? await runUncancelled([PostgresCommand(text: "", named: "absorb a late cancel")])
    }

    private func runUncancelled(_ commands: [PostgresCommand], _ cancel: CancelRequest? = nil) async throws -> [PostgresResult]
    {
        guard !isClosed else { throw PostgresError.connectionLost("the connection is closed") }
        guard !isBusy else { throw PostgresError.connectionBusy }
        isBusy = true
        defer { isBusy = false }
        let expanded = try commands.flatMap(withPreparation)
        let piped = expanded.count > 1
        if piped, PQenterPipelineMode(handle) != 1 { throw broken() }
        for command in expanded { try send(command, alone: !piped) }
        if piped, PQpipelineSync(handle) != 1 { throw broken() }
        try await flush()

        var results: [PostgresResult] = []
        var failure: PostgresError?
        for command in expanded {
            let (result, error) = try await answer(to: command, cancel)
            if let error { failure = failure ?? error }
            if error == nil, command.isPreparation { prepared.insert(command.query.name) }
            if !command.isPreparation, let result { results.append(result) }
        }
        if piped {
            // The sync's own answer, then the mode can be left.
            let sync = try await nextResult(cancel)
            PQclear(sync)
            if PQexitPipelineMode(handle) != 1 { throw broken() }
        }
        if let failure { throw failure }
        guard commands.count == results.count || commands.contains(where: \.isPreparation) else { throw broken() }
        return results
    }

    private func withPreparation(_ command: PostgresCommand) throws -> [PostgresCommand] {
        if command.text != nil || prepared.contains(command.query.name) { return [command] }
        let text = try queries.text(of: command.query)
        return [PostgresCommand(text: text, named: command.query.name, isPreparation: true), command]
    }

    private func send(_ command: PostgresCommand, alone: Bool) throws {
        let sent: Int32
        if command.isPreparation {
            sent = PQsendPrepare(handle, command.query.name, command.text, 0, nil)
        } else if let text = command.text {
            sent =
                alone
                ? PQsendQuery(handle, text) : PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 1)
        } else {
            let parameters = command.parameters
            let count = parameters.ranges.count
            sent = parameters.bytes.withUnsafeBufferPointer { bytes in
                // A value without bytes still needs an address: a null address is SQL's null.
                var none: CChar = 0
                return withUnsafePointer(to: &none) { empty in
                    let values = parameters.ranges.map { range -> UnsafePointer<CChar>? in
                        guard let range else { return nil }
                        guard let base = bytes.baseAddress, !range.isEmpty else { return empty }
                        return UnsafeRawPointer(base + range.lowerBound).assumingMemoryBound(to: CChar.self)
                    }
                    let lengths = parameters.ranges.map { Int32($0?.count ?? 0) }
                    let formats = [Int32](repeating: 1, count: count)
                    return PQsendQueryPrepared(handle, command.query.name, Int32(count), values, lengths, formats, 1)
                }
            }
        }
        if sent != 1 { throw broken() }
    }

    /// Writes what libpq holds back; reads meanwhile, so that neither side waits for the other for ever.
    private func flush() async throws {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                _ = await loop.wait(for: [.read, .write], on: socket)
                if isClosed { throw PostgresError.connectionLost("the connection was closed") }
                if PQconsumeInput(handle) != 1 { throw broken() }
            default: throw broken()
            }
        }
    }

    /// All results of one command: the rows of its last statement, or its error.
    private func answer(
        to command: PostgresCommand, _ cancel: CancelRequest?
    ) async throws -> (PostgresResult?, PostgresError?) {
        var answer: (PostgresResult?, PostgresError?)
        while let result = try await nextResult(cancel) {
            let status = PQresultStatus(result)
            switch status {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
                answer.0 = PostgresResult(owning: result, of: command.query)
            case PGRES_PIPELINE_ABORTED:
                PQclear(result)
            case PGRES_COPY_OUT, PGRES_COPY_IN, PGRES_COPY_BOTH:
                PQclear(result)
                throw broken("COPY where rows were expected: \(command.query.name)")
            default:
                answer.1 = answer.1 ?? .refused(serverError(result, command.query))
                PQclear(result)
            }
        }
        if answer.1 != nil, PQstatus(handle) == CONNECTION_BAD { throw broken() }
        return answer
    }

    /// The next result without ever blocking; nil between two commands.
    private func nextResult(_ cancel: CancelRequest?) async throws -> OpaquePointer? {
        var giveUp: ContinuousClock.Instant?
        while PQisBusy(handle) == 1 {
            // A cancelled statement that has not ended 5 s after the server was told is on a connection beyond help.
            if giveUp == nil, let cancel, cancel.hasFired { giveUp = .now + .seconds(5) }
            let wake = await loop.wait(for: .read, on: socket, until: giveUp)
            if isClosed { throw PostgresError.connectionLost("the connection was closed") }
            if wake == .timedOut { throw broken("no answer to a cancel request") }
            if wake == .ready, PQconsumeInput(handle) != 1 { throw broken() }
        }
        return PQgetResult(handle)
    }

    /// Closes the connection, which is in a state nobody can say anything of, and tells why.
    private func broken(_ reason: String? = nil) -> PostgresError {
        let message = reason ?? lastMessage
        close()
        return .connectionLost(message.isEmpty ? "no reason given" : message)
    }

    private func serverError(_ result: OpaquePointer, _ query: PostgresQuery) -> PostgresError.ServerError {
        func field(_ code: Character) -> String? {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        // The detail and the context may quote values: only the primary message is kept.
        return PostgresError.ServerError(
            sqlState: field("C") ?? "08006", message: field("M") ?? lastMessage, constraint: field("n"), query: query.name)
    }
}

// MARK: - COPY

extension PostgresConnection {
    /// Runs a `copy … to stdout` of the catalogue and lends its bytes to `body` as they arrive. Nothing is read from the
    /// server before `body` asks for it. If `body` leaves early, the statement is cancelled at the server.
    package nonisolated func withCopyOut<Value>(
        _ query: PostgresQuery, _ body: (PostgresCopyOut) async throws -> Value
    ) async throws -> Value {
        let cancel = try await beginCopy(query)
        do {
            let value = try await withTaskCancellationHandler {
                try await body(PostgresCopyOut(connection: self, query: query))
            } onCancel: {
                cancel.fire()
            }
            try await endCopy(cancel)
            return value
        } catch {
            try? await endCopy(cancel)
            throw Task.isCancelled ? CancellationError() : error
        }
    }

    private func beginCopy(_ query: PostgresQuery) async throws -> CancelRequest {
        try Task.checkCancellation()
        guard !isClosed else { throw PostgresError.connectionLost("the connection is closed") }
        guard !isBusy else { throw PostgresError.connectionBusy }
        let text = try queries.text(of: query)
        isBusy = true
        guard PQsendQuery(handle, text) == 1 else { throw broken() }
        try await flush()
        let first = try await nextResult(nil)
        defer { PQclear(first) }
        guard let first, PQresultStatus(first) == PGRES_COPY_OUT else {
            let refusal = first.map { PostgresError.refused(serverError($0, query)) }
            try await drain(nil)
            isBusy = false
            throw refusal ?? broken()
        }
        return cancelRequest()
    }

    /// The next rows of a COPY, each ended by a line feed, at least one and then as many as have arrived, up to `limit` bytes;
    /// nil at the end.
    func nextCopyRows(of query: PostgresQuery, limit: Int) async throws -> [UInt8]? {
        var rows: [UInt8] = []
        var row: UnsafeMutablePointer<CChar>?
        while !isClosed {
            let length = PQgetCopyData(handle, &row, 1)
            switch length {
            case 1...:
                rows.append(contentsOf: UnsafeRawBufferPointer(start: row, count: Int(length)))
                PQfreemem(row)
                if rows.count >= limit { return rows }
            case 0:
                if !rows.isEmpty { return rows }
                _ = await loop.wait(for: .read, on: socket)
                if isClosed || PQconsumeInput(handle) != 1 { throw broken() }
            case -1:
                if !rows.isEmpty { return rows }
                if let result = try await nextResult(nil) {
                    defer { PQclear(result) }
                    if PQresultStatus(result) != PGRES_COMMAND_OK {
                        throw PostgresError.refused(serverError(result, query))
                    }
                }
                return nil
            default: throw broken()
            }
        }
        throw PostgresError.connectionLost("the connection was closed")
    }

    private func endCopy(_ cancel: CancelRequest) async throws {
        defer { isBusy = false }
        guard !isClosed else { return }
        if PQtransactionStatus(handle) == PQTRANS_ACTIVE { cancel.fire() }
        try await drain(cancel)
        await cancel.settled()
        if cancel.hasFired {
            isBusy = false
            await absorbLateCancel()
        }
    }

    /// Reads to the end of the current command and throws it away.
    private func drain(_ cancel: CancelRequest?) async throws {
        var row: UnsafeMutablePointer<CChar>?
        while let result = try await nextResult(cancel) {
            let status = PQresultStatus(result)
            PQclear(result)
            guard status == PGRES_COPY_OUT else { continue }
            while PQstatus(handle) == CONNECTION_OK {
                let length = PQgetCopyData(handle, &row, 1)
                if length > 0 { PQfreemem(row) }
                if length < 0 { break }
                if length == 0 {
                    _ = await loop.wait(for: .read, on: socket, until: .now + .seconds(5))
                    if isClosed || PQconsumeInput(handle) != 1 { throw broken() }
                }
            }
        }
    }
}

/// What a `copy … to stdout` gives, as it arrives: pieces of whole rows.
package struct PostgresCopyOut: AsyncSequence, Sendable {
    let connection: PostgresConnection
    let query: PostgresQuery

    package struct AsyncIterator: AsyncIteratorProtocol {
        let copy: PostgresCopyOut

        package mutating func next() async throws -> [UInt8]? {
            try await copy.connection.nextCopyRows(of: copy.query, limit: 32 * 1024)
        }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(copy: self) }
}

// MARK: - LISTEN

/// A message sent by `notify`.
package struct PostgresNotification: Sendable, Equatable {
    package let channel: String
    package let payload: String
}

extension PostgresConnection {
    /// Listens on `channels` and hands over what arrives, what arrived together in one piece, until the task is cancelled or
    /// the connection is lost. The first piece is empty: from then on nothing is missed.
    package nonisolated func listen(
        on channels: [String], _ body: ([PostgresNotification]) async throws -> Void
    ) async throws {
        for channel in channels {
            try await execute("listen \"\(channel.replacing("\"", with: "\"\""))\"", named: "listen")
        }
        try await body([])
        while true {
            try await body(await nextNotifications())
        }
    }

    private func nextNotifications() async throws -> [PostgresNotification] {
        guard !isBusy else { throw PostgresError.connectionBusy }
        isBusy = true
        defer { isBusy = false }
        let (loop, socket) = (loop, socket)
        while true {
            try Task.checkCancellation()
            if isClosed { throw PostgresError.connectionLost("the connection was closed") }
            var notifications: [PostgresNotification] = []
            while let notification = PQnotifies(handle) {
                notifications.append(
                    PostgresNotification(
                        channel: String(cString: notification.pointee.relname),
                        payload: String(cString: notification.pointee.extra)))
                PQfreemem(notification)
            }
            if !notifications.isEmpty { return notifications }
            await withTaskCancellationHandler {
                _ = await loop.wait(for: .read, on: socket)
            } onCancel: {
                loop.execute { loop.interrupt(socket) }
            }
            if !isClosed, PQconsumeInput(handle) != 1 { throw broken() }
        }
    }
}

/// Calls libpq with pairs of C strings that live as long as the call.
private func PQconnectStart(keywords: [(String, String)]) -> OpaquePointer? {
    let names = keywords.map { strdup($0.0) }
    let values = keywords.map { strdup($0.1) }
    defer { (names + values).forEach { free($0) } }
    return PQconnectStartParams(names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
}
