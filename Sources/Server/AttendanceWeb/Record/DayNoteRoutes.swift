import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// Writes a note on a day of a record (`/people/USER/note`).
struct DayNoteRoutes {
    let store: AttendanceStore
    let zones: TimeZoneDatabase

    func save(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let author = try context.person()
        guard let day = try QueryParameters(request.uri.query)["day"].flatMap({ CivilDate(text: $0) }) else {
            throw WebError.badRequest(localized("export.badDate", ["field": "day"]), reason: .badPeriod)
        }
        let fields = try await BodyFields(of: request)
        let text = fields.isSet("remove") ? "" : try fields.sentence("note", upTo: DayNote.longest) ?? ""
        let home = author.id == person.id ? Address.me : Address.person(person.userName)
        let record = try await store.record.record(of: person.id, in: day...day, asOf: context.now, zones: zones)
        var first = record?.rows.first?.key
        if first == nil { first = try await store.dayNotes.notes(of: person.id, in: day...day).first?.key }
        guard let row = first else {
            throw WebError(.conflict, StatusMessage.tapsChanged.text, reason: .stale)
        }
        try await store.dayNotes.write(text, on: row, of: person.id, by: author.id, now: context.now)
        return .redirect(home + RequestModel.day(day), done: .changesSaved)
    }
}
