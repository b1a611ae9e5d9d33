package import Attendance
import Postgres

/// Caches the registered tags, so that a tap does not query the database for them. ``AccessCache`` invalidates it together
/// with itself, for instance when a tag is retired.
package actor TagRegistry {
    /// What a reader says of a tag, with what the tap says.
    package struct Claim: Sendable, Hashable {
        var evidence: TagEvidence
        var kind: TapKind
        var desk: DeskID?

        /// Of the tag that was read; nil where what was sent is none.
        package var uid: UID? { evidence.uid }

        package init(_ evidence: TagEvidence, kind: TapKind, desk: DeskID?) {
            self.evidence = evidence
            self.kind = kind
            self.desk = desk
        }
    }

    /// A register with the certificates that were verified against it.
    private final class VerifiedRegister {
        /// A full cache is emptied.
        private static let limit = 20_000

        private let register: TagRegister
        private var vouchings: [Claim: TagRegister.Vouching] = [:]

        init(_ register: TagRegister) { self.register = register }

        func finding(of claim: Claim, at: Instant) -> TagVerification {
            let known = vouchings[claim]
            let vouching = known ?? register.vouching(of: claim)
            if known == nil {
                if vouchings.count >= Self.limit { vouchings = [:] }
                vouchings[claim] = vouching
            }
            return register.finding(of: claim, vouching, at: at)
        }
    }

    private let store: AttendanceStore
    private let register = TTLCache<SoleKey, VerifiedRegister>()

    init(store: AttendanceStore) { self.store = store }

    /// What the tags of some taps prove that were made at these instants.
    package func findings(for taps: [(claim: Claim, at: Instant)], now: Instant) async throws -> [TagVerification] {
        if taps.isEmpty { return [] }
        let current = try await register.value(now: now) { VerifiedRegister(try await store.signingKeys.tagRegister()) }
        return taps.map { claim, at in current.finding(of: claim, at: at) }
    }

    /// Notes of tags that were read as they should be that they are written.
    package func noteWritten(_ findings: [TagVerification], now: Instant) async throws {
        let uids = Set(findings.filter(\.isFirstSign).compactMap(\.uid))
        if uids.isEmpty { return }
        try await store.tags.noteWritten(Array(uids), now: now)
        invalidate()
    }

    package func invalidate() { register.invalidate() }
}
