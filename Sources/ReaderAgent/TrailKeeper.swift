import ServiceLifecycle

/// Takes from the queue, once an hour, what settled taps say of people after ``TapQueue/trailKept``.
package struct TrailKeeper: Service {
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
                    try await queue.forgetOldTaps()
                } catch TapQueueError.cancelled {
                } catch {
                    // Taps go on being taken; the next hour may be luckier.
                    warn("Old taps could not be taken from the disk: \(error)")
                }
            } while (try? await clock.sleep(.seconds(3600))) != nil
        }
    }
}
