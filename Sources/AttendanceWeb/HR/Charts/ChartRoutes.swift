import Attendance
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

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let (use, floors, offices) = try await look(request, context)
        return try pages.render(
            ChartsPage(
                navigation: try await Navigation(for: context, at: Address.hr, store), use,
                floors: floors,
                offices: offices))
    }

    func occupancy(_ request: Request, _ context: WebContext) async throws -> Response {
        try pages.render(OccupancyChart(try await look(request, context).use, isPicture: true)).asPicture
    }

    func deskUse(_ request: Request, _ context: WebContext) async throws -> Response {
        let (use, floors, _) = try await look(request, context)
        return try pages.render(DeskUseChart(use, floors: floors, isPicture: true)).asPicture
    }

    private func look(
        _ request: Request, _ context: WebContext
    ) async throws -> (use: OfficeUse, floors: [(name: String, desks: [DeskID])], offices: [Office]) {
        let (viewer, parameters) = (try context.person(), try QueryParameters(request.uri.query))
        let offices = try await store.offices.offices().seen(by: viewer)
        let name = parameters["office"].flatMap { $0.isEmpty ? nil : $0 }
        guard let office = offices.named(name, or: viewer.office) else {
            throw viewer.role == .administrator ? WebError.unknownOffice(name ?? "") : .forbidden
        }
        let period = try RecordRequest(
            parameters, today: try await store.officeSettings.today(of: viewer, zones, now: context.now)
        ).period
        var floors: [(name: String, desks: [DeskID])] = []
        for floor in try await store.floors.floors(of: office.id) {
            floors.append(
                (floor.name, try await store.floors.desks(on: floor.name, of: office.id).compactMap { DeskID($0.id) }))
        }
        let desks = Set(floors.flatMap(\.desks))
        let use = try await reads.run(for: viewer.id) {
            try await store.audit.log(
                Access(by: viewer.id, to: .office(office.id), of: period, purpose: AccessPurpose.charts.rawValue),
                now: context.now)
            return try await OfficeUse(of: office, desks, in: period, asOf: context.now, store, zones, settled)
        }
        return (use, floors, offices)
    }
}

extension Response {
    fileprivate var asPicture: Response {
        var response = self
        response.headers[.contentType] = "image/svg+xml; charset=utf-8"
        return response
    }
}
