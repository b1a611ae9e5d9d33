import AttendanceExport
import Hummingbird

/// Every address of the server: method, address, permission, handler. An address about one person also names the lookup of what
/// it is about.
extension Routes {
    /// For monitoring, for phones' systems and for browsers' icons. They need no cookie and no key.
    mutating func addOpen(_ health: HealthRoutes, _ appLinks: AppLinkRoutes, _ icons: IconRoutes) {
        get(Address.live, .enter, health.live)
        get(Address.ready, .enter, health.ready)
        get(Address.routeOfClient, .enter, health.client)
        get(Address.appleAppSiteAssociation, .enter, appLinks.apple)
        get(Address.assetLinks, .enter, appLinks.android)
        get(Address.favicon, .enter, icons.favicon)
        get(Address.appleTouchIcon, .enter, icons.appleTouchIcon)
    }

    mutating func addSignIn(
        _ signIn: SignInRoutes, _ password: PasswordRoutes, _ provider: OIDCRoutes?, _ logout: BackChannelLogoutRoutes?,
        _ devices: DeviceRoutes, _ first: FirstAdministratorRoutes, _ language: LanguageRoutes
    ) {
        get(Address.home, .seePresence) { _, _ in .redirect(Address.map) }
        post(Address.language, .enter, language.choose)
        get(Address.signIn, .enter, signIn.page)
        post(Address.signIn, .enter, signIn.withPassword)
        get(Address.signInLink, .enter, signIn.linkPage)
        post(Address.signInLink, .enter, signIn.withLink)
        post(Address.signOut, .enter, signIn.signOut)
        get(Address.myPassword, .manageOwnAccount, password.page)
        post(Address.myPassword, .manageOwnAccount, password.set)
        if let provider, let logout {
            get(Address.oidc, .enter, provider.begin)
            get(Address.oidcCallback, .enter, provider.finish)
            post(Address.backChannelLogout, .enter, logout.endSessions)
        }
        get(Address.myDevices, .manageOwnAccount, devices.page)
        post(Address.endOtherDevices, .manageOwnAccount, devices.endOthers)
        post(Address.endDevice, .manageOwnAccount, devices.end)
        post(Address.addPhone, .manageOwnAccount, devices.addPhone)
        post(Address.seenNotices, .manageOwnAccount, devices.seen)
        get(Address.firstAdministrator, .enter, first.page)
        post(Address.firstAdministrator, .enter, first.add)
    }

    mutating func addReminders(_ reminders: ReminderRoutes) {
        get(Address.myReminders, .manageOwnAccount, reminders.page)
        post(Address.myReminders, .manageOwnAccount, reminders.change)
        post(Address.myReminderEmail, .manageOwnAccount, reminders.setEmail)
        get(Address.confirmEmail, .manageOwnAccount, reminders.confirmationPage)
        post(Address.confirmEmail, .manageOwnAccount, reminders.confirm)
        post(Address.myReminderBrowsers, .manageOwnAccount, reminders.addBrowser)
        post(Address.removeThisReminderBrowser, .manageOwnAccount, reminders.removeThisBrowser)
        post(Address.removeReminderBrowser, .manageOwnAccount, reminders.removeBrowser)
    }

    mutating func addLedger(_ ledger: LedgerRoutes) {
        get(Address.ledgerEntries, .readLedger, ledger.entries)
        get(Address.ledger, .readLedger, ledger.page)
    }

    mutating func addTaps(
        _ taps: TapRoutes, _ pages: TapPageRoutes, _ results: TapResultRoutes, _ withoutTag: TapWithoutTagRoutes
    ) {
        get(Address.tap, .enter, pages.page)
        post(Address.tap, .tap, taps.one)
        get(Address.tapResult, .seeOwnRecord, results.result)
        post(Address.undo, .undo, results.undo)
        post(Address.notMe, .undo, results.notMe)
        get(Address.keptTaps, .enter, pages.keptTaps)
        post(Address.taps, .tap, taps.list)
        post(Address.myTap, .tapWithoutTag, withoutTag.tap)
    }

