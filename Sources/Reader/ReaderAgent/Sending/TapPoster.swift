import ServiceLifecycle

/// Sends the queue to the server in order, and retries until the server has responded for each tap.
package struct TapPoster: Service {
    /// The pause after a response without an outcome for a tap.
    private static let nextPass = Duration.seconds(60)
    /// The pause before the disk is tried again.
    private static let diskPause = Duration.seconds(5)

    private let queue: TapQueue
    private let server: any TapServer
    private let idlePause: Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let report: @Sendable (AgentReport) -> Void

    /// - Parameters:
    ///   - idlePause: without a tap, the time between two signs of life to the server.
    ///   - sleep: waits for the pauses after failures.
    package init(
        queue: TapQueue, server: any TapServer, idlePause: Duration = .seconds(60),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        report: @escaping @Sendable (AgentReport) -> Void
    ) {
        self.queue = queue
        self.server = server
        self.idlePause = idlePause
        self.sleep = sleep
        self.report = report
    }

    package func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await send() }
        } catch is CancellationError {
            // Taps that were being sent stay in the queue and are sent again after the next start. The server recognizes
            // them by their id.
        } catch TapQueueError.cancelled {
        }
    }

    private func send() async throws {
        let waiting = try await withQueue { try await queue.waitingCount() }
        var isAway = false
        if waiting > 0 { report(.waitingAtStart(waiting)) } else { await sendSignOfLife(&isAway) }
        var state = PostingState()
        // The last tap of this pass with a response, and the number of taps up to it without an outcome.
        var (answered, unsettled): (Int64, Int) = (0, 0)
        while true {
            let (first, size) = (answered, state.batchSize)
            let batch = try await withQueue { try await queue.waiting(after: first, atMost: size) }
            guard let last = batch.last else {
                try await endPass(unsettled, &isAway)
                (answered, unsettled) = (0, 0)
                continue
            }
            let others = try await withQueue { try await queue.waitingCount() } - batch.count
            let result = await server.post(batch, waiting: others)
            try Task.checkCancellation()
            let wasUnavailable = state.failures > 0 || isAway
            switch state.after(result, batch: batch, jitter: .random(in: 0..<1)) {
            case .settle(let outcomes):
                if wasUnavailable { report(.serverAvailable) }
                isAway = false
                try await settle(outcomes, of: batch)
                answered = last.number
                unsettled += batch.count - outcomes.count
            case .again: break
            case .wait(let pause, let soonest, let sentence):
                let waiting = try await withQueue { try await queue.waitingCount() }
                report(.serverUnavailable(sentence: sentence, waiting: waiting, retryIn: pause))
                try await wait(pause, soonest: soonest)
            }
        }
    }

    private func settle(_ outcomes: [ServerOutcome], of batch: [QueuedTap]) async throws {
        let waiting = try await withQueue { try await queue.settle(outcomes) }
        let byID = Dictionary(outcomes.map { ($0.id, $0) }) { first, _ in first }
        for tap in batch {
            guard let outcome = byID[tap.id] else { continue }
            report(AgentReport(tap, outcome, waiting: waiting))
        }
    }

    /// Waits for a new tap, or until the taps without an outcome are due again.
    private func endPass(_ unsettled: Int, _ isAway: inout Bool) async throws {
        if unsettled > 0 {
            report(.notUnderstood(unsettled, retryIn: Self.nextPass))
            try await waitForTap(within: Self.nextPass, sleep)
        } else {
            // 'desktap-reader queue retry' makes taps wait again without a signal to this process.
            let tapArrived = try await waitForTap(within: idlePause) { try await Task.sleep(for: $0) }
            if !tapArrived { await sendSignOfLife(&isAway) }
        }
    }

    /// Tells the server that this reader works and has no taps.
    /// - Parameter isAway: whether the server did not accept the previous one. A change is reported.
    private func sendSignOfLife(_ isAway: inout Bool) async {
        let wasAway = isAway
        switch await server.post([], waiting: 0) {
        case .answered, .listRefused: isAway = false
        case .blocked(let sentence), .unavailable(let sentence, _):
            isAway = true
            if !wasAway, !Task.isCancelled {
                report(.serverUnavailable(sentence: sentence, waiting: 0, retryIn: idlePause))
            }
        }
        if wasAway, !isAway { report(.serverAvailable) }
    }

    private func wait(_ pause: Duration, soonest: Duration?) async throws {
        guard let soonest, soonest < pause else { return try await sleep(pause) }
        try await sleep(soonest)
        try await waitForTap(within: pause - soonest, sleep)
    }

    /// - Returns: whether a tap arrived in time.
    @discardableResult
    private func waitForTap(
        within limit: Duration, _ sleep: @escaping @Sendable (Duration) async throws -> Void
    ) async throws -> Bool {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                await queue.arrivals.wait()
                try Task.checkCancellation()
                return true
            }
            group.addTask {
                try await sleep(limit)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }

    /// Accesses the queue, with retries while its disk is full or not writable, so that the server's outcomes are not lost.
    private func withQueue<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        var told: TapQueueError?
        while true {
            do {
                let value = try await body()
                if told != nil { report(.queueAvailable) }
                return value
            } catch let error as TapQueueError where error.isTransient {
                if told != error { report(.queueUnavailable(error)) }
                told = error
            }
            try await sleep(Self.diskPause)
        }
    }
}

/// For logs, without the server and its key.
extension TapPoster: CustomStringConvertible {
    package var description: String { "TapPoster" }
}
