import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import WebServer

/// How an office is used, as pictures to look at and to paste into a report.
struct ChartRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.charts, .export) { request, context in
            let viewer = try context.person()
            let (use, floors, offices) = try await look(request, viewer)
            return try services.pages.render(
                ChartsPage(
                    navigation: try await Navigation(for: viewer, at: Address.hr, services), use, floors: floors,
                    offices: offices))
        }
        routes.get(Address.occupancyChart, .export) { request, context in
            let (use, _, _) = try await look(request, try context.person())
            return try services.pages.render(OccupancyChart(use)).asPicture
        }
        routes.get(Address.deskUseChart, .export) { request, context in
            let (use, floors, _) = try await look(request, try context.person())
            return try services.pages.render(DeskUseChart(use, floors: floors)).asPicture
        }
    }

    private func look(
        _ request: Request, _ viewer: Person
    ) async throws -> (OfficeUse, floors: [(name: String, desks: [DeskID])], offices: [Office]) {
        let (store, parameters) = (services.store, try QueryParameters(request.uri.query))
        let offices = try await store.offices.offices().seen(by: viewer)
        let name = parameters["office"].flatMap { $0.isEmpty ? nil : $0 }
        guard let office = offices.first(where: { name == nil ? $0.id == viewer.office : $0.name == name }) else {
            throw viewer.role == .administrator ? WebError.unknownOffice(name ?? "") : .forbidden
        }
        let period = try RecordRequest(parameters, today: try await services.today(of: viewer)).period
        let use = try await services.readingRecords(for: viewer.id) {
            try await store.audit.log(
                Access(by: viewer.id, to: .office(office.id), of: period, purpose: AccessPurpose.charts.rawValue),
                now: services.now())
            return try await OfficeUse(of: office, in: period, asOf: services.now(), services)
        }
        var floors: [(name: String, desks: [DeskID])] = []
        for floor in try await store.floors.floors(of: office.id) {
            floors.append(
                (floor.name, try await store.floors.desks(on: floor.name, of: office.id).compactMap { DeskID($0.id) }))
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
