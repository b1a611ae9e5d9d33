import ServiceLifecycle

/// Sends the queue to the server, in order, until the server has answered for each tap.
package struct TapPoster: Service {
    private let queue: TapQueue
    private let server: any TapServer
    private let sleep: @Sendable (Duration) async throws -> Void
    private let report: @Sendable (AgentReport) -> Void

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
        let waiting = try await queue.waitingCount()
        if waiting > 0 { report(.waitingAtStart(waiting)) }
        var state = PostingState()
        var arrivals = queue.arrivals.makeAsyncIterator()
        while true {
            let batch = try await queue.waiting(atMost: state.batchSize)
            if batch.isEmpty {
                guard await arrivals.next() != nil else { return }
                continue
            }
            let result = await server.post(batch)
            try Task.checkCancellation()
            let wasAway = state.failures > 0
            switch state.after(result, batch: batch, jitter: .random(in: 0..<1)) {
            case .settle(let outcomes):
                if wasAway { report(.serverBack) }
                try await settle(outcomes, of: batch)
            case .again: break
            case .wait(let pause, let sentence):
                report(.serverAway(sentence: sentence, retryIn: pause))
                try await sleep(pause)
            case .stop(let sentence):
                report(.postingStopped(sentence: sentence))
                // Taps are still taken: the queue waits for a start with another key.
                while await arrivals.next() != nil {}
                return
            }
        }
    }

    private func settle(_ outcomes: [TapOutcome], of batch: [QueuedTap]) async throws {
        let waiting = try await queue.settle(outcomes)
        let byID = Dictionary(outcomes.map { ($0.id, $0) }) { first, _ in first }
        for tap in batch {
            guard let outcome = byID[tap.id] else { continue }
            report(outcome.outcome.isRecorded ? .recorded(tap, outcome, waiting: waiting) : .refused(tap, outcome))
        }
    }
}
