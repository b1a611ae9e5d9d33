package import Attendance

/// An event of the presence feed.
package enum PresenceUpdate: Sendable {
    /// All people with an open session, as of the log's record `seq`. The first presence update, repeated after every gap.
    case everybody([PersonPresence], seq: Int64)
    /// The current presence of these people.
    case changes([PersonPresence], seq: Int64)
    /// A text per office that changes whenever the drawing of one of its floors changes. Precedes ``everybody(_:seq:)`` and
    /// follows every change of a floor.
    case drawings([OfficeID: String])
    /// The connection to the database is lost, or notifications do not arrive. Earlier updates may be out of date until the
    /// next ``everybody(_:seq:)``.
    case interrupted
    /// The log lacks a record that it had: the database was restored to an earlier state. Caches of this process may contain
    /// records that no longer exist.
    case rewound(from: Int64, to: Int64)
}
