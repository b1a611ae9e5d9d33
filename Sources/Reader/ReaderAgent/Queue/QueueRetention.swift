import ServiceLifecycle

/// Deletes the personal data of settled taps from the queue after ``TapQueue/retention``. Runs hourly.
package struct QueueRetention: Service {
    private let queue: TapQueue
    private let clock: AgentClock
    private let warn: @Sendable (String) -> Void

    package init(queue: TapQueue, clock: AgentClock = AgentClock(), warn: @escaping @Sendable (String) -> Void) {
        self.queue = queue
        self.clock = clock
        self.warn = warn
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                do {
                    try await queue.deleteOldPersonalData()
                } catch TapQueueError.cancelled {
                } catch {
                    // Taps continue to be saved. The next run retries.
                    warn("Personal data of old taps could not be deleted from the queue: \(error)")
                }
            } while (try? await clock.sleep(.seconds(3600))) != nil
        }
    }
}
