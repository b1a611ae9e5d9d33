import Attendance
import AttendanceStore
import FoundationEssentials
import Hummingbird

/// A person's own data, complete, to take away (GDPR, Articles 15 and 20). It is theirs, so it is not noted as an access.
struct DataRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        routes.get(Address.myDataJSON, .seeOwnRecord, json)
        routes.get(Address.myDataCSV, .seeOwnRecord, csv)
    }

    private func json(_ request: Request, _ context: WebContext) async throws -> Response {
        let data = try await services.store.data(of: try context.person(), asOf: services.now(), zones: try .system())
        let text = try data.json()
        return .download(named: name(data.person), "json", type: "application/json", data.stamp) { write in
            try await write(text)
        }
    }

    /// The events, or with `of=rows` the daily rows.
    private func csv(_ request: Request, _ context: WebContext) async throws -> Response {
        let (store, person, zones) = (services.store, try context.person(), try TimeZoneDatabase.system())
        switch try QueryParameters(request.uri.query)["of"] ?? "events" {
        case "events":
            let stamp = try await store.exportStamp(asOf: services.now(), zones: zones)
            return .csv(named: name(person) + "-events", stamp) { write in
                try await store.withEventsCSV(
                    from: .firstOfAll, to: .endOfAll, at: stamp.head.seq, of: person.id, write)
            }
        case "rows":
            let data = try await store.data(of: person, asOf: services.now(), zones: zones)
            return .csv(named: name(person) + "-rows", data.stamp) { write in try await write(data.rowsCSV()) }
        default: throw WebError.badRequest("'of' is 'events' or 'rows'.")
        }
    }

    private func name(_ person: Person) -> String { "record-\(person.userName)" }
}

extension Instant {
    /// The bounds of what RFC 3339 can say.
    fileprivate static let firstOfAll = Instant(millisecondsSince1970: -62_167_219_200_000)
    fileprivate static let endOfAll = Instant(millisecondsSince1970: 253_402_300_800_000)
}
