import Attendance
import FoundationEssentials
import Postgres

/// Whose every badge is and was, and who is waited for at which reader. A value.
struct BadgeBook: Sendable {
    struct Entry: Sendable {
        var person: Int64
        var userName: String
        var displayName: String
        /// The tap that made it theirs, and when it was made.
        var tap: UUID
        var from: Instant
        var until: Instant?
    }

    struct Enrolment: Sendable {
        var id: Int64
        var askedAt: Instant
        var expiresAt: Instant
    }

    /// By the badge's hash, the earliest first.
    private var entries: [[UInt8]: [Entry]] = [:]
    private var enrolments: [Int64: Enrolment] = [:]

    /// Reads rows of `badge_book` and `open_enrolments`.
    init(_ badges: PostgresResult, _ enrolments: PostgresResult) throws {
        for row in badges {
            entries[try row.bytes(0), default: []].append(
                Entry(
                    person: try row.get(1), userName: try row.get(2), displayName: try row.get(3), tap: try row.get(4),
                    from: try row.instant(5), until: try row.instantIfPresent(6)))
        }
        for row in enrolments {
            self.enrolments[try row.get(1)] = Enrolment(
                id: try row.get(0), askedAt: try row.instant(2), expiresAt: try row.instant(3))
        }
    }

    /// Whether no badge can be anybody's.
    var isEmpty: Bool { entries.isEmpty && enrolments.isEmpty }

    /// Who had the badge when it was tapped, else who had it first after that: they may have tapped in the morning with what was
    /// enrolled at noon. Then somebody has to say so, because a visitor may have had it.
    func entry(_ hash: [UInt8], at: Instant) -> Entry? {
        entries[hash]?.first { entry in entry.until.map { at < $0 } ?? true }
    }

    /// The owner that this very tap gave the badge.
    func entry(_ hash: [UInt8], enrolledBy tap: UUID) -> Entry? { entries[hash]?.first { $0.tap == tap } }

    func enrolment(at reader: Int64, now: Instant) -> Enrolment? {
        enrolments[reader].flatMap { now < $0.expiresAt ? $0 : nil }
    }
}
