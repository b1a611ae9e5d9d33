import Attendance
import AttendanceStore
import Localization
import Synchronization
import WebServer

/// The exports that may run at the same time. Each keeps a database connection for the time of the download, and taps and pages
/// need connections too. A person has one at a time, so that others find one while a person's downloads last.
struct ExportSlots: Sendable {
    let limiter: ConcurrencyLimiter
    private let people = SubjectLimiter<PersonID>(limit: 1)

    init(limiter: ConcurrencyLimiter) { self.limiter = limiter }

    /// Begins an export.
    /// - Throws: ``WebError`` if too many exports are running, or one of this person.
    func begin(for person: PersonID) throws(WebError) -> ExportSlot {
        guard let operation = people.begin(person) else { throw Self.busy(limit: 1) }
        guard let slot = limiter.slot() else { throw Self.busy(limit: limiter.limit) }
        return ExportSlot(operation, slot)
    }

    private static func busy(limit: Int) -> WebError {
        WebError(
            .serviceUnavailable, localized("export.busy", ["limit": "\(limit)"]), reason: .busy, retryAfter: .seconds(10))
    }
}

/// A running export. It ends with its last reference, so also if its response is never sent.
final class ExportSlot: Sendable {
    private let held: Mutex<(SubjectLimiter<PersonID>.Operation, ConcurrencyLimiter.Slot)?>

    fileprivate init(_ operation: SubjectLimiter<PersonID>.Operation, _ slot: ConcurrencyLimiter.Slot) {
        held = Mutex((operation, slot))
    }

    /// Ends it before the client sees the end of the download: its next export may follow at once.
    func end() { held.withLock { $0 = nil } }
}
