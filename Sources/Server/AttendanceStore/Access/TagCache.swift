package import Attendance
import Postgres
import Synchronization

/// Caches the registered tags, so that a tap does not query the database for them. ``AccessCache`` invalidates it together
/// with itself, for instance when a tag is retired.
package struct TagCache: Sendable {
    /// An index with the results for the certificates that were verified with it.
    private final class VerifyingIndex: Sendable {
        /// A full cache is emptied.
        private static let limit = 20_000

        private let index: TagVerifier
        private let results = Mutex<[TagClaim: TagVerifier.CertificateResult]>([:])

        init(_ index: TagVerifier) { self.index = index }

        func verification(of claim: TagClaim, at: Instant) -> TagVerification {
            // Each signed address is another one.
            if claim.evidence.signature != .absent { return index.verification(of: claim, .absent, at: at) }
            if let known = results.withLock({ $0[claim] }) { return index.verification(of: claim, known, at: at) }
            let result = index.verifyCertificate(of: claim)
            results.withLock { results in
                if results.count >= Self.limit { results = [:] }
                results[claim] = result
            }
            return index.verification(of: claim, result, at: at)
        }
    }

    private let store: AttendanceStore
    private let index = TTLCache<SoleKey, VerifyingIndex>()

    init(store: AttendanceStore) { self.store = store }

    /// What the tags of taps prove, in the order of the taps.
    /// - Parameter taps: `at` is the instant of the tap.
    package func verifications(of taps: [(claim: TagClaim, at: Instant)], now: Instant) async throws -> [TagVerification] {
        if taps.isEmpty { return [] }
        let current = try await index.value(now: now) { VerifyingIndex(try await store.signingKeys.tagVerifier()) }
        return taps.map { claim, at in current.verification(of: claim, at: at) }
    }

    /// Whether a tag signed its address, for the event and desk of a tap.
    package func isSigned(_ tag: TagEvidence, for tap: Tap, now: Instant) async throws -> Bool {
        try await verifications(of: [(TagClaim(tag, kind: tap.kind, desk: tap.desk), now)], now: now)[0].proof == .sun
    }

    /// Records that tags were written, after the first tap that read the right content from each.
    package func noteWritten(_ verifications: [TagVerification], now: Instant) async throws {
        let confirmed = verifications.filter(\.isFirstConfirmation)
        let uids = Set(confirmed.compactMap(\.uid))
        if uids.isEmpty { return }
        try await store.tags.noteWritten(Array(uids), now: now)
        for keys in Set(confirmed.compactMap(\.reading?.keys)) { try await store.tagKeys.confirm(keys, now: now) }
        invalidate()
    }

    package func invalidate() { index.invalidate() }
}
