import AttendanceStore

/// Limits the requests that read records of a long period. Exports have a limit of their own (``ExportSlots``).
struct RecordReads: Sendable {
    private let limiter = ConcurrencyLimiter(limit: 2)
    /// Reads records when it is the request's turn.
    func run<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value { try await limiter.run(work) }
}
