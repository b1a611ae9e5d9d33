import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The settings of one office: three tabs, each with a form (`/admin/offices/{id}`, `…/time`, `…/taps`).
struct OfficeSettingsRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let access: AccessCache
    /// Whether the server has a mail server.
    let sendsMail: Bool

    // MARK: General

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(of: try await office(context), context, nil, nil)
    }

    func change(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = OfficeGeneralForm(try await BodyFields(of: request))
        return try await change(request, context, at: Address.adminOffice) { office in
            // Each save sets all settings of the form.
            guard try await ["", storedGeneral(of: office).shown].contains(form.shown) else {
                throw WebError(.conflict, localized("office.changedMeanwhile"), reason: .badSetting)
            }
            let change = try form.change(
                try await store.reminders.officeReminders(of: office.id), hasSchedules: try await hasSchedules)
            try await store.offices.change(office.id, change, by: try context.author(), now: context.now)
        } orShowing: { office, problem in
            try await page(of: office, context, form, problem)
        }
    }

    private func page(
        of office: Office, _ context: WebContext, _ typed: OfficeGeneralForm?, _ problem: WebError?
    ) async throws -> Response {
        let stored = try await storedGeneral(of: office)
        var form = typed ?? stored
        form.shown = stored.shown
        let page = OfficeGeneralPage(
            navigation: try await navigation(context), office, form, hasSchedules: try await hasSchedules,
            sendsMail: sendsMail, problem: problem)
        return try pages.render(page, problem: problem)
    }

    private func storedGeneral(of office: Office) async throws -> OfficeGeneralForm {
        OfficeGeneralForm(
            office, try await store.mapPrivacy.mapPrivacy(of: office.id),
            areOnWall: try await store.displays.officesWithNames().contains(office.id),
            showsDayTarget: try await store.offices.showsDayTarget(office.id),
            try await store.reminders.officeReminders(of: office.id))
    }

    private var hasSchedules: Bool {
        get async throws { try await !store.commonFacts.facts().isEmpty }
    }

    // MARK: Time

    func timePage(_ request: Request, _ context: WebContext) async throws -> Response {
        try await timePage(of: try await office(context), context, nil, nil)
    }

    /// Adds a version of the settings that decide working days. It can change daily rows.
    func setWorkingTime(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let form = OfficeTimeForm(try await BodyFields(of: request), zones)
        return try await change(request, context, at: Address.adminOfficeTime) { office in
            let (day, change) = try form.typed()
            let versions = try await store.officeSettings.settings(of: office.id)
            // All values of the form would be valid before that change, and end with it.
            let planned = versions.planned(after: try await today(at: office.id, context)).last?.after.validFrom
            if let planned, day < planned {
                throw WebError.badRequest(localized("office.beforePlanned", ["day": planned.short]), reason: .badSetting)
            }
            guard let before = versions.valid(on: day) else { throw WebError.goneOffice }
            if change.applied(to: before, from: day).hasSameSettings(as: before) {
                throw WebError.badRequest(localized("office.nothingChanged", ["day": day.short]), reason: .badSetting)
            }
            try await store.officeSettings.change(
                change, of: office.id, from: day, allowsChangedRows: form.allowsChangedRows, by: viewer.id, now: context.now,
                zones: zones)
        } orShowing: { office, problem in
            try await timePage(of: office, context, form, problem)
        }
    }

    /// Cancels the latest planned change, whose day the form names: the settings of the day before stay valid.
    func cancelPlanned(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let from = CivilDate(text: try await BodyFields(of: request)["from"] ?? "")
        return try await change(request, context, at: Address.adminOfficeTime, done: .plannedChangeCancelled) { office in
            let versions = try await store.officeSettings.settings(of: office.id)
            guard let from, let planned = versions.planned(after: try await today(at: office.id, context)).last,
                planned.after.validFrom == from
            else { throw WebError(.conflict, localized("office.notPlanned"), reason: .badSetting) }
            try await store.officeSettings.change(
                OfficeSettingsChange(to: planned.before), of: office.id, from: from, by: viewer.id, now: context.now,
                zones: zones)
        } orShowing: { office, problem in
            try await timePage(of: office, context, nil, problem)
        }
    }

    private func timePage(
        of office: Office, _ context: WebContext, _ typed: OfficeTimeForm?, _ problem: WebError?
    ) async throws -> Response {
        let today = try await today(at: office.id, context)
        let versions = try await store.officeSettings.settings(of: office.id).changes
        let planned = versions.planned(after: today).last?.after
        guard let version = planned ?? versions.valid(on: today) else { throw WebError.goneOffice }
        let page = OfficeTimePage(
            navigation: try await navigation(context), office,
            typed ?? OfficeTimeForm(version, from: planned?.validFrom ?? today.adding(days: 1)), versions, today: today,
            zones: zones.choices(now: context.now), problem: problem)
        return try pages.render(page, problem: problem)
    }

    private func today(at office: OfficeID, _ context: WebContext) async throws -> CivilDate {
        try await store.officeSettings.clock(at: office, zones, now: context.now).today
    }

    // MARK: Taps

    func tapsPage(_ request: Request, _ context: WebContext) async throws -> Response {
        try await tapsPage(of: try await office(context), context, nil, nil)
    }

    /// Sets what decides whether a tap is possible and counts at once. Another requirement that some desks cannot meet needs a
    /// confirmation.
    func setTaps(_ request: Request, _ context: WebContext) async throws -> Response {
        let fields = try await BodyFields(of: request)
        let form = OfficeTapsForm(fields)
        return try await change(request, context, at: Address.adminOfficeTaps) { office in
            let requirement = try form.requirement()
            let stored = try await store.startRequirements.startRequirements()[office.id] ?? StartRequirement()
            if requirement != stored, !fields.isSet("sure"),
                let effect = OfficeTapsConfirmationPage.effect(
                    of: requirement, try await store.startRequirements.coverage(of: office.id))
            {
                throw WebError(.conflict, effect, reason: .clockInsWouldBeHeld)
            }
            try await store.startRequirements.setStartRequirement(
                of: office.id, to: requirement, withoutWord: form.allowsNoWord, withoutTag: form.allowsNoTag,
                by: try context.author(), now: context.now)
            access.invalidate()
        } orShowing: { office, problem in
            guard problem.reason == .clockInsWouldBeHeld, !fields.isSet("edit") else {
                return try await tapsPage(of: office, context, form, problem)
            }
            let page = OfficeTapsConfirmationPage(
                navigation: try await navigation(context), office, form,
                try form.requirement(), try await store.startRequirements.coverage(of: office.id), effect: problem.sentence)
            return try pages.render(page, problem: problem)
        }
    }

    private func tapsPage(
        of office: Office, _ context: WebContext, _ typed: OfficeTapsForm?, _ problem: WebError?
    ) async throws -> Response {
        let requirement = try await store.startRequirements.startRequirements()[office.id] ?? StartRequirement()
        let stored = OfficeTapsForm(
            requirement, allowsNoWord: try await store.tagWords.tapsWithoutWord(in: office.id),
            allowsNoTag: try await store.offices.allowsTapsWithoutTag(office.id))
        let page = OfficeTapsPage(
            navigation: try await navigation(context), office, typed ?? stored, requirement,
            try await store.startRequirements.coverage(of: office.id),
            signingDesks: try await store.startRequirements.signingDesks(of: office.id), problem: problem)
        return try pages.render(page, problem: problem)
    }

    // MARK: All tabs

    /// Performs a form's action on the office in the address, and shows its tab again.
    /// - Parameter tab: the address of the tab, without the office.
    private func change(
        _ request: Request, _ context: WebContext, at tab: String, done: StatusMessage = .changesSaved,
        _ body: (Office) async throws -> Void, orShowing refused: (Office, WebError) async throws -> Response
    ) async throws -> Response {
        let office = try await office(context)
        return try await request.performingAction {
            try await body(office)
            return .redirect(Address.ofOffice(office.id, tab), done: done)
        } orShowing: { problem in
            try await refused(office, problem)
        }
    }

    private func navigation(_ context: WebContext) async throws -> Navigation {
        try await Navigation(for: context, at: Address.adminOffices, store)
    }

    private func office(_ context: WebContext) async throws -> Office {
        guard let id = OfficeID(try context.parameters.require("id")), let office = try await store.offices.office(id) else {
            throw WebError.goneOffice
        }
        return office
    }
}
