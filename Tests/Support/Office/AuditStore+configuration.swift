package import AttendanceStore

extension AuditStore {
    /// The changes of things that administrators manage, the latest first.
    package func configurationChanges() async throws -> [LoggedConfigurationChange] {
        try await changes(limit: 1_000).compactMap { change in
            if case .configuration(let entry) = change { entry } else { nil }
        }
    }
}
