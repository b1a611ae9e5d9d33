import AttendanceStore
import Localization

/// The exports that may run at the same time. Each keeps a database connection for the time of the download, and taps and pages
/// need connections too.
struct ExportSlots: Sendable {
    let limiter: ConcurrencyLimiter

    /// Begins an export, which lasts as long as the result.
    /// - Throws: ``WebError`` if too many exports are running.
    func begin() throws(WebError) -> ConcurrencyLimiter.Slot {
        guard let slot = limiter.slot() else {
            throw WebError(
                .serviceUnavailable, localized("export.busy", ["limit": "\(limiter.limit)"]), reason: .busy,
                retryAfter: .seconds(10))
        }
        return slot
    }
}