    mutating func addPresence(
        _ presence: PresenceRoutes, _ ownName: OwnNameRoutes, _ whereabouts: WhereaboutsRoutes, _ map: MapRoutes,
        _ now: NowRoutes
    ) {
        get(Address.presence, .seePresence, presence.snapshot)
        get(Address.presenceStream, .seePresence, presence.stream)
        post(Address.myName, .manageOwnAccount, ownName.change)
        get(Address.whereabouts, .seePresence, whereabouts.find)
        get(Address.map, .seePresence, map.firstFloor)
        get(Address.floor, .seePresence, map.floor)
        get(Address.now, .seePresence, now.page)
    }

    mutating func addDisplays(
        _ wall: WallRoutes, _ stream: WallStreamRoutes, _ screen: ScreenRoutes, _ displays: DisplayRoutes,
        _ list: DisplayListRoutes
    ) {
        get(Address.screen, .enter, screen.page)
        post(Address.screen, .enter, screen.ask)
        get(Address.wall, .seeWall, wall.page)
        get(Address.wallStream, .seeWall, stream.stream)
        get(Address.displayLink, .enter, displays.page)
        post(Address.displayLink, .enter, displays.enrol)
        get(Address.adminDisplays, .administer, list.page)
        post(Address.adminDisplays, .giveAccess, list.add)
        post(Address.adminDisplayLink, .giveAccess, list.addLink)
        post(Address.adminRevokeDisplay, .administer, list.revoke)
    }

    mutating func addExports(_ exports: ExportRoutes, _ layouts: LayoutRoutes, _ data: DataRoutes) {
        for subject in ExportRequest.Subject.allCases {
            for format in ExportRequest.Format.allCases {
                get(Address.export(subject.rawValue, format.rawValue), .export, exports.file(subject, format))
            }
        }
        get(Address.hrExport, .export, exports.chosen)
        get(Address.layouts, .export, layouts.page)
        get(Address.layout, .export, layouts.form)
        post(Address.layout, .export, layouts.save)
        get(Address.layoutFile, .export, layouts.file)
        post(Address.removeLayout, .export, layouts.remove)
        get(Address.myDataJSON, .seeOwnRecord, data.json)
        get(Address.myDataCSV, .seeOwnRecord, data.csv)
        get(Address.myExportCSV, .exportOwnRecord, data.rows(.daily, .csv))
        get(Address.myExportXLSX, .exportOwnRecord, data.rows(.daily, .xlsx))
        get(Address.myHoursCSV, .exportOwnRecord, data.rows(.hours, .csv))
        get(Address.myHoursXLSX, .exportOwnRecord, data.rows(.hours, .xlsx))
    }

    mutating func addHours(_ lists: HoursListRoutes, _ facts: FactRoutes) {
        for list in HoursList.allCases { get(Address.hours(list.rawValue), .seeOwnRecord, lists.list(list)) }
        get(Address.hoursFacts, .recordFacts, facts.list)
        post(Address.hoursFacts, .recordFacts, facts.record)
    }

    mutating func addRecord(
        _ record: RecordRoutes, _ notes: DayNoteRoutes, _ settings: SettingsRoutes, _ person: PersonLookup
    ) {
        get(Address.me, .seeOwnRecord, record.own)
        get(Address.mySettings, .manageOwnAccount, settings.page)
        get(Address.person, .seeRecord, about: person.inAddress, record.page)
        get(Address.record, .seeRecord, about: person.inAddress, record.json)
        post(Address.noteDay, .note, about: person.inAddress, notes.save)
    }

