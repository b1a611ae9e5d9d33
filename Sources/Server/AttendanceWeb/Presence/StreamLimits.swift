import AttendanceStore
import WebServer

/// The limits of event streams.
package struct StreamLimits: Sendable {
    /// The time between two events on an idle stream. `stream.js` reconnects after 40 s without one.
    package static let heartbeat = Duration.seconds(15)
    /// Open streams of one person or of one wall display.
    let ofViewer = SubjectLimiter<RateLimiter.Subject>(limit: 20)
    /// Streams that authenticate at the same time. After a restart thousands of streams reconnect at once, and each needs 40 KiB
    /// of memory meanwhile.
    let starting = ConcurrencyLimiter(limit: 8)
}
