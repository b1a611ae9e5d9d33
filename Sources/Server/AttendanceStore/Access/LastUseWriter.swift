import Attendance
package import Logging
import ServiceLifecycle

/// Stores once a minute when sessions were last used and readers last sent a request. No request waits for this.
package struct LastUseWriter: Service {
    private static let pause: Duration = .seconds(60)

    private let access: AccessCache
    private let store: AttendanceStore
    private let logger: Logger

    package init(access: AccessCache, store: AttendanceStore, logger: Logger) {
        self.access = access
        self.store = store
        self.logger = logger
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.pause)) != nil { await write() }
        }
        // Before the server closes its connections, the uses of the last minute are stored.
        await write()
    }

    /// Stores the uses since the previous call. If this fails, they are lost until the next use.
    package func write() async {
        do {
            try await store.sessions.noteUses(access.takeUses())
            try await store.readers.noteSeen(access.takeSightings())
        } catch {
            logger.warning("cannot store when sessions and readers were last used: \(error)")
        }
    }
}
