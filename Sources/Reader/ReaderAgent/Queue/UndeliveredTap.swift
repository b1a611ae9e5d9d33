import Attendance
import GRDB

/// A queued tap that the server has not recorded: it waits or was refused.
package struct UndeliveredTap: Sendable, Equatable, Encodable {
    package enum State: String, Sendable, Encodable { case waiting, refused }

    package var id: String
    package var state: State
    /// The user name; nil for a badge, and after ``QueueRetention/period``.
    package var user: String?
    /// The kind of badge; nil for a user, and after ``QueueRetention/period``.
    package var badge: String?
    package var event: String
    /// The time of the tap, RFC 3339.
    package var at: String
    package var desk: String?
    package var office: String?
    /// The server's outcome of a refused tap.
    package var outcome: String?
    package var reason: String?
    package var message: String?
    /// The time of the refusal, RFC 3339 in UTC.
    package var refusedAt: String?
    /// True if the queue still contains the user or badge, so that the tap can be sent.
    package var canBeSent: Bool

    private enum CodingKeys: String, CodingKey {
        case id, state, user, badge, event, at, desk, office, outcome, reason, message
        case refusedAt = "refused_at"
        case canBeSent = "can_be_sent"
    }
}

extension UndeliveredTap {
    init(_ row: Row) throws {
        guard let state = State(rawValue: row["state"]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a tap of an unknown state")
        }
        self.init(
            id: row["id"], state: state, user: row["user"], badge: row["badge_kind"], event: row["kind"], at: row["at"],
            desk: row["desk"], office: row["office"], outcome: row["outcome"], reason: row["reason"],
            message: row["message"],
            refusedAt: (row["settled_at"] as Int64?).map { Instant(millisecondsSince1970: $0 * 1000).rfc3339() },
            canBeSent: row["can_be_sent"])
    }
}
