import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Hours
import Localization
import WebServer

/// The schedules of working time (`/admin/working-time`), and the first form while there is none.
struct ScheduleRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let shipped: ShippedCalendars

    // MARK: List and first form

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await list(context, try await WorkingTime(for: context, store, zones))
    }

    /// Records a schedule, terms of the chosen offices that name it, and the holidays of the chosen calendar.
    func setUp(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, fields) = (try context.person(), try await BodyFields(of: request))
        let time = try await WorkingTime(for: context, store, zones)
        let form = SetUpForm(fields, try await store.offices.offices(), time.overview, try shipped.all())
        return try await request.performingAction {
            guard time.overview.schedules.isEmpty else {
                throw WebError(.conflict, localized("workingTime.isSetUp"), reason: .alreadyExists)
            }
            let facts = try form.facts().map { NewFact($0) }
            if let included = form.calendar {
                let file = try HolidayFile(included.bytes, from: HolidayImportForm.usualYear(time.today))
                let (calendar, changes) = try file.changes(of: included.name, among: try await store.holidays.calendars())
                try await store.holidays.save(changes, in: calendar, with: facts, by: viewer.id, now: context.now)
            } else {
                try await store.hours.append(facts, by: viewer.id).require()
            }
            return .redirect(Address.workingTime, done: .changesSaved)
        } orShowing: { problem in
            try await list(context, time, form, problem)
        }
    }

    private func list(
        _ context: WebContext, _ time: WorkingTime, _ typed: SetUpForm? = nil, _ problem: WebError? = nil
    ) async throws -> Response {
        let navigation = try await Navigation(for: context, at: Address.workingTime, store)
        guard time.overview.schedules.isEmpty else {
            return try pages.render(
                ScheduleListPage(navigation: navigation, time, problem: problem), problem: problem)
        }
        let offices = try await store.offices.offices()
        let shipped = try self.shipped.all()
        let form = typed ?? SetUpForm(offices, time.overview, shipped, today: time.today)
        let home = try context.person().office
        let page = SetUpPage(
            navigation: navigation, form, offices, shipped, zone: offices.first { $0.id == home }?.timeZone, problem: problem)
        return try pages.render(page, problem: problem)
    }

    // MARK: One schedule

    /// The schedule with the `name` in the query; without one, the form for a new schedule.
    func schedulePage(_ request: Request, _ context: WebContext) async throws -> Response {
        let time = try await WorkingTime(for: context, store, zones)
        let name = try QueryParameters(request.uri.query)["name"]
        if name == nil, !time.mayChange { throw WebError.forbidden }
        let schedule = try name.map { name throws(WebError) in try Self.schedule(named: name, time.overview) }
        let form =
            if let latest = schedule?.all.last {
                ScheduleForm(latest, from: max(time.today.month.upperBound.adding(days: 1), latest.from))
            } else {
                ScheduleForm(from: CivilDate(year: time.today.components.year, month: 1, day: 1) ?? time.today)
            }
        return try await page(of: name, form, context, time)
    }

    /// Records a new schedule, or another version of the one that the form names.
    func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, fields) = (try context.person(), try await BodyFields(of: request))
        let time = try await WorkingTime(for: context, store, zones)
        let name = fields["schedule"]
        let schedule = try name.map { name throws(WebError) in try Self.schedule(named: name, time.overview) }
        let form = ScheduleForm(fields, of: name, taken: time.overview.schedules.map(\.name))
        return try await request.performingAction {
            let version = try form.schedule()
            if schedule?.all.contains(version) == true {
                throw WebError.badRequest(
                    localized("office.nothingChanged", ["day": version.from.short]), reason: .badSetting)
            }
            if name != nil, !form.changesPast, let refusal = time.refusal(ofChangeFrom: version.from) { throw refusal }
            try await store.hours.append([NewFact(.schedule(version))], by: viewer.id).require()
            return .redirect(name == nil ? Address.workingTime : Address.schedule(version.name), done: .changesSaved)
        } orShowing: { problem in
            try await page(of: name, form, context, time, problem)
        }
    }

    private func page(
        of name: String?, _ form: ScheduleForm, _ context: WebContext, _ time: WorkingTime, _ problem: WebError? = nil
    ) async throws -> Response {
        let entries = try await time.history(store) { content in
            if case .schedule(let schedule) = content { schedule.name == name } else { false }
        }
        let page = SchedulePage(
            navigation: try await Navigation(for: context, at: Address.workingTime, store), of: name, form, entries,
            mayChange: time.mayChange, problem: problem)
        return try pages.render(page, problem: problem)
    }

    private static func schedule(named name: String, _ overview: TermsOverview) throws(WebError) -> ScheduleVersions {
        guard let schedule = overview.schedule(named: name) else {
            throw WebError(.notFound, localized("schedule.gone"), reason: .badName)
        }
        return schedule
    }

    // MARK: Entries

    /// Removes a version of a schedule, or an entry of the terms of an office or team.
    func remove(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, id) = (try context.person(), try await BodyFields(of: request)["fact"] ?? "")
        let facts = try await store.hours.commonFacts().facts
        let isRemoved = facts.contains { $0.fact.content == .void(target: id) }
        guard !isRemoved, let fact = facts.first(where: { $0.fact.id == id })?.fact, let back = Self.page(of: fact) else {
            throw WebError(.notFound, localized("workingTime.goneEntry"), reason: .unknownTarget)
        }
        try await store.hours.append([NewFact(.void(target: id))], by: viewer.id).require()
        if case .schedule(let schedule) = fact.content,
            TermsOverview(try await store.hours.commonFacts().facts.map(\.fact)).schedule(named: schedule.name) == nil
        {
            return .redirect(Address.workingTime, done: .entryRemoved)
        }
        return .redirect(back, done: .entryRemoved)
    }

    /// The page with the entry; nil: it is none of these pages.
    private static func page(of fact: Fact) -> String? {
        switch fact.content {
        case .schedule(let schedule): return Address.schedule(schedule.name)
        case .terms(let terms):
            switch terms.scope {
            case .office(let id): return Address.path(Address.workingTimeOfficeTerms, id)
            case .team(let id): return Address.path(Address.workingTimeTeamTerms, id)
            case .person: return nil
            }
        default: return nil
        }
    }
}
