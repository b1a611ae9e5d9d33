/// Lets a limited number of tasks work at a time; the others wait in the order in which they came.
///
/// While the database is away no task waits here, for each would wait out the timeout of all before it: all go on and are told
/// together. The line is as long as there are requests, which the number of connections limits.
package actor ConcurrencyLimiter {
    package nonisolated let limit: Int
    private var taken = 0
    private var isAway = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// How many wait.
    package var line: Int { waiting.count }

    package init(limit: Int) { self.limit = limit }

    /// Does something in a turn.
    /// - Parameter isAway: whether what came of it says that the database did not answer; errors say so themselves.
    package nonisolated func take<Value: Sendable>(
        isAway: (Value) -> Bool = { _ in false }, _ work: () async throws -> Value
    ) async throws -> Value {
        await begin()
        do {
            let value = try await work()
            await end(isAway: isAway(value))
            return value
        } catch {
            await end(isAway: AttendanceStore.isUnavailability(error))
            throw error
        }
    }

    /// Waits for a turn, which has to be ended.
    package func begin() async {
        if isAway || taken < limit {
            taken += 1
        } else {
            // Whoever lets it in has counted it.
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// - Parameter isAway: whether the database did not answer.
    package func end(isAway: Bool) {
        taken -= 1
        self.isAway = isAway
        let next = waiting.prefix(isAway ? waiting.count : max(0, limit - taken))
        waiting.removeFirst(next.count)
        taken += next.count
        for task in next { task.resume() }
    }
}
