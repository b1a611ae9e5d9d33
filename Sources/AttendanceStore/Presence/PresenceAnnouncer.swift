import Attendance
import Postgres
import Synchronization

/// Notifies all server processes whose presence changed, after the commit of the change.
///
/// Not in the transaction of the change: PostgreSQL lets one transaction at a time commit with a notification, in all databases of
/// the cluster, so a neighbour could stop the taps. A lost notification delays the map by at most a second (``FeedLag``).
package final class PresenceAnnouncer: Sendable {
    /// The channel of the notifications. The payload is a ``PresencePayload``.
    static let channel = "desktap_presence"
    /// The pause after a notification. Changes during it share the next one.
    private static let pause = Duration.milliseconds(20)

    private struct State {
        var pending: PresencePayload?
        var isSending = false
    }

    private let pool: PostgresPool
    private let state = Mutex(State())

    init(pool: PostgresPool) { self.pool = pool }

    func announce(_ change: PresencePayload) {
        let begins = state.withLock { state in
            state.pending = state.pending?.merged(with: change) ?? change
            defer { state.isSending = true }
            return !state.isSending
        }
        if begins { Task { await send() } }
    }

    private func send() async {
        while let payload = next() {
            // Without it, servers notice the change when they compare their number with the log's.
            _ = try? await pool.query("Presence/notify", ["channel": Self.channel, "payload": payload.text])
            try? await Task.sleep(for: Self.pause)
        }
    }

    private func next() -> PresencePayload? {
        state.withLock { state in
            defer { state.pending = nil }
            if state.pending == nil { state.isSending = false }
            return state.pending
        }
    }
}
