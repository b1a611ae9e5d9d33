/// Runs an operation in a task of its own, whose memory is freed when it ends. Cancellation is passed on.
///
/// A task keeps the memory of its deepest call until it ends. The task of a connection lives as long as the connection, so each of
/// thousands of event streams would keep the memory of its authentication. A child task does not help: it allocates from its
/// parent's memory.
package func inOwnTask<Value: Sendable>(
    _ operation: @escaping @concurrent @Sendable () async throws -> Value
) async throws -> Value {
    let task = Task(operation: operation)
    return try await withTaskCancellationHandler {
        try await task.value
    } onCancel: {
        task.cancel()
    }
}