    mutating func addCorrections(
        _ corrections: CorrectionRoutes, _ confirmations: FlagConfirmationRoutes, _ requests: RequestRoutes,
        _ quarantine: QuarantineRoutes, _ person: PersonLookup
    ) {
        get(Address.myAsk, .ask, about: person.oneself, corrections.requestForm)
        post(Address.myAsk, .ask, about: person.oneself, corrections.sendRequest)
        get(Address.askForPerson, .ask, about: person.inAddress, corrections.requestForm)
        post(Address.askForPerson, .ask, about: person.inAddress, corrections.sendRequest)
        get(Address.correctPerson, .correct, about: person.inAddress, corrections.correctionForm)
        post(Address.correctPerson, .correct, about: person.inAddress, corrections.sendCorrection)
        post(Address.confirmFlags, .confirm, about: person.inAddress, confirmations.confirm)
        post(Address.withdrawConfirmation, .confirm, about: person.inAddress, confirmations.withdraw)
        post(Address.corrections, .correct, about: corrections.received, corrections.correct)
        post(Address.requestList, .ask, about: corrections.received, corrections.ask)
        get(Address.requests, .listRequests, requests.inbox)
        get(Address.decidedRequests, .listRequests, requests.decided)
        get(Address.requestList, .seeOwnRecord, requests.list)
        post(Address.seenRequests, .seeOwnRecord, requests.seen)
        post(Address.requests, .listRequests, requests.approveAll)
        post(Address.approve, .decide, about: requests.ofSubject, requests.approve)
        post(Address.refuse, .decide, about: requests.ofSubject, requests.refuse)
        post(Address.withdraw, .withdraw, about: requests.ofAsker, requests.withdraw)
        get(Address.quarantine, .listQuarantine, quarantine.page)
        post(Address.quarantine, .listQuarantine, quarantine.settleChosen)
        get(Address.quarantineList, .listQuarantine, quarantine.list)
        post(Address.release, .settleQuarantine, about: quarantine.tap, quarantine.release)
        post(Address.void, .settleQuarantine, about: quarantine.tap, quarantine.void)
    }

    mutating func addHR(
        _ attendance: AttendanceRoutes, _ team: TeamRoutes, _ questions: ClockOutQuestionRoutes,
        _ monthSheet: MonthSheetRoutes, _ monthSheets: MonthSheetListRoutes, _ charts: ChartRoutes, _ person: PersonLookup
    ) {
        get(Address.hr, .seeAttendance, attendance.page)
        post(Address.hrAsk, .seeAttendance, attendance.askAll)
        get(Address.hrChanges, .seeAttendance, attendance.changesPage)
        get(Address.team, .seeTeam, team.page)
        post(Address.teamAsk, .seeTeam, team.askAll)
        post(Address.askForClockOut, .confirm, about: person.inAddress, questions.ask)
        get(Address.teamSheets, .seeTeam, monthSheets.teamPage)
        get(Address.monthSheet, .seeRecord, about: person.inAddress, monthSheet.page)
        get(Address.monthSheets, .seeAttendance, monthSheets.page)
        get(Address.charts, .seeAttendance, charts.page)
        get(Address.occupancyChart, .seeAttendance, charts.occupancy)
        get(Address.deskUseChart, .seeAttendance, charts.deskUse)
    }

    mutating func addHours(
        _ hours: PersonHoursRoutes, _ openings: OpeningBalancesRoutes, _ warnings: WarningRoutes, _ person: PersonLookup
    ) {
        get(Address.personHours, .recordHours, about: person.inAddress, ownPage: Address.me, hours.page)
        post(Address.changeTerms, .recordHours, about: person.inAddress, hours.changeTerms)
        post(Address.makeSchedule, .recordHours, about: person.inAddress, hours.makeSchedule)
        post(Address.transferPerson, .recordHours, about: person.inAddress, hours.transfer)
        post(Address.adjustBalance, .recordHours, about: person.inAddress, hours.adjust)
        post(Address.removeHoursFact, .recordHours, about: person.inAddress, hours.remove)
        get(Address.openingBalances, .recordFacts, openings.page)
        post(Address.openingBalances, .recordFacts, openings.save)
        get(Address.hrWarnings, .seeAttendance, warnings.page(.attendance))
        post(Address.hrWarnings, .seeAttendance, warnings.check(.attendance))
        get(Address.teamWarnings, .seeTeam, warnings.page(.team))
        post(Address.teamWarnings, .seeTeam, warnings.check(.team))
    }

    mutating func addTags(_ tags: TagRoutes, _ sheet: TagSheetRoutes) {
        post(Address.tagCertificates, .registerTags, tags.issue)
        post(Address.tagKeys, .writeTags, tags.issueKeys)
        post(Address.resetTag, .writeTags, tags.reset)
        post(Address.tagWritten, .registerTags, tags.written)
        get(Address.tags, .administer, tags.page)
        post(Address.retireTag, .administer, tags.retire)
        post(Address.replaceTag, .administer, tags.replace)
        get(Address.tagSheet, .administer, sheet.sheet)
        get(Address.tagWriting, .administer, sheet.writing)
        get(Address.adminDesk, .administer, sheet.desk)
    }

