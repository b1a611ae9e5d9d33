import Attendance
import AttendanceStore
import HTTPTypes
import Hours
import Hummingbird
import Localization
import WebServer

/// The holiday calendars (`/admin/working-time/holidays`), and the days of one.
struct HolidayRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let shipped: ShippedCalendars

    func page(_ request: Request, _ context: WebContext) async throws -> Response { try await list(context) }

    private func list(_ context: WebContext, refused name: String? = nil) async throws -> Response {
        let today = try await today(context)
        let problem = name.map { _ in WebError.badName(upTo: ThingName.longest) }
        let office = try await store.offices.office(try context.person().office)
        return try pages.render(
            HolidayListPage(
                navigation: try await navigation(context), try await store.holidays.calendars(), shipped: try shipped.all(),
                zone: office?.timeZone, ending: try await store.holidays.endingCalendars(today: today), today: today,
                mayChange: try await WorkingTime.mayChange(context, store), nameProblem: problem?.sentence,
                typedName: name ?? ""), problem: problem)
    }

    /// The days of a calendar, which can be a new one, in a year.
    func calendar(_ request: Request, _ context: WebContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query)
        guard let typed = query["name"] else { return .redirect(Address.workingTimeHolidays) }
        guard let name = TypedText.line(typed, upTo: ThingName.longest) else { return try await list(context, refused: typed) }
        return try await calendar(name, year: query["year"].flatMap { Int64($0) }, context)
    }

    private func calendar(
        _ name: String, year: Int64?, _ context: WebContext, refused: HolidayCalendarPage.Refused? = nil,
        problem: WebError? = nil
    ) async throws -> Response {
        let time = try await WorkingTime(for: context, store, zones)
        let shown = try await store.holidays.calendar(named: name)
        // A new calendar.
        if !time.mayChange, shown.days.isEmpty { throw WebError.notFound }
        let places = try await places(of: name, time)
        let isUsed = try await places.isEmpty ? store.holidays.calendarsOfPeople().contains(name) : true
        let code = try shipped.all().first { $0.name == name }?.code
        return try pages.render(
            HolidayCalendarPage(
                navigation: try await navigation(context), shown, year: year, today: time.today, shipped: code, places: places,
                isUsed: isUsed, mayChange: time.mayChange, refused: refused), problem: problem)
    }

    /// The offices and teams whose terms name a calendar today or later.
    private func places(of calendar: String, _ time: WorkingTime) async throws -> [String] {
        let offices = try await store.offices.offices().map { (name: $0.name, scope: $0.terms) }
        let teams = try await store.teams.teams().map { (name: $0.name, scope: $0.terms) }
        return (offices + teams).filter { time.overview[$0.scope].names(calendar: calendar, since: time.today) }.map { $0.name }
    }

    /// Adds, changes or removes days of a calendar.
    func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = HolidayDayForm(try await BodyFields(of: request))
        let name = try ThingName.given(form.calendar)
        return try await request.performingAction {
            let calendar = try await store.holidays.calendar(named: name)
            let days = try form.days(in: calendar)
            try await store.holidays.save(days, in: calendar, by: try context.person().id, now: context.now)
            let year = days.first?.date.components.year ?? form.year
            return .redirect(Address.holidayCalendar(name, year: year), done: .changesSaved)
        } orShowing: { problem in
            let refused = HolidayCalendarPage.Refused(form: form, problem: problem)
            return try await calendar(name, year: form.year, context, refused: refused, problem: problem)
        }
    }

    private func navigation(_ context: WebContext) async throws -> Navigation {
        try await Navigation(for: context, at: Address.workingTimeHolidays, store)
    }

    private func today(_ context: WebContext) async throws -> CivilDate {
        try await store.officeSettings.today(of: try context.person(), zones, now: context.now)
    }
}
