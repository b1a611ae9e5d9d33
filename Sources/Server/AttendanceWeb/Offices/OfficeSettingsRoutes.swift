import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The settings of one office (`/admin/offices/{id}`). Each panel of the page is a form with an address of its own.
struct OfficeSettingsRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let access: AccessCache
    /// Whether the server has a mail server.
    let sendsMail: Bool

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(of: try await office(context), context)
    }

    /// Adds a version of the settings that decide working days. It can change daily rows.
    func setWorkingTime(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let form = OfficeTimeForm(try await BodyFields(of: request))
        return try await change(request, context) { office in
            let day = try form.day()
            let change = try form.change(zones)
            let versions = try await store.officeSettings.settings(of: office.id)
            // All values of the form would be valid before that change, and end with it.
            let planned = versions.planned(after: try await today(at: office.id, context)).last?.after.validFrom
            if let planned, day < planned {
                throw WebError.badRequest(localized("office.beforePlanned", ["day": planned.short]), reason: .badSetting)
            }
            guard let before = versions.valid(on: day) else { throw Self.unknownOffice }
            if change.applied(to: before, from: day).hasSameSettings(as: before) {
                throw WebError.badRequest(localized("office.nothingChanged", ["day": day.short]), reason: .badSetting)
            }
            try await store.officeSettings.change(
                change, of: office.id, from: day, allowsChangedRows: form.allowsChangedRows, by: viewer.id, now: context.now,
                zones: zones)
        } orShowing: { office, problem in
            try await page(of: office, context, problem: problem, typed: .time(form))
        }
    }

    /// Cancels the latest planned change, whose day the form names: the settings of the day before stay valid.
    func cancelPlanned(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let from = CivilDate(text: try await BodyFields(of: request)["from"] ?? "")
        return try await change(request, context, done: .plannedChangeCancelled) { office in
            let versions = try await store.officeSettings.settings(of: office.id)
            guard let from, let planned = versions.planned(after: try await today(at: office.id, context)).last,
                planned.after.validFrom == from
            else { throw WebError(.conflict, localized("office.notPlanned"), reason: .badSetting) }
            try await store.officeSettings.change(
                OfficeSettingsChange(to: planned.before), of: office.id, from: from, by: viewer.id, now: context.now,
                zones: zones)
        } orShowing: { office, problem in
            try await page(of: office, context, problem: problem, typed: .cancellation)
        }
    }

    func rename(_ request: Request, _ context: WebContext) async throws -> Response {
        let typed = try await BodyFields(of: request)["name"] ?? ""
        return try await change(request, context) { office in
            try await store.offices.rename(
                office.id, to: try OfficeStore.name(typed), by: try context.author(), now: context.now)
        } orShowing: { office, problem in
            try await page(of: office, context, problem: problem, typed: .name(typed))
        }
    }

    /// Sets who sees names.
    func setNames(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = OfficeNamesForm(try await BodyFields(of: request))
        return try await change(request, context) { office in
            try await store.mapPrivacy.setMapPrivacy(
                of: office.id, names: try form.namesShown(), allowsPrivate: form.allowsPrivate, onWall: form.areOnWall,
                by: try context.author(), now: context.now)
        } orShowing: { office, problem in
            try await page(of: office, context, problem: problem, typed: .names(form))
        }
    }

    /// Sets what decides whether a tap is possible and counts at once. Another requirement that some desks cannot meet needs a
    /// confirmation.
    func setTaps(_ request: Request, _ context: WebContext) async throws -> Response {
        let fields = try await BodyFields(of: request)
        let form = OfficeTapsForm(fields)
        return try await change(request, context) { office in
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
                return try await page(of: office, context, problem: problem, typed: .taps(form))
            }
            let page = OfficeTapsConfirmationPage(
                navigation: try await Navigation(for: context, at: Address.admin, store), office, form,
                try form.requirement(), try await store.startRequirements.coverage(of: office.id), effect: problem.sentence)
            return try pages.render(page, problem: problem)
        }
    }

    func setPlace(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = OfficePlaceForm(try await BodyFields(of: request))
        return try await change(request, context) { office in
            try await store.offices.setCoordinates(
                of: office.id, to: try form.coordinates(), by: try context.author(), now: context.now)
        } orShowing: { office, problem in
            try await page(of: office, context, problem: problem, typed: .place(form))
        }
    }

    func setReminders(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = OfficeRemindersForm(try await BodyFields(of: request))
        return try await change(request, context) { office in
            try await store.reminders.set(
                try form.reminders(), of: office.id, by: try context.author(), now: context.now)
        } orShowing: { office, problem in
            try await page(of: office, context, problem: problem, typed: .reminders(form))
        }
    }

    /// Performs a form's action on the office in the address, and shows its page again.
    private func change(
        _ request: Request, _ context: WebContext, done: StatusMessage = .changesSaved, _ body: (Office) async throws -> Void,
        orShowing refused: (Office, WebError) async throws -> Response
    ) async throws -> Response {
        let office = try await office(context)
        let address = Address.ofOffice(office.id)
        return try await request.performingAction {
            try await body(office)
            return .redirect(address, done: done)
        } orShowing: { problem in
            try await refused(office, problem)
        }
    }

    private func page(
        of office: Office, _ context: WebContext, problem: WebError? = nil, typed: OfficeSettingsPage.Typed? = nil
    ) async throws -> Response {
        let today = try await today(at: office.id, context)
        let versions = try await store.officeSettings.settings(of: office.id).changes
        let planned = versions.planned(after: today)
        guard let version = planned.last?.after ?? versions.valid(on: today) else { throw Self.unknownOffice }
        let content = OfficeSettingsPage.Content(
            office: office, versions: versions, today: today,
            time: OfficeTimeForm(version, from: planned.last?.after.validFrom ?? today.adding(days: 1)),
            names: OfficeNamesForm(
                try await store.mapPrivacy.mapPrivacy(of: office.id),
                areOnWall: try await store.displays.officesWithNames().contains(office.id)),
            taps: OfficeTapsForm(
                try await store.startRequirements.startRequirements()[office.id] ?? StartRequirement(),
                allowsNoWord: try await store.tagWords.tapsWithoutWord(in: office.id),
                allowsNoTag: try await store.offices.allowsTapsWithoutTag(office.id)),
            reminders: OfficeRemindersForm(try await store.reminders.officeReminders(of: office.id)),
            signingDesks: try await store.startRequirements.signingDesks(of: office.id),
            zones: zones.choices(now: context.now))
        let page = OfficeSettingsPage(
            navigation: try await Navigation(for: context, at: Address.admin, store), content,
            sendsMail: sendsMail, problem: problem, typed: typed)
        return try pages.render(page, problem: problem)
    }

    private func today(at office: OfficeID, _ context: WebContext) async throws -> CivilDate {
        try await store.officeSettings.clock(at: office, zones, now: context.now).today
    }

    private static var unknownOffice: WebError {
        WebError.goneOffice
    }

    private func office(_ context: WebContext) async throws -> Office {
        guard let id = OfficeID(try context.parameters.require("id")), let office = try await store.offices.office(id) else {
            throw Self.unknownOffice
        }
        return office
    }
}
