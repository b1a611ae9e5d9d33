package import Attendance
package import AttendanceExport
package import AttendanceStore
package import Logging
import WebServer

/// The parts of the server. WebRouter.swift gives each group of routes what it needs.
package struct WebServices: Sendable {
    let store: AttendanceStore
    let recorder: TapRecorder
    let access: AccessCache
    let broadcast: PresenceBroadcast
    let pages: Pages
    let devices: DeviceCookie
    /// nil: people sign in without an identity provider.
    let oidc: IdentityProvider?
    /// The address that browsers use, without a slash at the end.
    let publicURL: String
    var passwords = PasswordAuthenticator()
    /// The folder `web/static`.
    let staticFolder: String
    let apiDocument: APIDocument
    let layouts: ExportLayouts
    let manual: Manual
    let holidays: ShippedCalendars
    /// Each running export keeps a database connection during its download. Taps and pages need connections, too.
    let exportLimiter: ConcurrencyLimiter
    let zones: TimeZoneDatabase
    let logger: Logger
    let security: SecuritySettings
    let tapIntake: TapIntake
    let readiness: Readiness
    let streams = StreamLimits()
    let requestMetrics = RequestMetrics()
    let securityEvents = SecurityEvents()
    let reminderMetrics = ReminderMetrics()
    let recordReads = RecordReads()
    let settledAttendance = SettledAttendance()
    let settledUse = SettledRecords<PersonUse>()
    package let settledWork = SettledWork()
    let keptBalances = KeptBalances()
    let now: @Sendable () -> Instant
    let reminders: ReminderChannels
    /// Says whether the server must not record; nil: nothing compares it with its database.
    var check: ServerCheck?
    /// nil: the server has no folder for them.
    var proofs: ServerProofs?

    /// - Parameter schemas: the schemas with which the program works; nil: the schema is not checked.
    package init(
        store: AttendanceStore, recorder: TapRecorder, access: AccessCache, broadcast: PresenceBroadcast, pages: Pages,
        devices: DeviceCookie, oidc: IdentityProvider? = nil, publicURL: String, staticFolder: String, apiDocument: APIDocument,
        layouts: ExportLayouts, manual: Manual, holidays: ShippedCalendars, exportLimiter: ConcurrencyLimiter,
        zones: TimeZoneDatabase, reminders: ReminderChannels, check: ServerCheck?, proofs: ServerProofs? = nil, logger: Logger,
        security: SecuritySettings = SecuritySettings(),
        schemas: SchemaRange? = nil,
        now: @escaping @Sendable () -> Instant
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
        self.manual = manual
        self.holidays = holidays
        self.exportLimiter = exportLimiter
        self.zones = zones
        self.reminders = reminders
        self.check = check
        self.proofs = proofs
        self.logger = logger
        self.security = security
        tapIntake = TapIntake(store: store, recorder: recorder, access: access, logger: logger)
        readiness = Readiness(store: store, recorder: recorder, broadcast: broadcast, schemas: schemas)
        self.now = now
    }

    var securityHeaders: SecurityHeaders { SecurityHeaders(publicURL: publicURL, secretPathPrefix: Address.signInLinks) }
    var cookies: Cookies { Cookies(publicURL: publicURL) }
    var exporter: Exporter {
        Exporter(store: store, zones: zones, layouts: layouts, words: pages.words, logger: logger)
    }
}
