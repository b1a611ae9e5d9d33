import AttendanceStore

// The parts of the server that the services beside its routes take.

extension SecurityEventWriter {
    package init(_ services: WebServices) {
        self.init(
            events: services.securityEvents, store: services.store.passwords, passwords: services.passwords,
            logger: services.logger, now: services.now)
    }
}

extension DatabaseMonitor {
    package convenience init(_ services: WebServices) {
        self.init(store: services.store, readiness: services.readiness, check: services.check)
    }
}

extension ServerMetrics {
    /// - Parameter database: runs.
    package init(_ services: WebServices, database: DatabaseMonitor) {
        self.init(
            store: services.store, recorder: services.recorder, broadcast: services.broadcast, access: services.access,
            streams: services.streams, requests: services.requestMetrics, securityEvents: services.securityEvents,
            reminders: services.reminderMetrics, database: database, certificate: services.security.certificate,
            proofs: services.proofs, now: services.now)
    }
}

extension ReminderJob {
    package init(_ services: WebServices, sender: ReminderSender) {
        self.init(
            store: services.store, sender: sender, words: services.pages.words, publicURL: services.publicURL,
            metrics: services.reminderMetrics, check: services.check, zones: services.zones, logger: services.logger,
            now: services.now)
    }
}
