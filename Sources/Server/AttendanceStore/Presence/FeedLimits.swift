package import Postgres

/// The feed's time limits. Viewers see within five seconds that their data may be out of date.
package struct FeedLimits: Sendable {
    /// The limits of the listening connection.
    package var listening = ListenLimits()
    /// The interval at which the feed reads the number of the log's latest record. A record that was not notified is on the map
    /// after two of them.
    package var look: Duration = .milliseconds(500)
    /// The time limit of the feed's queries.
    package var behind: Duration = .seconds(4)

    package init() {}
}
