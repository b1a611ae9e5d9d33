package import Attendance
package import AttendanceExport
package import AttendanceStore
package import Logging

/// What the routes work with.
package struct WebServices: Sendable {
    let store: AttendanceStore
    let recorder: TapRecorder
    let access: AccessCache
    let broadcast: PresenceBroadcast
    let pages: Pages
    let devices: DeviceCookie
    /// Nil where people sign in without an identity provider.
    let oidc: IdentityProvider?
    /// How browsers reach the server, without a slash at the end.
    let publicURL: String
    var passwords = PasswordDesk()
    /// The folder `web/static`.
    let staticFolder: String
    let apiDocument: APIDocument
    let layouts: ExportLayouts
    let exportTurns: ExportTurns
    /// Where local times come from.
    let zones: TimeZoneDatabase
    let logger: Logger
    let defence: WebDefence
    let networks: OfficeNetworks
    let tagNetworks = TagNetworks()
    let wallVersion: WallVersion
    let readiness: Readiness
    /// Event streams that find out at the same time whom they are for: as many as the database answers at once. After a restart
    /// thousands come back together, and each takes 40 KiB of memory while it asks, which the server would never give back.
    let streamTurns = ConcurrencyLimiter(limit: 8)
    /// Event streams of one person, or of one display.
    let streams = ConcurrentUses(limit: 20)
    /// Requests that read records of a long time, at the same time in all and of one person; exports have turns of their own.
    let recordTurns = ConcurrencyLimiter(limit: 2)
    let recordReads = ConcurrentUses(limit: 4)
    let now: @Sendable () -> Instant
    /// Whether the server must record nothing; nil where nothing compares it with its database.
    package var check: ServerCheck?

    /// - Parameter schemaVersion: the database's version that the program needs; nil: it is not looked at.
    package init(
        store: AttendanceStore, recorder: TapRecorder, access: AccessCache, broadcast: PresenceBroadcast, pages: Pages,
        devices: DeviceCookie, oidc: IdentityProvider? = nil, publicURL: String, staticFolder: String, apiDocument: APIDocument,
        layouts: ExportLayouts, exportTurns: ExportTurns, zones: TimeZoneDatabase, logger: Logger,
        defence: WebDefence = WebDefence(), schemaVersion: Int? = nil, now: @escaping @Sendable () -> Instant
    ) {
        self.store = store
        self.recorder = recorder
        self.access = access
        self.broadcast = broadcast
        self.pages = pages
        self.devices = devices
        self.oidc = oidc
        self.publicURL = publicURL
        self.staticFolder = staticFolder
        self.apiDocument = apiDocument
        self.layouts = layouts
        self.exportTurns = exportTurns
        self.zones = zones
        self.logger = logger
        self.defence = defence
        networks = OfficeNetworks(store: store, access: access)
        wallVersion = WallVersion(folder: staticFolder)
        readiness = Readiness(store: store, recorder: recorder, broadcast: broadcast, schemaVersion: schemaVersion)
        self.now = now
    }
}
