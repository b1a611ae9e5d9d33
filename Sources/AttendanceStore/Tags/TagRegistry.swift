package import Attendance
import Postgres

/// What a server process knows of tags, remembered for a moment so that a tap asks the database nothing.
///
/// A tag that is retired, here or by another process, empties the memory by a notification; should one get lost with its
/// connection, the memory ends after ``AccessCache/lifetime`` seconds all the same.
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

    /// Above this many certificates the memory of them begins anew.
    private static let limit = 20_000

    private let store: AttendanceStore
    private var register: TagRegister?
    private var until = Instant(millisecondsSince1970: 0)
    /// What certificates that were looked at vouch for.
    private var vouchings: [Claim: TagRegister.Vouching] = [:]
    /// Counts the times the memory was emptied, so that what was read before is not kept after.
    private var generation = 0

    init(store: AttendanceStore) { self.store = store }

    /// What the tags of some taps prove that were made at these instants.
    package func findings(for taps: [(claim: Claim, at: Instant)], now: Instant) async throws -> [TagVerification] {
        if taps.isEmpty { return [] }
        let (register, asked) = try await current(now)
        return taps.map { claim, at in
            // What an older register says must not be remembered for a newer one.
            let known = asked == generation ? vouchings[claim] : nil
            let vouching = known ?? register.vouching(of: claim)
            if asked == generation, known == nil {
                if vouchings.count >= Self.limit { vouchings = [:] }
                vouchings[claim] = vouching
            }
            return register.finding(of: claim, vouching, at: at)
        }
    }

    /// Notes of tags that were read as they should be that they are written.
    package func noteWritten(_ findings: [TagVerification], now: Instant) async throws {
        let uids = Set(findings.filter(\.isFirstSign).compactMap(\.uid))
        if uids.isEmpty { return }
        try await store.tags.noteWritten(Array(uids), now: now)
        empty()
    }

    /// The register, and how often the memory had been emptied when it was read.
    private func current(_ now: Instant) async throws -> (TagRegister, generation: Int) {
        if let register, now < until { return (register, generation) }
        let asked = generation
        let fresh = try await store.signingKeys.tagRegister()
        if asked == generation {
            register = fresh
            vouchings = [:]
            until = now.adding(seconds: AccessCache.lifetime)
        }
        return (fresh, asked)
    }

    package func empty() {
        generation += 1
        register = nil
        vouchings = [:]
    }
}
