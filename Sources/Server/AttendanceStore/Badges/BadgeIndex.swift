import Attendance
import FoundationEssentials
import Postgres

/// The current and former owners of all badges, and the open enrolments by reader. A value.
struct BadgeIndex: Sendable {
    struct Entry: Sendable {
        var person: PersonID
        var userName: String
        var displayName: String
        /// The tap that enrolled the badge, and its time.
        var tap: UUID
        var from: Instant
        var until: Instant?
    }

    struct Enrolment: Sendable {
        var id: EnrolmentID
        var askedAt: Instant
        var expiresAt: Instant
    }

    /// By the badge's hash, the earliest ownership first.
    private var entries: [[UInt8]: [Entry]] = [:]
    private var enrolments: [ReaderID: Enrolment] = [:]

    /// Reads rows of `badge_book` and `open_enrolments`.
    init(_ badges: PostgresResult, _ enrolments: PostgresResult) throws {
        for row in badges {
            let hash = try row.bytes("hash")
            entries[hash, default: []].append(
                Entry(
                    person: try row.get("person_id"), userName: try row.get("user_name"),
                    displayName: try row.get("display_name"), tap: try row.get("tap_id"),
                    from: try row.instant("enrolled_at"), until: try row.instantIfPresent("removed_at")))
        }
        for row in enrolments {
            self.enrolments[try row.get("reader_id")] = Enrolment(
                id: try row.get("id"), askedAt: try row.instant("asked_at"), expiresAt: try row.instant("expires_at"))
        }
    }

    /// Whether no badge has an owner and no enrolment is open.
    var isEmpty: Bool { entries.isEmpty && enrolments.isEmpty }

    /// The owner of the badge at `at`, otherwise the first owner after it: a person may tap in the morning with a badge that
    /// is enrolled at noon. Such a tap needs a confirmation, because a visitor may have had the badge.
    func entry(_ hash: [UInt8], at: Instant) -> Entry? {
        entries[hash]?.first { entry in entry.until.map { at < $0 } ?? true }
    }

    /// The owner whom exactly this tap enrolled.
    func entry(_ hash: [UInt8], enrolledBy tap: UUID) -> Entry? { entries[hash]?.first { $0.tap == tap } }

    /// The enrolment that waits for a badge at the reader of a tap and began before the tap.
    func enrolment(for tap: BadgeTap, now: Instant) -> Enrolment? {
        guard let reader = tap.reader, let enrolment = enrolments[reader], now < enrolment.expiresAt,
            enrolment.askedAt < tap.at
        else { return nil }
        return enrolment
    }
}
