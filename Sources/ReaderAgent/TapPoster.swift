import ServiceLifecycle

/// Sends the queue to the server, in order, until the server has answered for each tap.
package struct TapPoster: Service {
    /// How long a tap waits after an answer that does not settle it.
    private static let nextPass = Duration.seconds(60)
    /// How long to wait before the disk is tried again.
    private static let diskPause = Duration.seconds(5)

    private let queue: TapQueue
    private let server: any TapServer
    private let sleep: @Sendable (Duration) async throws -> Void
    private let report: @Sendable (AgentReport) -> Void

    /// - Parameter sleep: the pauses after failures.
    package init(
        queue: TapQueue, server: any TapServer,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        report: @escaping @Sendable (AgentReport) -> Void
    ) {
        self.queue = queue
        self.server = server
        self.sleep = sleep
        self.report = report
    }

    package func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await send() }
        } catch is CancellationError {
            // What was under way stays in the queue and is sent again next time; the server knows it by its id.
        } catch TapQueueError.cancelled {
        }
    }

    private func send() async throws {
        let waiting = try await withQueue { try await queue.waitingCount() }
        if waiting > 0 { report(.waitingAtStart(waiting)) }
        var state = PostingState()
        // The last tap that this pass has an answer for, and how many taps up to it the answers left waiting.
        var (answered, unsettled): (Int64, Int) = (0, 0)
        while true {
            let (first, size) = (answered, state.batchSize)
            let batch = try await withQueue { try await queue.waiting(after: first, atMost: size) }
            guard let last = batch.last else {
                try await endPass(unsettled)
                (answered, unsettled) = (0, 0)
                continue
            }
            let result = await server.post(batch)
            try Task.checkCancellation()
            let wasAway = state.failures > 0
            switch state.after(result, batch: batch, jitter: .random(in: 0..<1)) {
            case .settle(let outcomes):
                if wasAway { report(.serverBack) }
                try await settle(outcomes, of: batch)
                answered = last.number
                unsettled += batch.count - outcomes.count
            case .again: break
            case .wait(let pause, let soonest, let sentence):
                let waiting = try await withQueue { try await queue.waitingCount() }
                report(.serverAway(sentence: sentence, waiting: waiting, retryIn: pause))
                try await wait(pause, soonest: soonest)
            }
        }
    }

    private func settle(_ outcomes: [TapOutcome], of batch: [QueuedTap]) async throws {
        let waiting = try await withQueue { try await queue.settle(outcomes) }
        let byID = Dictionary(outcomes.map { ($0.id, $0) }) { first, _ in first }
        for tap in batch {
            guard let outcome = byID[tap.id] else { continue }
            report(outcome.outcome.isRecorded ? .recorded(tap, outcome, waiting: waiting) : .refused(tap, outcome))
        }
    }

    /// Waits for a new tap, or until the taps that this pass left are due again.
    private func endPass(_ unsettled: Int) async throws {
        if unsettled > 0 {
            report(.notUnderstood(unsettled, retryIn: Self.nextPass))
            try await waitForTap(within: Self.nextPass, sleep)
        } else {
            // 'desktap-reader queue retry' makes taps wait without a signal to this process.
            try await waitForTap(within: Self.nextPass) { try await Task.sleep(for: $0) }
        }
    }

    private func wait(_ pause: Duration, soonest: Duration?) async throws {
        guard let soonest, soonest < pause else { return try await sleep(pause) }
        try await sleep(soonest)
        try await waitForTap(within: pause - soonest, sleep)
    }

    private func waitForTap(
        within limit: Duration, _ sleep: @escaping @Sendable (Duration) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await queue.arrivals.wait()
                try Task.checkCancellation()
            }
            group.addTask { try await sleep(limit) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Uses the queue, and waits as long as its disk is full or cannot be written: what the server said is not lost meanwhile.
    private func withQueue<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        var told: TapQueueError?
        while true {
            do {
                let value = try await body()
                if told != nil { report(.queueBack) }
                return value
            } catch let error as TapQueueError where error.mayPass {
                if told != error { report(.queueAway(error)) }
                told = error
            }
            try await sleep(Self.diskPause)
        }
    }
}

/// For logs: without what the server is asked with.
extension TapPoster: CustomStringConvertible {
    package var description: String { "TapPoster" }
}
