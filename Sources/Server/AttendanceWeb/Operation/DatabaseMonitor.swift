import AttendanceStore
import ServiceLifecycle
import Synchronization

/// Regularly asks the database for what monitoring wants to know, so that monitoring gets an answer at once even while the database
/// gives none.
package final class DatabaseMonitor: Service {
    struct Findings: Sendable {
        var isReady: Bool
        /// nil: the database did not answer.
        var state: WatchedState?
    }

    private static let pause = Duration.seconds(5)
    /// While the server is not ready, so that its return is known soon.
    private static let shortPause = Duration.seconds(1)

    private let store: AttendanceStore
    private let readiness: Readiness
    private let check: ServerCheck?
    private let latest = Mutex<Findings?>(nil)

    init(store: AttendanceStore, readiness: Readiness, check: ServerCheck?) {
        (self.store, self.readiness, self.check) = (store, readiness, check)
    }

    /// nil: the first look is not complete.
    var findings: Findings? { latest.withLock { $0 } }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var pause: Duration
            repeat {
                await self.look()
                pause = self.findings?.isReady == true ? Self.pause : Self.shortPause
            } while (try? await Task.sleep(for: pause)) != nil
        }
    }

    func look() async {
        let problem = await readiness.problem()
        let isReady = problem == nil && check?.problem == nil
        // The state may take seconds.
        latest.withLock { $0 = Findings(isReady: isReady, state: $0?.state) }
        let state = problem == .databaseAway ? nil : try? await store.watchedState()
        latest.withLock { $0 = Findings(isReady: isReady, state: state) }
    }
}
