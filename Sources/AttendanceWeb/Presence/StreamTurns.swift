import AttendanceStore

/// Lets so many event streams at a time find out whom they are for; the others wait in the order in which they came.
///
/// There are thousands of them, and after a restart all come back at once. Each takes 40 KiB of memory while it asks, which a
/// server that answered all of them together would never give back. While the database is away nobody waits here, for each would
/// wait out the time of all before it: they are told together that it is.
actor StreamTurns {
    /// As many as the database answers at once.
    static let limit = 8
    private var taken = 0
    private var isAway = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// How many wait.
    var line: Int { waiting.count }

    /// Does something in a turn.
    /// - Parameter isAway: whether what came of it says that the database did not answer; errors say so themselves.
    nonisolated func take<Value: Sendable>(
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
    func begin() async {
        if isAway || taken < Self.limit {
            taken += 1
        } else {
            // Whoever lets it in has counted it.
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// - Parameter isAway: whether the database did not answer.
    func end(isAway: Bool) {
        taken -= 1
        self.isAway = isAway
        let next = waiting.prefix(isAway ? waiting.count : max(0, Self.limit - taken))
        waiting.removeFirst(next.count)
        taken += next.count
        for stream in next { stream.resume() }
    }
}
