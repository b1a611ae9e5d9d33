import Attendance
import AttendanceStore
import Hummingbird
import Localization
import WebServer

/// Asks a person to add a missing clock-out (`/people/USER/ask-for-clock-out`).
struct ClockOutQuestionRoutes {
    let store: AttendanceStore
    let zones: TimeZoneDatabase

    func ask(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let query = try QueryParameters(request.uri.query)
        guard let day = query["day"].flatMap({ CivilDate(text: $0) }), let office = query["office"].flatMap({ OfficeID($0) })
        else {
            throw WebError.badRequest(localized("export.badDate", ["field": "day"]), reason: .badPeriod)
        }
        let back = try await BodyFields(of: request)["back"].flatMap { ReturnAddress($0) }
        let asked = try await store.reminders.ask(
            for: [person.id: [DailyRow.Key(date: day, office: office)]], by: try context.person().id, now: context.now,
            zones: zones)
        return .redirect(back?.text ?? Address.person(person.userName) + RequestModel.day(day), done: .asked(asked))
    }
}
