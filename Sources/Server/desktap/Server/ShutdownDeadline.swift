import ServiceLifecycle

/// Limits the graceful shutdown of a service that first answers its open requests.
struct ShutdownDeadline: Service {
    let inner: any Service
    /// The time from the start of the graceful shutdown to ``giveUp``.
    let limit: Duration
    /// Ends the work that the service waits for.
    let giveUp: @Sendable () async -> Void

    func run() async throws {
        // Cancelled when the service ends.
        async let _ = helpInTime()
        try await inner.run()
    }

    private func helpInTime() async {
        do {
            try await gracefulShutdown()
            try await Task.sleep(for: limit)
            await giveUp()
        } catch {
            // The service ended in time.
        }
    }
}
