import Attendance
import AttendanceStore
import Daemon
import WebServer

/// What monitoring learns about a server: `/metrics`. No metric names a person, a desk or a tag.
package struct ServerMetrics: Sendable {
    let store: AttendanceStore
    let recorder: TapRecorder
    let broadcast: PresenceBroadcast
    let access: AccessCache
    let streams: StreamLimits
    let requests: RequestMetrics
    let securityEvents: SecurityEvents
    let reminders: ReminderMetrics
    let database: DatabaseMonitor
    /// nil: the server does not speak TLS itself.
    let certificate: TLSCertificate?
    /// nil: the server has no folder for them.
    let proofs: ServerProofs?
    let now: @Sendable () -> Instant

    /// In Prometheus' text format. While the database does not answer, what it knows is missing.
    func text() async -> String {
        var text = MetricsText()
        text.begin("desktap_build_info", .gauge, "The version of the program. Always 1.")
        text.add("desktap_build_info", 1, ["version": programVersion])
        let found = database.findings
        if let found {
            text.add("desktap_ready", .gauge, "1 if the server can do its work, else 0.", found.isReady ? 1 : 0)
        }
        addTaps(to: &text)
        await addMap(to: &text)
        await addPool(to: &text)
        if let state = found?.state { add(state, to: &text) }
        addProofs(to: &text)
        reminders.add(to: &text)
        requests.add(to: &text)
        securityEvents.add(to: &text)
        return text.text
    }

    private func addTaps(to text: inout MetricsText) {
        let metrics = recorder.metrics
        text.add(
            "desktap_tap_commit_seconds", "Time from the arrival of taps to their commit, once per request.", metrics.commit)
        text.add("desktap_tap_batch_size", "The number of taps that share a commit.", metrics.batch)
        text.add(
            "desktap_tap_failures_total", .counter, "Requests whose taps were not recorded. Their senders try again.",
            Double(metrics.failures.value))
        text.add("desktap_taps_waiting", .gauge, "Taps that wait for the next commit.", Double(recorder.waitingTaps))
    }

    private func addMap(to text: inout MetricsText) async {
        text.add(
            "desktap_feed_lag_seconds", .gauge, "How long the map has been behind the log. 0: it is up to date.",
            await broadcast.lag / .seconds(1))
        text.add("desktap_viewers", .gauge, "Open event streams of maps and wall displays.", Double(streams.ofViewer.count))
    }

    private func addPool(to text: inout MetricsText) async {
        let pool = await store.poolActivity
        text.add("desktap_pool_limit", .gauge, "The maximum number of pooled database connections.", Double(pool.limit))
        text.add("desktap_pool_in_use", .gauge, "Pooled database connections in use.", Double(pool.inUse))
        text.add("desktap_pool_waiting", .gauge, "Operations that wait for a database connection.", Double(pool.waiting))
        text.add(
            "desktap_commit_unreplicated_total", .counter,
            "Commits that were not acknowledged because no synchronous standby confirmed them.", Double(pool.unreplicated))
    }

    private func add(_ state: WatchedState, to text: inout MetricsText) {
        text.add("desktap_schema_version", .gauge, "The number of the schema's newest migration.", Double(state.schema))
        text.add(
            "desktap_quarantine_waiting", .gauge, "Taps in quarantine about which HR has not decided.",
            Double(state.quarantined))
        text.add(
            "desktap_reminders_waiting", .gauge, "Reminders that wait: for the end of quiet hours, or for another attempt.",
            Double(state.waitingReminders))
        let (readers, now) = (state.readers(with: access.sightings), now())
        text.begin("desktap_reader_last_seen_seconds", .gauge, "Time since a reader's latest request, by its number.")
        for reader in readers {
            guard let seen = reader.lastSeenAt else { continue }
            text.add("desktap_reader_last_seen_seconds", seconds(from: seen, to: now), labels(of: reader))
        }
        text.begin("desktap_reader_queue", .gauge, "Taps that wait in a reader's queue, by its number.")
        for reader in readers {
            guard let waiting = reader.waitingTaps else { continue }
            text.add("desktap_reader_queue", Double(waiting), labels(of: reader))
        }
    }

    private func labels(of reader: WatchedState.Reader) -> MetricsText.Labels {
        ["reader": "\(reader.id)", "scope": reader.scope]
    }

    /// How old the latest proofs are. Infinite: there is none.
    private func addProofs(to text: inout MetricsText) {
        let now = now()
        if let anchors = proofs?.anchors {
            let anchor = try? anchors.latest()?.anchor.madeAt
            text.add(
                "desktap_ledger_anchor_age_seconds", .gauge, "Age of this server's latest anchor of the ledger.",
                anchor.map { seconds(from: $0, to: now) } ?? .infinity)
        }
        text.add(
            "desktap_backup_last_proved_seconds", .gauge, "Age of the newest record that a restored backup was proven to hold.",
            proofs?.backup.provenUntil.map { seconds(from: $0, to: now) } ?? .infinity)
        guard let end = certificate?.end else { return }
        text.add(
            "desktap_certificate_expiry_seconds", .gauge, "Time until the server's TLS certificate expires.",
            seconds(from: now, to: end))
    }

    private func seconds(from start: Instant, to end: Instant) -> Double { (end - start) / .seconds(1) }
}
