import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// Imports a holiday calendar (`/admin/working-time/holidays/import`): a preview of the changes, then all of them.
struct HolidayImportRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let shipped: ShippedCalendars

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query)
        return try await answer(HolidayImportForm(name: query["name"], shipped: query["shipped"]), context)
    }

    func send(_ request: Request, _ context: WebContext) async throws -> Response {
        try await answer(HolidayImportForm(try await ImportRoutes.fields(of: request)), context)
    }

    private func answer(_ form: HolidayImportForm, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let today = try await store.officeSettings.today(of: viewer, zones, now: context.now)
        let included = try form.shipped.flatMap { try shipped.calendar($0) }
        guard form.shipped == nil || included != nil else { throw WebError.notFound }
        let calendars = try await store.holidays.calendars()
        var name = form.name.isEmpty ? included?.name ?? "" : form.name
        var (problem, lines, preview): (WebError?, [ImportProblem], HolidayPreview?) = (nil, [], nil)
        do {
            if form.action != nil || included != nil {
                guard let year = form.firstYear(today: today) else {
                    throw WebError.badRequest(localized("holidays.badYear"), reason: .badPeriod)
                }
                let file = try HolidayFile(included?.bytes ?? Array(form.text.utf8), from: year)
                if name.isEmpty { name = file.name ?? "" }
                name = try ThingName.given(name)
                let (calendar, changes) = try file.changes(of: name, among: calendars)
                let shown = HolidayPreview(changes, in: name, earlier: file.earlier, from: year)
                preview = shown
                if form.action == .save {
                    guard form.shown == shown.digest else {
                        throw WebError(.conflict, localized("holidays.changedMeanwhile"), reason: .stale)
                    }
                    try await store.sentForms.once(form.token, now: context.now, localized("import.sentAlready")) {
                        try await store.holidays.save(changes, in: calendar, by: viewer.id, now: context.now)
                    }
                    let first = file.days.first { $0.date >= today } ?? file.days.last
                    return .redirect(
                        Address.holidayCalendar(name, year: first?.date.components.year), done: .changesSaved)
                }
            }
        } catch ImportError.header(let fault) {
            problem = .badFile(fault.sentence)
        } catch ImportError.lines(let wrong) {
            lines = wrong
            problem = .badFile(localized("import.wrongLines", count: Set(wrong.map(\.line)).count))
        } catch let error as StoreError {
            guard let refusal = error.refusal else { throw error }
            problem = refusal
        } catch let error as WebError {
            problem = error
        }
        let page = HolidayImportPage(
            navigation: try await Navigation(for: context, at: Address.workingTimeHolidays, store),
            form: FormToken(now: context.now), form, calendar: name, of: calendars, shipped: included, today: today,
            hasFreshSignIn: context.hasFreshSignIn, problem: problem, lines: lines, preview: preview)
        return try pages.render(page, status: problem == nil ? .ok : .unprocessableContent)
    }
}

extension HolidayFile {
    /// The calendar with this name, and what the import would change in it.
    func changes(
        of name: String, among calendars: [HolidayCalendar]
    ) throws(WebError) -> (calendar: HolidayCalendar, changes: HolidayChanges) {
        let calendar = calendars.first { $0.name == name } ?? HolidayCalendar(name: name)
        let changes = HolidayChanges(calendar, imported: days)
        guard changes.count <= HolidayStore.mostDays else {
            throw WebError(
                .unprocessableContent, localized("holidays.tooMany", ["most": "\(HolidayStore.mostDays)"]), reason: .tooLong)
        }
        return (calendar, changes)
    }
}

extension WebError {
    fileprivate static func badFile(_ sentence: String) -> WebError {
        WebError(.unprocessableContent, sentence, reason: .badFile)
    }
}
