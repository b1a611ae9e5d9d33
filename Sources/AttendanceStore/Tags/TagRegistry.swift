package import Attendance
import Postgres

/// What a server process knows of tags, remembered for a moment so that a tap asks the database nothing.
///
/// A tag that is retired, here or by another process, empties the memory by a notification; should one get lost with its
/// connection, the memory ends after ``AccessCache/lifetime`` seconds all the same.
package actor TagRegistry {
    /// A tap as far as its tag is concerned.
    package struct Question: Sendable, Hashable {
        var evidence: TagEvidence
        var kind: TapKind
        var desk: DeskID?

        package init(_ evidence: TagEvidence, kind: TapKind, desk: DeskID?) {
            self.evidence = evidence
            self.kind = kind
            self.desk = desk
        }
    }

    /// Above this many answers the memory of them begins anew.
    private static let limit = 20_000

    private let store: AttendanceStore
    private var register: TagRegister?
    private var until = Instant(millisecondsSince1970: 0)
    /// A signature takes longer to verify than all else that is done for a tap.
    private var answers: [Question: TagFinding] = [:]
    /// Counts the times the memory was emptied, so that what was read before is not kept after.
    private var generation = 0

    init(store: AttendanceStore) { self.store = store }

    /// What the tags of some taps prove.
    package func findings(for questions: [Question], now: Instant) async throws -> [TagFinding] {
        if questions.isEmpty { return [] }
        let (register, asked) = try await current(now)
        return questions.map { question in
            // What an older register says must not be remembered for a newer one.
            guard asked == generation else { return register.finding(of: question) }
            if let answer = answers[question] { return answer }
            let answer = register.finding(of: question)
            if answers.count >= Self.limit { answers = [:] }
            answers[question] = answer
            return answer
        }
    }

    /// Notes of tags that were read as they should be that they are written.
    package func noteWritten(_ findings: [TagFinding], now: Instant) async throws {
        let uids = Set(findings.filter(\.isFirstSign).compactMap(\.uid))
        if uids.isEmpty { return }
        try await store.noteWritten(Array(uids), now: now)
        empty()
    }

    /// The register, and how often the memory had been emptied when it was read.
    private func current(_ now: Instant) async throws -> (TagRegister, generation: Int) {
        if let register, now < until { return (register, generation) }
        let asked = generation
        let fresh = try await store.tagRegister()
        if asked == generation {
            register = fresh
            answers = [:]
            until = now.adding(seconds: AccessCache.lifetime)
        }
        return (fresh, asked)
    }

    package func empty() {
        generation += 1
        register = nil
        answers = [:]
    }
}
