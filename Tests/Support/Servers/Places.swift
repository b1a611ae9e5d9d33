/// A semaphore that serves waiting tasks in order.
actor Places {
    private var free: Int
    private var line: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    /// Runs `body` when a place is free.
    nonisolated func lend<Value>(_ body: () async throws -> Value) async throws -> Value {
        await take()
        do {
            let value = try await body()
            await give()
            return value
        } catch {
            await give()
            throw error
        }
    }

    private func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { line.append($0) }
        }
    }

    private func give() {
        if line.isEmpty { free += 1 } else { line.removeFirst().resume() }
    }
}
