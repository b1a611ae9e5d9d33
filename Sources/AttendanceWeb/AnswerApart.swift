import Hummingbird

/// Has each request answered by a task of its own, which takes the memory of its stack with it when it ends.
///
/// A task keeps what its deepest call needed for as long as it lives. A connection's task lives as long as the connection, and
/// thousands of event streams would each hold on to the 40 KiB that it took once to find out whom they are for.
struct AnswerApart<Inner: HTTPResponder>: HTTPResponder where Inner.Context == WebContext {
    let inner: Inner
    let turns: StreamTurns

    func respond(to request: Request, context: WebContext) async throws -> Response {
        let isStream = request.uri.path.hasSuffix(Address.streams)
        async let response = isStream ? inTurn(request, context) : inner.respond(to: request, context: context)
        return try await response
    }

    private func inTurn(_ request: Request, _ context: WebContext) async throws -> Response {
        try await turns.take(isAway: { $0.status == .serviceUnavailable }) {
            try await inner.respond(to: request, context: context)
        }
    }
}
