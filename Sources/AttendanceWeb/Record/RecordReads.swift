import Attendance
import AttendanceStore
import WebServer

/// Limits the requests that read records of a long period. Exports have a limit of their own (``ExportSlots``).
struct RecordReads: Sendable {
    private let limiter = ConcurrencyLimiter(limit: 2)
    /// Requests of one person, running or waiting.
    let ofPerson = SubjectLimiter<PersonID>(limit: 4)

    /// Reads records when it is the request's turn. Log accesses inside, so that a refused request leaves none.
    /// - Throws: ``WebError/tooOften(_:)`` if the person has too many such requests.
    func run<Value: Sendable>(for person: PersonID, _ work: () async throws -> Value) async throws -> Value {
        let read = try ofPerson.admit(person)
        defer { withExtendedLifetime(read) {} }
        return try await limiter.run(work)
    }
}