    mutating func addPeople(
        _ people: PeopleRoutes, _ account: AccountRoutes, _ accounts: AccountListRoutes,
        _ teams: TeamListRoutes
    ) {
        get(Address.people, .listPeople, people.page)
        get(Address.adminPerson, .administer, account.page)
        post(Address.adminPerson, .administer, account.change)
        post(Address.adminSignInLink, .giveAccess, account.makeLink)
        post(Address.adminWithdrawLinks, .administer, account.withdrawLinks)
        post(Address.adminEndDevice, .administer, account.endDevice)
        post(Address.adminEndDevices, .administer, account.endDevices)
        post(Address.adminLeave, .administer, account.leave)
        post(Address.adminReturn, .giveAccess, account.reinstate)
        post(Address.adminPersonData, .giveAccess, account.data)
        post(Address.adminHold, .administer, account.hold)
        post(Address.adminReleaseHold, .giveAccess, account.releaseHold)
        post(Address.adminErasePlaces, .giveAccess, account.erasePlaces)
        post(Address.adminEraseName, .giveAccess, account.eraseName)
        post(Address.adminRevokeKeys, .administer, account.revokeKeys)
        post(Address.adminEnrolBadge, .giveAccess, account.enrolBadge)
        post(Address.adminRemoveBadge, .administer, account.removeBadge)
        get(Address.adminPeople, .administer, accounts.page)
        post(Address.adminPeople, .administer, accounts.send)
        get(Address.adminTeams, .administer, teams.page)
        post(Address.adminTeams, .administer, teams.add)
        post(Address.adminRenameTeam, .administer, teams.rename)
        post(Address.adminAddMember, .giveAccess, teams.addMember)
        post(Address.adminRemoveMember, .administer, teams.removeMember)
        post(Address.adminAddManager, .giveAccess, teams.addManager)
        post(Address.adminRemoveManager, .administer, teams.removeManager)
    }

    mutating func addSCIM(_ users: SCIMUserRoutes, _ discovery: SCIMDiscoveryRoutes) {
        get(Address.scimUsers, .provision, users.list)
        post(Address.scimSearch, .provision, users.search)
        post(Address.scimSearchUsers, .provision, users.search)
        post(Address.scimUsers, .provision, users.create)
        get(Address.scimUser, .provision, users.get)
        on(.put, Address.scimUser, .provision, users.put)
        on(.patch, Address.scimUser, .provision, users.patch)
        on(.delete, Address.scimUser, .provision, users.delete)
        get(Address.scimConfiguration, .provision, discovery.configuration)
        get(Address.scimResourceTypes, .provision, discovery.resourceTypes)
        get(Address.scimSchemas, .provision, discovery.schemas)
        get(Address.scimResourceType, .provision, discovery.resourceType)
        get(Address.scimSchema, .provision, discovery.schema)
    }

    mutating func addOffices(_ list: OfficeListRoutes, _ settings: OfficeSettingsRoutes) {
        get(Address.adminOffices, .administer, list.page)
        post(Address.adminOffices, .administer, list.add)
        get(Address.adminOffice, .administer, settings.page)
        post(Address.adminOffice, .giveAccess, settings.change)
        get(Address.adminOfficeTime, .administer, settings.timePage)
        post(Address.adminOfficeTime, .giveAccess, settings.setWorkingTime)
        post(Address.adminCancelOfficeChange, .giveAccess, settings.cancelPlanned)
        get(Address.adminOfficeTaps, .administer, settings.tapsPage)
        post(Address.adminOfficeTaps, .giveAccess, settings.setTaps)
    }

    mutating func addHolidays(_ holidays: HolidayRoutes, _ imports: HolidayImportRoutes) {
        get(Address.workingTimeHolidays, .recordFacts, holidays.page)
        get(Address.workingTimeCalendar, .recordFacts, holidays.calendar)
        post(Address.workingTimeCalendar, .giveAccess, holidays.save)
        get(Address.workingTimeHolidayImport, .administer, imports.page)
        post(Address.workingTimeHolidayImport, .giveAccess, imports.send)
    }

