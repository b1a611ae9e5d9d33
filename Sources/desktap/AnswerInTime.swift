import ServiceLifecycle

/// A service that answers what it was given before it ends, and is helped where something keeps it from answering.
struct AnswerInTime: Service {
    let inner: any Service
    /// How long after the beginning of a graceful shutdown it may take.
    let limit: Duration
    /// Ends what it waits for.
    let giveUp: @Sendable () async -> Void

    func run() async throws {
        // It is cancelled when the service has ended.
        async let _ = helpInTime()
        try await inner.run()
    }

    private func helpInTime() async {
        do {
            try await gracefulShutdown()
            try await Task.sleep(for: limit)
            await giveUp()
        } catch {
            // There was no need.
        }
    }
}
