internal import CLibpq

/// A message sent by `notify`.
package struct PostgresNotification: Sendable, Equatable {
    package let channel: String
    package let payload: String
}

/// When a listening connection that says nothing counts as lost. Only a question tells: a network may acknowledge for an end
/// that is gone.
package struct ListenLimits: Sendable {
    /// After this time without a notification the server is asked something.
    package var silence: Duration
    /// The server has this long to answer.
    package var answer: Duration

    package init(silence: Duration = .seconds(10), answer: Duration = .seconds(5)) {
        (self.silence, self.answer) = (silence, answer)
    }
}

extension PostgresConnection {
    /// Listens on `channels` and hands over what arrives, what arrived together in one piece, until the task is cancelled or
    /// the connection is lost. The first piece is empty: from then on nothing is missed.
    /// - Parameters:
    ///   - interval: the time between two calls of `tick`.
    ///   - body: called with each piece.
    ///   - tick: called between two pieces, also where nothing arrives.
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
                let arrived = try await nextNotifications(until: min(heard + limits.silence, ticked + interval))
                if !arrived.isEmpty {
                    try await body(arrived)
                    heard = .now
                } else if .now - heard >= limits.silence {
                    try await ask(within: limits.answer)
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

    /// - Returns: what arrived; nothing at the deadline.
    private func nextNotifications(until deadline: ContinuousClock.Instant) async throws -> [PostgresNotification] {
        _ = try enter()
        defer { leave() }
        let (loop, waiter) = (loop, waiter)
        while true {
            try Task.checkCancellation()
            let notifications = arrivedNotifications()
            if !notifications.isEmpty || deadline <= .now { return notifications }
            try await withTaskCancellationHandler {
                try await overhear(until: deadline)
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

    /// Leaves the session as it was before, or closes it where the server does not answer within a second.
    private func stopListening() async {
        guard !isClosed else { return }
        let before = answerTimeout
        answerTimeout = .seconds(1)
        defer { answerTimeout = before }
        do {
            try await executeUncancelled("unlisten *")
        } catch {
            return close()
        }
        _ = arrivedNotifications()
    }
}