    mutating func addWorkingTime(_ schedules: ScheduleRoutes, _ terms: TermsRoutes) {
        get(Address.workingTime, .recordFacts, schedules.page)
        post(Address.workingTime, .giveAccess, schedules.setUp)
        get(Address.workingTimeSchedule, .recordFacts, schedules.schedulePage)
        post(Address.workingTimeSchedule, .giveAccess, schedules.save)
        post(Address.workingTimeRemove, .giveAccess, schedules.remove)
        get(Address.workingTimeTerms, .recordFacts, terms.page)
        get(Address.workingTimeOfficeTerms, .recordFacts, terms.officePage)
        post(Address.workingTimeOfficeTerms, .giveAccess, terms.changeOffice)
        get(Address.workingTimeTeamTerms, .recordFacts, terms.teamPage)
        post(Address.workingTimeTeamTerms, .giveAccess, terms.changeTeam)
    }

    mutating func addReaders(_ readers: ReaderListRoutes) {
        get(Address.adminReaders, .administer, readers.page)
        post(Address.adminReaders, .giveAccess, readers.add)
        post(Address.adminRotateReader, .giveAccess, readers.rotate)
        post(Address.adminRevokeReader, .administer, readers.revoke)
    }

    mutating func addFloors(
        _ list: FloorListRoutes, _ editor: FloorEditorRoutes, _ file: FloorFileRoutes, _ picture: FloorPictureRoutes
    ) {
        get(Address.adminFloors, .administer, list.page)
        post(Address.adminFloors, .administer, list.add)
        post(Address.adminRenameFloor, .administer, list.rename)
        post(Address.adminMoveFloor, .administer, list.move)
        get(Address.adminRemoveFloor, .administer, list.removalPage)
        post(Address.adminRemoveFloor, .administer, list.remove)
        get(Address.adminFloor, .administer, editor.page)
        post(Address.adminFloor, .administer, editor.saveDraft)
        post(Address.adminPublishFloor, .administer, editor.publish)
        post(Address.adminDiscardDraft, .administer, editor.discardDraft)
        post(Address.chairSides, .administer, editor.chairSides)
        get(Address.adminFloorFile, .administer, file.page)
        get(Address.adminFloorCSV, .administer, file.csv)
        get(Address.adminFloorJSON, .administer, file.json)
        post(Address.adminFloorFile, .administer, file.send)
        post(Address.adminFloorPicture, .administer, picture.upload)
        get(Address.floorPicture, .seeWall, picture.picture)
    }

    mutating func addAdministration(
        _ overview: OverviewRoutes, _ server: ServerRoutes, _ accesses: AccessLogRoutes, _ retention: RetentionRoutes,
        _ imports: ImportRoutes
    ) {
        get(Address.admin, .administer, overview.page)
        post(Address.admin, .administer, overview.addFloor)
        get(Address.adminServer, .administer, server.page)
        post(Address.adminTestMail, .administer, server.sendTest)
        get(Address.adminAccess, .administer, accesses.page)
        get(Address.adminChanges, .administer, accesses.changes)
        get(Address.adminRetention, .administer, retention.adminPage)
        get(Address.adminOfficeRetention, .administer, retention.periodsPage)
        post(Address.adminOfficeRetention, .administer, retention.set)
        get(Address.hrRetention, .seeRetention, retention.hrPage)
        get(Address.adminImport, .administer, imports.page)
        post(Address.adminImport, .giveAccess, imports.send)
        post(Address.adminImportFile, .administer, imports.read)
    }

    mutating func addHelp(_ about: AboutRoutes, _ manual: ManualRoutes, _ search: SearchRoutes) {
        get(Address.search, .seePresence, search.page)
        get(Address.about, .seePresence, about.page)
        get(Address.help, .seePresence, manual.contents)
        get(Address.article, .seePresence, manual.article)
    }

    /// Call it after all other addresses are added, because the document describes them.
    mutating func addDocument(_ document: APIDocument) {
        let own = Entry(method: .get, address: Address.apiDocument, permission: .permission(.enter))
        get(Address.apiDocument, .enter, APIDocumentRoutes(document, of: entries + [own]).document)
    }
}
