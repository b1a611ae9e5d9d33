import HTTPTypes
package import Hummingbird
import NIOCore
import WebServer

/// Builds the router that the server and the tests run.
package func webRouter(_ services: WebServices) -> Router<WebContext> { webRoutes(services).router }

/// The same, with the permission of each address.
func webRoutes(_ services: WebServices) -> Routes {
    let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
    let (store, pages, zones, access) = (services.store, services.pages, services.zones, services.access)
    let (security, cookies, publicURL, logger) = (services.security, services.cookies, services.publicURL, services.logger)
    router.add(
        middleware: RequestMiddleware(
            clock: services.now, language: RequestLanguage(words: pages.words, cookie: cookies.language),
            statusMessages: StatusMessages(cookie: cookies.status),
            trustedProxies: security.trustedProxies,
            errors: ErrorResponses(pages: pages) { try await Navigation(for: $0, at: nil, store, now: services.now()) },
            securityHeaders: services.securityHeaders,
            metrics: services.requestMetrics, securityEvents: services.securityEvents))
    let limits = RequestLimits(rateLimiter: security.rateLimiter, trustedProxies: security.trustedProxies)
    var routes = Routes(router, Authorization(store: store))
    routes.addOpen(
        HealthRoutes(
            check: services.check, readiness: services.readiness, trustedProxies: security.trustedProxies),
        AppLinkRoutes(links: security.appLinks), IconRoutes())
    router.add(
        middleware: AccessMiddleware(
            sameOrigin: SameOrigin(publicURL: publicURL, isDataPath: Address.isData),
            staticFiles: StaticFiles(folder: services.staticFolder, path: Address.staticFiles, logger: logger),
            writeGate: WriteGate(check: services.check),
            authentication: Authentication(
                access: access, sessions: store.sessions, cookies: cookies, rateLimiter: security.rateLimiter,
                trustedProxies: security.trustedProxies),
            limits: limits,
            authorization: Authorization(store: store)))

    let signIn = SignIn(sessions: store.sessions, devices: services.devices, cookies: cookies)
    let (provider, passwords) = (services.oidc, services.passwords)
    let notices = SeenNotices(cookie: cookies.notices)
    routes.addSignIn(
        SignInRoutes(
            store: store, pages: pages, signIn: signIn, passwords: passwords, limits: limits, provider: provider),
        PasswordRoutes(store: store, pages: pages, passwords: passwords, securityEvents: services.securityEvents),
        provider.map {
            OIDCRoutes(provider: $0, identities: store.identities, signIn: signIn, pages: pages)
        },
        provider.map { BackChannelLogoutRoutes(provider: $0, sessions: store.sessions, access: access) },
        DeviceRoutes(store: store, pages: pages, zones: zones, notices: notices, publicURL: publicURL),
        FirstAdministratorRoutes(store: store, pages: pages, signIn: signIn, zones: zones),
        LanguageRoutes(cookie: cookies.language, reminders: store.reminders))
    routes.addReminders(
        ReminderRoutes(
            store: store, pages: pages, zones: zones, channels: services.reminders,
            confirmation: EmailConfirmation(key: services.devices.key), rateLimiter: security.rateLimiter, publicURL: publicURL)
    )
    routes.addLedger(LedgerRoutes(store: store, pages: pages, zones: zones))
    let tapResults = TapResultRoutes(store: store, pages: pages, zones: zones)
    routes.addTaps(
        TapRoutes(intake: services.tapIntake, rateLimiter: security.rateLimiter, result: tapResults),
        TapPageRoutes(store: store, tags: access.tags, pages: pages, cookies: cookies, result: tapResults),
        tapResults, TapWithoutTagRoutes(store: store, intake: services.tapIntake))
    let (broadcast, streams) = (services.broadcast, services.streams)
    routes.addPresence(
        PresenceRoutes(store: store, broadcast: broadcast, access: access, streams: streams, clock: services.now),
        OwnNameRoutes(privacy: store.mapPrivacy), WhereaboutsRoutes(store: store),
        MapRoutes(store: store, pages: pages, broadcast: broadcast), NowRoutes(store: store, pages: pages))
    let walls = WallLoader(store: store, broadcast: broadcast, version: pages.version)
    routes.addDisplays(
        WallRoutes(walls: walls, pages: pages, cookie: cookies.display),
        WallStreamRoutes(walls: walls, access: access, streams: streams, clock: services.now),
        ScreenRoutes(displays: store.displays, pages: pages, limits: limits, cookies: cookies),
        DisplayRoutes(displays: store.displays, pages: pages, cookie: cookies.display),
        DisplayListRoutes(store: store, pages: pages, access: access, limits: limits, publicURL: publicURL))
    let slots = ExportSlots(limiter: services.exportLimiter)
    let (person, reads) = (PersonLookup(people: store.people), services.recordReads)
    let settings = SettingsRoutes(store: store, pages: pages, zones: zones, channels: services.reminders)
    routes.addExports(
        ExportRoutes(store: store, pages: pages, exporter: services.exporter, slots: slots),
        LayoutRoutes(store: store, pages: pages, layouts: services.layouts),
        DataRoutes(exporter: services.exporter, slots: slots, personData: store.personData, zones: zones, settings: settings))
    routes.addRecord(
        RecordRoutes(store: store, pages: pages, zones: zones, reads: reads, notices: notices),
        DayNoteRoutes(store: store, zones: zones), settings, person)
    routes.addHours(
        HoursListRoutes(
            store: store, zones: zones, exporter: services.exporter, reads: reads, slots: slots, settled: services.settledWork),
        FactRoutes(store: store))
    let (keptBalances, settledWork) = (services.keptBalances, services.settledWork)
    let team = TeamRoutes(
        store: store, pages: pages, zones: zones, reads: reads, keptBalances: keptBalances, settledWork: settledWork)
    routes.addCorrections(
        CorrectionRoutes(store: store, pages: pages, zones: zones),
        FlagConfirmationRoutes(store: store, zones: zones),
        RequestRoutes(store: store, pages: pages, zones: zones) { try await team.render($0, after: $1) },
        QuarantineRoutes(store: store, pages: pages, zones: zones, reads: reads), person)
    routes.addHR(
        AttendanceRoutes(
            store: store, pages: pages, zones: zones, exporter: services.exporter, reads: reads,
            settled: services.settledAttendance, keptBalances: keptBalances, settledWork: settledWork),
        team, ClockOutQuestionRoutes(store: store, zones: zones), MonthSheetRoutes(store: store, pages: pages, zones: zones),
        MonthSheetListRoutes(
            store: store, pages: pages, zones: zones, exporter: services.exporter, reads: reads, settled: settledWork),
        ChartRoutes(store: store, pages: pages, zones: zones, reads: reads, settled: services.settledUse), person)
    routes.addHours(
        PersonHoursRoutes(store: store, pages: pages, zones: zones),
        OpeningBalancesRoutes(store: store, pages: pages, zones: zones, settled: services.settledWork),
        WarningRoutes(
            store: store, pages: pages, zones: zones, exporter: services.exporter, reads: reads, settled: services.settledWork),
        person)
    routes.addTags(
        TagRoutes(store: store, pages: pages, registry: access.tags),
        TagSheetRoutes(store: store, pages: pages, publicURL: publicURL))
    routes.addPeople(
        PeopleRoutes(store: store, pages: pages),
        AccountRoutes(
            store: store, pages: pages, zones: zones, slots: slots, publicURL: publicURL, hasProvider: provider != nil),
        AccountListRoutes(store: store, pages: pages, publicURL: publicURL, channels: services.reminders),
        TeamListRoutes(store: store, pages: pages))
    routes.addOffices(
        OfficeListRoutes(store: store, pages: pages, zones: zones),
        OfficeSettingsRoutes(
            store: store, pages: pages, zones: zones, access: access, sendsMail: services.reminders.sendsMail))
    routes.addHolidays(
        HolidayRoutes(store: store, pages: pages, zones: zones, shipped: services.holidays),
        HolidayImportRoutes(store: store, pages: pages, zones: zones, shipped: services.holidays))
    routes.addWorkingTime(
        ScheduleRoutes(store: store, pages: pages, zones: zones, shipped: services.holidays),
        TermsRoutes(store: store, pages: pages, zones: zones))
    routes.addReaders(ReaderListRoutes(store: store, pages: pages, access: access))
    routes.addFloors(
        FloorListRoutes(store: store, pages: pages, access: access), FloorEditorRoutes(store: store, pages: pages),
        FloorFileRoutes(store: store, pages: pages),
        FloorPictureRoutes(floors: store.floors, pictures: store.floorPictures))
    let server = ServerState(
        store: store, publicURL: publicURL, reminders: services.reminders, check: services.check, proofs: services.proofs,
        certificate: security.certificate)
    routes.addAdministration(
        OverviewRoutes(store: store, pages: pages, zones: zones, server: server, provider: provider),
        ServerRoutes(store: store, pages: pages, zones: zones, state: server, rateLimiter: security.rateLimiter),
        AccessLogRoutes(store: store, pages: pages),
        RetentionRoutes(store: store, pages: pages, zones: services.zones),
        ImportRoutes(store: store, pages: pages))
    routes.addSCIM(
        SCIMUserRoutes(provisioning: store.provisioning, access: access, publicURL: publicURL),
        SCIMDiscoveryRoutes(publicURL: publicURL))
    routes.addHelp(
        AboutRoutes(store: store, pages: pages, zones: zones),
        ManualRoutes(store: store, pages: pages, manual: services.manual),
        SearchRoutes(store: store, pages: pages, manual: services.manual))
    routes.addDocument(services.apiDocument)
    routes.refuseOtherMethods()
    return routes
}
