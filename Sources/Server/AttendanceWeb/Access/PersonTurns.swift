import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers

/// Lets the requests of a person take turns, so that one person's requests leave room for those of others.
final class PersonTurns: Sendable {
    /// Reading requests of one person that run at the same time.
    static let limit = 4

    private let limit: Int
    private let queues = NIOLockedValueBox<[PersonID: (limiter: ConcurrencyLimiter, requests: Int)]>([:])

    /// - Parameter limit: requests of one person that run at the same time.
    init(limit: Int = PersonTurns.limit) { self.limit = limit }

    /// Responds to a request when it is its turn. Writing requests do not wait, and streams take no turn, because they last.
    func run(
        _ request: Request, of person: PersonID?, _ respond: () async throws -> Response
    ) async throws -> Response {
        guard let person, request.method == .get || request.method == .head, !request.uri.path.hasSuffix(Address.streams) else {
            return try await respond()
        }
        return try await run(for: person, respond)
    }

    func run<Value: Sendable>(for person: PersonID, _ work: () async throws -> Value) async throws -> Value {
        let limiter = queues.withLockedValue { queues in
            let queue = queues[person] ?? (ConcurrencyLimiter(limit: limit), 0)
            queues[person] = (queue.limiter, queue.requests + 1)
            return queue.limiter
        }
        defer {
            queues.withLockedValue { queues in
                let requests = (queues[person]?.requests ?? 1) - 1
                queues[person] = requests > 0 ? (limiter, requests) : nil
            }
        }
        return try await limiter.run(work)
    }
}
