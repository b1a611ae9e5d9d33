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
    /// - Parameters:
    ///   - database: runs.
    ///   - stateFolder: holds the anchors and the report of the latest backup check.
    package init(_ services: WebServices, database: DatabaseMonitor, stateFolder: String, makesAnchors: Bool) {
        self.init(
            store: services.store, recorder: services.recorder, broadcast: services.broadcast, access: services.access,
            streams: services.streams, requests: services.requestMetrics, securityEvents: services.securityEvents,
            reminders: services.reminderMetrics, database: database, certificate: services.security.certificate,
            anchors: makesAnchors ? AnchorFolder(stateFolder: stateFolder) : nil,
            backupReport: BackupReportFile(stateFolder: stateFolder), now: services.now)
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
