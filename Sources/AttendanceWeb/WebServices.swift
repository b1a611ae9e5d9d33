package import Attendance
package import AttendanceStore
package import Logging

/// What the routes work with.
package struct WebServices: Sendable {
    let store: AttendanceStore
    let recorder: TapRecorder
    let access: AccessCache
    let broadcast: PresenceBroadcast
    let pages: Pages
    let cookies: SessionCookie
    /// How browsers reach the server, without a slash at the end.
    let publicURL: String
    /// The folder `web/static`.
    let staticFolder: String
    let layouts: ExportLayouts
    let exportTurns: ExportTurns
    /// Where local times come from.
    let zones: TimeZoneDatabase
    let logger: Logger
    let now: @Sendable () -> Instant

    package init(
        store: AttendanceStore, recorder: TapRecorder, access: AccessCache, broadcast: PresenceBroadcast, pages: Pages,
        cookies: SessionCookie, publicURL: String, staticFolder: String, layouts: ExportLayouts,
        exportTurns: ExportTurns, zones: TimeZoneDatabase, logger: Logger, now: @escaping @Sendable () -> Instant
    ) {
        self.store = store
        self.recorder = recorder
        self.access = access
        self.broadcast = broadcast
        self.pages = pages
        self.cookies = cookies
        self.publicURL = publicURL
        self.staticFolder = staticFolder
        self.layouts = layouts
        self.exportTurns = exportTurns
        self.zones = zones
        self.logger = logger
        self.now = now
    }
}
