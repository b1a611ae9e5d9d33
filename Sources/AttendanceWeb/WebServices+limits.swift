import AttendanceStore
import Localization
import WebServer

extension WebServices {
    /// Reads records of a long period when it is the request's turn. Note accesses inside, so that a refused request leaves none.
    /// - Throws: ``WebError/tooOften(_:)`` if the person has too many such requests.
    func readingRecords<Value: Sendable>(
        for person: Int64, _ work: () async throws -> Value
    ) async throws -> Value {
        guard let read = recordReadsOfPerson.begin(person) else { throw WebError.tooOften(5) }
        defer { withExtendedLifetime(read) {} }
        return try await recordLimiter.run(work)
    }

    /// Begins an event stream of a viewer, which lasts as long as the result.
    /// - Throws: ``WebError/tooOften(_:)`` if the viewer has too many streams.
    func beginStream(of viewer: RateLimiter.Subject) throws(WebError) -> SubjectLimiter<RateLimiter.Subject>.Operation {
        guard let stream = streamsOfViewer.begin(viewer) else { throw .tooOften(5) }
        return stream
    }

    /// Begins an export, which lasts as long as the result.
    /// - Throws: ``WebError`` if too many exports are running.
    func beginExport() throws(WebError) -> ConcurrencyLimiter.Slot {
        guard let slot = exportLimiter.slot() else {
            throw WebError(
                .serviceUnavailable, localized("export.busy", ["limit": "\(exportLimiter.limit)"]), reason: .busy,
                retryAfter: 10)
        }
        return slot
    }
}
