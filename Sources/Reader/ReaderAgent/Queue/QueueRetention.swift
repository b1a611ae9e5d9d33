import ServiceLifecycle

/// Deletes the personal data of settled taps from the queue after ``period``. Runs hourly.
package struct QueueRetention: Service {
    /// How long a settled tap keeps its person and place, and a recorded one can be sent again.
    package static let days = 7
    static let period = Duration.seconds(days * 86_400)
    /// The number of recorded taps to keep for inspection after ``period``. Refused taps are kept without limit.
    static let mostRecordedTaps = 1000

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
