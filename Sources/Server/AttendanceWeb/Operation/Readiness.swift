import AttendanceStore

/// The readiness of this server, for load balancers. One check serves all requests within a second, so a flood of requests
/// reaches neither the database nor the actors that record and send taps.
actor Readiness {
    /// Why the server is not ready. The raw value is the `reason` in the response.
    enum Problem: String, CaseIterable {
        /// The database does not respond.
        case databaseAway = "database_away"
        /// The database accepts no writes: a standby, or a primary set to read-only.
        case readOnly = "database_read_only"
        /// This program does not work with the schema.
        case wrongSchema = "wrong_schema"
        /// The map may be out of date.
        case feedBehind = "feed_behind"
        /// A tap was refused within the last 30 s because the database's disk is full.
        case databaseFull = "database_full"

        var reason: Reason? { Reason(rawValue: rawValue) }
    }

    /// The maximum time for an answer, even if the database does not respond.
    private static let limit = Duration.seconds(2)
    /// How long the result of a check is valid.
    private static let lifetime = Duration.seconds(1)
    /// How long the server reports a full disk after it refused a tap.
    private static let fullFor = Duration.seconds(30)

    private let store: AttendanceStore
    private let recorder: TapRecorder
    private let broadcast: PresenceBroadcast
    private let schemas: SchemaRange?
    private var latest: (problem: Problem?, at: ContinuousClock.Instant)?
    private var isLooking = false
    /// Whether the running check takes longer than ``limit``.
    private var isOverdue = false
    private var waiting: [CheckedContinuation<Problem?, Never>] = []

    /// - Parameter schemas: the schemas with which the program works; nil accepts any.
    init(store: AttendanceStore, recorder: TapRecorder, broadcast: PresenceBroadcast, schemas: SchemaRange?) {
        (self.store, self.recorder, self.broadcast) = (store, recorder, broadcast)
        self.schemas = schemas
    }

    /// The first reason why this server should receive no requests; nil if it is ready.
    func problem() async -> Problem? {
        if let latest, .now - latest.at < Self.lifetime { return latest.problem }
        if isOverdue { return .databaseAway }
        if !isLooking {
            isLooking = true
            // Unstructured, because the check may take longer than its callers wait.
            Task { await look() }
        }
        return await withCheckedContinuation { waiting.append($0) }
    }

    private func look() async {
        let timer = Task {
            try await Task.sleep(for: Self.limit)
            // The check may have ended after the sleep but before this line.
            try Task.checkCancellation()
            isOverdue = true
            answer(.databaseAway)
        }
        let problem = await found()
        timer.cancel()
        latest = (problem, .now)
        (isLooking, isOverdue) = (false, false)
        answer(problem)
    }

    private func answer(_ problem: Problem?) {
        for continuation in waiting { continuation.resume(returning: problem) }
        waiting = []
    }

    private func found() async -> Problem? {
        do {
            let condition = try await store.condition(within: Self.limit)
            if condition.isReadOnly { return .readOnly }
            if schemas?.problem(of: condition.schema) != nil { return .wrongSchema }
        } catch {
            return .databaseAway
        }
        if await !broadcast.isUpToDate { return .feedBehind }
        return await recorder.wasFull(within: Self.fullFor) ? .databaseFull : nil
    }
}
