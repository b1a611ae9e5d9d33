internal import CLibpq

/// A message sent with `notify`.
package struct PostgresNotification: Sendable, Equatable {
    package let channel: String
    package let payload: String
}

/// When a silent listening connection counts as lost. Only a query shows it: a network device may acknowledge packets for a
/// peer that is gone.
package struct ListenLimits: Sendable {
    /// The connection queries the server after this time without a notification.
    package var pingAfter: Duration
    /// Time limit for the server's answer to that query.
    package var pingTimeout: Duration

    package init(pingAfter: Duration = .seconds(10), pingTimeout: Duration = .seconds(5)) {
        (self.pingAfter, self.pingTimeout) = (pingAfter, pingTimeout)
    }
}

extension PostgresConnection {
    /// Listens on `channels` until the task is cancelled or the connection is lost. Notifications that arrive together are
    /// passed together. The first batch is empty: from then on no notification is missed.
    /// - Parameters:
    ///   - interval: the time between two calls of `tick`.
    ///   - body: called with each batch.
    ///   - tick: called between two batches, also if no notification arrives.
    package nonisolated func listen(
        on channels: [String], limits: ListenLimits = ListenLimits(), every interval: Duration = .seconds(3600),
        _ body: ([PostgresNotification]) async throws -> Void, tick: () async throws -> Void = {}
    ) async throws {
        do {
            let names = channels.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
            _ = try await pipeline(names.map { PostgresCommand(text: "listen \($0)", named: "listen") })
            try await body([])
            var heard = ContinuousClock.now
            var ticked = heard
            while true {
                let arrived = try await notifications(until: min(heard + limits.pingAfter, ticked + interval))
                if !arrived.isEmpty {
                    try await body(arrived)
                    heard = .now
                } else if .now - heard >= limits.pingAfter {
                    try await ping(within: limits.pingTimeout)
                    heard = .now
                }
                if .now - ticked >= interval {
                    try await tick()
                    ticked = .now
                }
            }
        } catch {
            await stopListening()
            throw error
        }
    }

    /// - Returns: the notifications that arrived; empty at the deadline.
    private func notifications(until deadline: ContinuousClock.Instant) async throws -> [PostgresNotification] {
        _ = try beginStatement()
        defer { endStatement() }
        let (loop, waiter) = (loop, waiter)
        while true {
            try Task.checkCancellation()
            let notifications = arrivedNotifications()
            if !notifications.isEmpty || deadline <= .now { return notifications }
            try await withTaskCancellationHandler {
                try await waitForNotification(until: deadline)
            } onCancel: {
                loop.wake(waiter)
            }
        }
    }

    private func arrivedNotifications() -> [PostgresNotification] {
        var notifications: [PostgresNotification] = []
        while let notification = PQnotifies(handle) {
            notifications.append(
                PostgresNotification(
                    channel: String(cString: notification.pointee.relname),
                    payload: String(cString: notification.pointee.extra)))
            PQfreemem(notification)
        }
        return notifications
    }

    /// Stops listening. Closes the connection if the server does not answer within a second.
    private func stopListening() async {
        guard !isClosed else { return }
        do {
            try await executeUncancelled("unlisten *", within: .seconds(1))
        } catch {
            return close()
        }
        _ = arrivedNotifications()
    }
}
