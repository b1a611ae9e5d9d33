import AttendanceStore
import Hummingbird

/// Has each request answered by a task of its own, as ``apart(_:)`` says.
struct AnswerApart<Inner: HTTPResponder>: HTTPResponder where Inner.Context == WebContext {
    let inner: Inner
    let turns: ConcurrencyLimiter

    func respond(to request: Request, context: WebContext) async throws -> Response {
        try await apart {
            request.uri.path.hasSuffix(Address.streams)
                ? try await turns.take(isAway: { $0.status == .serviceUnavailable }) { try await answer(request, context) }
                : try await answer(request, context)
        }
    }

    private func answer(_ request: Request, _ context: WebContext) async throws -> Response {
        try await inner.respond(to: request, context: context)
    }
}

/// Does something in a task of its own, which takes the memory of its stack with it when it ends.
///
/// A task keeps what its deepest call needed for as long as it lives. A connection's task lives as long as the connection, and
/// thousands of event streams would each hold on to the 40 KiB that it took once to find out whom they are for. A child task
/// would not do: its beginnings lie in the memory of whoever waits for it.
func apart<Value: Sendable>(_ work: @escaping @concurrent @Sendable () async throws -> Value) async throws -> Value {
    let task = Task(operation: work)
    return try await withTaskCancellationHandler {
        try await task.value
    } onCancel: {
        task.cancel()
    }
}
