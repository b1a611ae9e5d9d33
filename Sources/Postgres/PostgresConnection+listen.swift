internal import CLibpq

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
        do {
            let names = channels.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
            _ = try await pipeline(names.map { PostgresCommand(text: "listen \($0)", named: "listen") })
            try await body([])
            while true {
                try await body(await nextNotifications())
            }
        } catch {
            await stopListening()
            throw error
        }
    }

    private func nextNotifications() async throws -> [PostgresNotification] {
        _ = try enter()
        defer { leave() }
        let (loop, waiter) = (loop, waiter)
        while true {
            try Task.checkCancellation()
            let notifications = arrivedNotifications()
            if !notifications.isEmpty { return notifications }
            try await withTaskCancellationHandler {
                try await exchange(within: nil)
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

    /// Leaves the session as it was before, or closes it.
    private func stopListening() async {
        guard !isClosed else { return }
        do {
            try await executeUncancelled("unlisten *")
        } catch {
            return close()
        }
        _ = arrivedNotifications()
    }
}
