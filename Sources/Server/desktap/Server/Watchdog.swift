import Daemon
import Postgres
import ServiceLifecycle

/// Tells the service manager that the server works, and when it stops.
struct Watchdog: Service {
    let manager: ServiceManager
    /// The messages are sent on this loop's thread, which writes taps. If it hangs, the manager restarts the server.
    let loop: PostgresEventLoop
    /// Ends when the server is ready. The manager watches it from then on.
    let start: AsyncStream<Never>

    func run() async throws {
        if let pause = manager.watchdogPause {
            await withTaskExecutorPreference(loop) {
                await cancelWhenGracefulShutdown {
                    for await _ in start {}
                    while (try? await Task.sleep(for: pause)) != nil { manager.notify(.isAlive) }
                }
            }
        } else {
            try? await gracefulShutdown()
        }
        manager.notify(.stopping)
    }
}
