import Testing

@testable import Postgres

@Suite struct `Event loop` {
    private actor Sleeper {
        nonisolated var unownedExecutor: UnownedSerialExecutor { PostgresEventLoop.shared.asUnownedSerialExecutor() }
        private let waiter = PostgresEventLoop.Waiter()

        /// Waits after another thread may already have ended the wait.
        func sleepAfterWake() async -> PostgresEventLoop.Wake {
            PostgresEventLoop.shared.wake(waiter)
            return await sleep()
        }

        func sleep() async -> PostgresEventLoop.Wake {
            await PostgresEventLoop.shared.wait(waiter, on: -1, until: .now + .seconds(1))
        }
    }

    @Test func `A wake before the wait ends it at once`() async {
        let sleeper = Sleeper()
        #expect(await sleeper.sleepAfterWake() == .interrupted)
        #expect(await sleeper.sleep() == .timedOut)
    }
}
