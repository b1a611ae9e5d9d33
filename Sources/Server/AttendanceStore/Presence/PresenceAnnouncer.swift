import Postgres
import Synchronization

/// Notifies all server processes of recorded taps, after their commit.
///
/// Not in the transaction of the taps: PostgreSQL lets one transaction at a time commit with a notification, in all databases of
/// the cluster, so a neighbour could stop the taps. Without a notification, servers see new records when they next look at the log
/// (``FeedLimits/look``). Corrections, erasures and settings are seen in that way only.
package final class PresenceAnnouncer: Sendable {
    /// The channel of the notifications. The payload is the number of the latest record.
    static let channel = "desktap_presence"
    /// The pause after a notification. Records during it share the next one.
    private static let pause = Duration.milliseconds(20)

    private struct State {
        /// 0: there is nothing to tell.
        var seq: Int64 = 0
        var isSending = false
    }

    private let pool: PostgresPool
    private let state = Mutex(State())

    init(pool: PostgresPool) { self.pool = pool }

    /// - Parameter seq: the number of a durable record.
    func announce(_ seq: Int64) {
        let begins = state.withLock { state in
            state.seq = max(state.seq, seq)
            defer { state.isSending = true }
            return !state.isSending
        }
        if begins { Task { await send() } }
    }

    private func send() async {
        while let seq = next() {
            _ = try? await pool.query("Presence/notify", ["channel": Self.channel, "payload": String(seq)])
            try? await Task.sleep(for: Self.pause)
        }
    }

    private func next() -> Int64? {
        state.withLock { state in
            defer { state.seq = 0 }
            state.isSending = state.seq > 0
            return state.isSending ? state.seq : nil
        }
    }
}
