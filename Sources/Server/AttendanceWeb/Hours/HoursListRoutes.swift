import Attendance
import AttendanceExport
import AttendanceStore
import HTTPTypes
import Hours
import Hummingbird
import JSON
import NIOCore
import WebServer

/// Lists about people's hours for programs (``HoursList``).
struct HoursListRoutes {
    let store: AttendanceStore
    let zones: TimeZoneDatabase
    let exporter: Exporter
    let reads: RecordReads
    let slots: ExportSlots
    let settled: SettledWork

    /// The people whose rows are in memory at once. The work of fewer than a hundred would not be kept for the next request. While
    /// rows are sent, however slow the client is, no database connection is held.
    private static let peopleAtOnce = 128

    /// A list of many people is sent while it is derived, and limited as exports are.
    func list(_ list: HoursList) -> WebContext.Handler {
        { request, context in
            let (viewer, now) = (try context.person(), context.now)
            let wanted = try ExportRequest(
                ofHours: request.uri.query, today: CivilDate(daysSince1970: now.seconds / 86_400))
            let selection = try await HoursSelection(wanted, for: viewer, store, exporter)
            guard selection.people.count != 1 else {
                return try await reads.run {
                    try await selection.note(wanted, by: viewer, store, exporter, now: now)
                    return try await response(list, wanted, of: selection.people[0], now: now)
                }
            }
            // Before the access is noted: a request that is refused leaves no trace.
            let slot = try slots.begin(for: viewer.id)
            try await selection.note(wanted, by: viewer, store, exporter, now: now)
            return try await response(list, wanted, of: selection.people, to: context, in: slot, now: now)
        }
    }

    private func response(
        _ list: HoursList, _ request: ExportRequest, of person: Person, now: Instant
    ) async throws -> Response {
        let (head, names) = (head(list, request, now: now), try await FactNames(store))
        let hours = try await store.balances.hours(of: person.id, until: request.period.upperBound, asOf: now, zones: zones)
        let rows = hours.map { list.json(of: $0, in: request.period, names.ofLists(about: person.userName)) } ?? []
        return Response(
            status: .ok, headers: Self.headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: head + rows + Self.end)))
    }

    private func response(
        _ list: HoursList, _ request: ExportRequest, of people: [Person], to context: WebContext, in slot: ExportSlot,
        now: Instant
    ) async throws -> Response {
        let (head, names) = (head(list, request, now: now), try await FactNames(store))
        return Response(
            status: .ok, headers: Self.headers,
            body: .pieces { output in
                // Only one task writes the body.
                nonisolated(unsafe) let output = output
                try await context.whileConnected {
                    try await output(head)
                    try await write(list, request, of: people, names, now: now) { try await output($0) }
                    try await output(Self.end)
                }
                slot.end()
            })
    }

    /// Writes the rows of all people in their order.
    private func write(
        _ list: HoursList, _ request: ExportRequest, of people: [Person], _ names: FactNames, now: Instant,
        to output: ([UInt8]) async throws -> Void
    ) async throws {
        var hasRows = false
        for start in stride(from: 0, to: people.count, by: Self.peopleAtOnce) {
            let chunk = people[start..<min(start + Self.peopleAtOnce, people.count)]
            let users = Dictionary(chunk.map { ($0.id, $0.userName) }) { first, _ in first }
            // Hours come in the order of ids.
            var rows: [PersonID: [UInt8]] = [:]
            try await store.balances.withHours(
                of: chunk.map(\.id), until: request.period.upperBound, asOf: now, zones: zones, settled,
                stretches: list.needsStretches
            ) { hours in
                guard let user = users[hours.person] else { return }
                rows[hours.person] = list.json(of: hours, in: request.period, names.ofLists(about: user))
            }
            for person in chunk {
                guard let rows = rows[person.id], !rows.isEmpty else { continue }
                try await output(hasRows ? [UInt8(ascii: ",")] + rows : rows)
                hasRows = true
            }
        }
    }

    private static let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
    private static let end = Array("]}".utf8)

    /// The beginning of the object, up to the elements of the list.
    private func head(_ list: HoursList, _ request: ExportRequest, now: Instant) -> [UInt8] {
        let (from, to) = (request.period.lowerBound, request.period.upperBound)
        return Array(#"{"as_of":"\#(now.rfc3339())","from":"\#(from)","to":"\#(to)","\#(list.rawValue)":["#.utf8)
    }
}
