import Attendance
package import Logging
import ServiceLifecycle

/// Writes once a minute when sessions were used and readers were here last, for all of them together: no request waits for it.
package struct LastSeen: Service {
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
        // What the last minute brought, while the database is still there.
        await write()
    }

    /// Writes what was noted since it was last asked to. What fails is noted again with the next use.
    package func write() async {
        do {
            try await store.sessions.noteUses(await access.takeUses())
            try await store.readers.noteSeen(await access.takeSightings())
        } catch {
            logger.warning("when sessions and readers were used last is not written: \(error)")
        }
    }
}
