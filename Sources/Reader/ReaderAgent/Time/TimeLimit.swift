/// A task exceeded its time limit.
struct TimeLimitExceeded: Error {}

/// Runs `body` and cancels it after `limit`.
/// - Throws: ``TimeLimitExceeded``, and any error of `body`.
func withTimeLimit<Value: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw TimeLimitExceeded()
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
