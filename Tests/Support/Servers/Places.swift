/// So many at a time, the others in line.
actor Places {
    private var free: Int
    private var line: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    /// Runs `body` as soon as there is a place, and gives the place to the next afterwards.
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
