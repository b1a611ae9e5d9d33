import Attendance
import AttendanceExport
import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// Charts of the use of an office, as a page and as pictures for reports.
struct ChartRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let reads: RecordReads
    let settled: SettledRecords<PersonUse>

    /// A browser sees what is wrong with the period at its form.
    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(request.uri.query)
        let (office, offices) = try await office(parameters, context)
        let navigation = try await Navigation(for: context, at: Address.hr, store)
        let today = try await today(context)
        let period: ClosedRange<CivilDate>
        do {
            period = try await self.period(parameters, context)
        } catch let problem as WebError where request.wantsPage {
            let page = ChartsPage(
                navigation: navigation, of: office, offices: offices, from: parameters["from"] ?? "",
                to: parameters["to"] ?? "", problem: problem.sentence, today: today)
            return try pages.render(page, status: problem.status)
        }
        let (use, floors) = try await use(of: office, in: period, context)
        return try pages.render(ChartsPage(navigation: navigation, use, floors: floors, offices: offices, today: today))
    }

    func occupancy(_ request: Request, _ context: WebContext) async throws -> Response {
        try pages.render(OccupancyChart(try await use(request, context).use, isPicture: true)).asPicture
    }

    func deskUse(_ request: Request, _ context: WebContext) async throws -> Response {
        let (use, floors) = try await use(request, context)
        return try pages.render(DeskUseChart(use, floors: floors, isPicture: true)).asPicture
    }

    /// The requested office, and those that the viewer may see.
    private func office(
        _ parameters: QueryParameters, _ context: WebContext
    ) async throws -> (office: Office, offices: [Office]) {
        let viewer = try context.person()
        let offices = try await store.offices.offices().seen(by: viewer)
        let name = parameters["office"].flatMap { $0.isEmpty ? nil : $0 }
        guard let office = offices.named(name, or: viewer.reach(.seeAttendance).usualOffice(viewer.office)) else {
            throw viewer.may(.administer) ? WebError.unknownOffice(name ?? "") : .forbidden
        }
        return (office, offices)
    }

    /// The requested period. It has at most as many days as that of the attendance page.
    private func period(_ parameters: QueryParameters, _ context: WebContext) async throws -> ClosedRange<CivilDate> {
        try RecordRequest(parameters, today: try await today(context), longest: ExportRequest.longestPeriod).period
    }

    private func today(_ context: WebContext) async throws -> CivilDate {
        try await store.officeSettings.today(of: try context.person(), zones, now: context.now)
    }

    private func use(
        _ request: Request, _ context: WebContext
    ) async throws -> (use: OfficeUse, floors: [(name: String, desks: [DeskID])]) {
        let parameters = try QueryParameters(request.uri.query)
        return try await use(
            of: try await office(parameters, context).office, in: try await period(parameters, context), context)
    }

    private func use(
        of office: Office, in period: ClosedRange<CivilDate>, _ context: WebContext
    ) async throws -> (use: OfficeUse, floors: [(name: String, desks: [DeskID])]) {
        let viewer = try context.person()
        var floors: [(name: String, desks: [DeskID])] = []
        for floor in try await store.floors.floors(of: office.id) {
            floors.append(
                (floor.name, try await store.floors.desks(on: floor.name, of: office.id).compactMap { DeskID($0.id) }))
        }
        let desks = Set(floors.flatMap(\.desks))
        let use = try await reads.run {
            try await store.audit.log(
                Access(by: viewer.id, to: .offices([office.id]), of: period, purpose: AccessPurpose.charts.rawValue),
                now: context.now)
            return try await OfficeUse(of: office, desks, in: period, asOf: context.now, store, zones, settled)
        }
        return (use, floors)
    }
}

extension Response {
    fileprivate var asPicture: Response {
        var response = self
        response.headers[.contentType] = "image/svg+xml; charset=utf-8"
        return response
    }
}
