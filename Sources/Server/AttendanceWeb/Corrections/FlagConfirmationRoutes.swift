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
    let pages: Pages
    let zones: TimeZoneDatabase

    /// The fields of the form.
    private struct Form {
        let id: UUID
        let about: String?
        let reason: String?
        let back: ReturnAddress?

        init(_ fields: BodyFields) throws(WebError) {
            id = try fields.formID()
            about = fields["about"]
            reason = try fields.sentence("reason")
            back = fields["back"].flatMap { ReturnAddress($0) }
        }
    }

    /// The form for a day, by default today.
    func form(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let (day, back) = try await query(request, context, person)
        return try await page(of: day, person, context, id: UUID(), reason: nil, back: back, problem: nil)
    }

    func confirm(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let day = try await query(request, context, person).day
        let form = try Form(try await BodyFields(of: request))
        let viewer = try context.person()
        let row = try await row(of: day, person, context)
        func refused(_ problem: WebError, id: UUID? = nil) async throws -> Response {
            guard request.wantsPage else { throw problem }
            return try await page(
                of: day, person, context, id: id ?? form.id, reason: form.reason, back: form.back, problem: problem
            ).with(status: problem.status)
        }
        func isInForce() async throws -> Bool {
            try await store.flagConfirmations.confirmations(of: person.id, in: day...day).contains { $0.id == form.id }
        }
        // A form that is sent twice finds its own confirmation.
        if try await !isInForce() {
            guard let reason = form.reason else {
                return try await refused(
                    WebError(.unprocessableContent, localized("correction.sayWhy"), reason: .reasonRequired))
            }
            guard !row.doubts.isEmpty, FlagConfirmationPage.about(row) == form.about else {
                return try await refused(WebError(.conflict, localized("confirm.changed"), reason: .stale))
            }
            let isStored = try await store.flagConfirmations.confirm(
                row, of: person.id, as: form.id, by: viewer.id, reason: reason, now: context.now)
            // The confirmation of this form was taken back: the form can only be sent as a new one.
            if !isStored, try await !isInForce() {
                return try await refused(
                    WebError(.conflict, localized("confirm.changed"), reason: .stale), id: UUID())
            }
        }
        return .redirect(form.back?.text ?? Self.record(person, day), done: .flagConfirmed)
    }

    func withdraw(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let fields = try await BodyFields(of: request)
        let id = try fields.formID()
        let day = try await store.flagConfirmations.withdraw(id, of: person.id, by: context.person().id, now: context.now)
        // Sent twice, it has nothing left to take back.
        return .redirect(day.map { Self.record(person, $0) } ?? Address.person(person.userName), done: .confirmationWithdrawn)
    }

    private func query(
        _ request: Request, _ context: WebContext, _ person: Person
    ) async throws -> (day: CivilDate, back: ReturnAddress?) {
        let parameters = try QueryParameters(request.uri.query, maximumLength: ReturnAddress.maximumLength)
        let today = try await store.officeSettings.today(of: person, zones, now: context.now)
        return (parameters["day"].flatMap { CivilDate(text: $0) } ?? today, parameters["back"].flatMap { ReturnAddress($0) })
    }

    /// The doubts of a day. Those of a day in several offices are confirmed together, in the row of the first one.
    private func row(of day: CivilDate, _ person: Person, _ context: WebContext) async throws -> DailyRow {
        let record = try await store.record.record(of: person.id, in: day...day, asOf: context.now, zones: zones)
        let confirmed = try await store.flagConfirmations.confirmedDoubts(in: day...day)
        let rows = (record?.rows ?? []).map { $0.confirmed(by: confirmed) }
        let first = rows.first { !$0.flags.isDisjoint(with: .confirmable) }
        var row = DailyRow(key: first?.key ?? DailyRow.Key(date: day, office: person.office))
        for one in rows {
            row.flags.formUnion(one.flags)
            row.doubts += one.doubts.filter { one.flags.contains($0.flag) }
        }
        return row
    }

    /// The form with the taps of the day, which is logged as an access.
    private func page(
        of day: CivilDate, _ person: Person, _ context: WebContext, id: UUID, reason: String?, back: ReturnAddress?,
        problem: WebError?
    ) async throws -> Response {
        let viewer = try context.person()
        let row = try await row(of: day, person, context)
        let taps = try await DayTaps(of: day, with: nil, person, store, zones, now: context.now)
        try await store.audit.log(
            viewer, sees: person.id, of: day...day, purpose: AccessPurpose.correcting.rawValue, now: context.now)
        return try pages.render(
            FlagConfirmationPage(
                navigation: try await Navigation(for: context, at: back?.section ?? Address.people, store), of: person, row,
                id: id, dayTaps: taps.words, reason: reason, back: back?.text ?? Self.record(person, day), list: back,
                problem: problem))
    }

    private static func record(_ person: Person, _ day: CivilDate) -> String {
        Address.person(person.userName) + RequestModel.day(day)
    }
}
