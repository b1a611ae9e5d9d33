import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The answer to a day that needs attention: nothing is missing (`/people/USER/confirm`).
struct FlagConfirmationRoutes {
    let store: AttendanceStore
    let zones: TimeZoneDatabase

    /// The fields of the form (``FlagConfirmationForm``).
    private struct Form {
        let id: UUID
        let about: Set<String>
        let reason: String?
        let back: ReturnAddress?

        init(_ fields: BodyFields) throws(WebError) {
            id = try fields.formID()
            about = Set((fields["about"] ?? "").split(separator: ",").map(String.init))
            reason = try fields.sentence("reason")
            back = fields["back"].flatMap { ReturnAddress($0) }
        }
    }

    func confirm(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let today = try await store.officeSettings.today(of: person, zones, now: context.now)
        let day = try QueryParameters(request.uri.query)["day"].flatMap { CivilDate(text: $0) } ?? today
        let form = try Form(try await BodyFields(of: request))
        let back = form.back?.text ?? Address.person(person.userName) + RequestModel.day(day)
        func changed() throws(WebError) -> Response {
            guard request.wantsPage else {
                throw WebError(.conflict, StatusMessage.tapsChanged.text, reason: .stale)
            }
            return .redirect(back, done: .tapsChanged)
        }
        func isInForce() async throws -> Bool {
            try await store.flagConfirmations.confirmations(of: person.id, in: day...day).contains { $0.id == form.id }
        }
        // A form that is sent twice finds its own confirmation.
        if try await !isInForce() {
            guard let reason = form.reason else {
                throw WebError(.unprocessableContent, localized("correction.sayWhy"), reason: .reasonRequired)
            }
            guard let row = try await row(of: day, with: form.about, person, context) else { return try changed() }
            let isStored = try await store.flagConfirmations.confirm(
                row, of: person.id, as: form.id, by: try context.person().id, reason: reason, now: context.now)
            // The confirmation of this form was taken back: only a new form can confirm again.
            if !isStored, try await !isInForce() { return try changed() }
        }
        return .redirect(back, done: .flagConfirmed)
    }

    func withdraw(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let fields = try await BodyFields(of: request)
        let id = try fields.formID()
        let day = try await store.flagConfirmations.withdraw(id, of: person.id, by: context.person().id, now: context.now)
        let record = Address.person(person.userName)
        // Sent twice, it has nothing left to take back.
        return .redirect(day.map { record + RequestModel.day($0) } ?? record, done: .confirmationWithdrawn)
    }

    /// The row of a day with all of these doubts, and no others; nil: there is none.
    private func row(
        of day: CivilDate, with about: Set<String>, _ person: Person, _ context: WebContext
    ) async throws -> DailyRow? {
        let record = try await store.record.record(of: person.id, in: day...day, asOf: context.now, zones: zones)
        let confirmed = try await store.flagConfirmations.confirmedDoubts(in: day...day)
        for var row in record?.rows ?? [] {
            row.doubts = FlagConfirmationForm.doubts(of: row.confirmed(by: confirmed))
            if !about.isEmpty, Set(row.doubts.map(\.text)) == about { return row }
        }
        return nil
    }
}
