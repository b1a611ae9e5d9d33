import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// Taps on the own page, without a tag (`/me/tap`), if the person's office allows them.
struct TapWithoutTagRoutes {
    let store: AttendanceStore
    let intake: TapIntake

    /// Records the tap at the current time. The page of its result offers to undo it.
    func tap(_ request: Request, _ context: WebContext) async throws -> Response {
        let (person, now) = (try context.person(), context.now)
        let fields = try await BodyFields(of: request)
        guard let kind = fields["event"].flatMap(TapKind.init) else {
            throw WebError.badRequest(localized("me.tap.unclear"), reason: .badKind)
        }
        guard try await store.offices.allowsTapsWithoutTag(person.office) else {
            throw WebError(.forbidden, localized("me.tap.notAllowed"), reason: .notAllowed)
        }
        // The form was sent before, and its answer was lost.
        if let sent = fields["id"].flatMap({ UUID(uuidString: $0) }), try await store.taps.tap(sent, of: person.id) != nil {
            return .redirect(Address.tapResult(sent.uuidString.lowercased(), notes: []))
        }
        let presence = try await store.presence.presence(of: person.id)
        guard TapsWithoutTag.possible(in: TapSummary.Now(presence, at: now)).contains(kind) else {
            throw WebError(.conflict, localized("me.tap.notPossible"), reason: .contradiction)
        }
        let offices = try await store.offices.offices().names
        // The desk of a break or an end is unknown: the person may be anywhere.
        var report = TapReport(
            id: fields["id"] ?? UUID().uuidString.lowercased(), user: person.userName, kind: kind.rawValue,
            at: now.rfc3339(precision: .milliseconds), desk: kind == .start ? presence?.desk : nil,
            office: presence?.office.flatMap { offices[$0] })
        report.isAtStamped = true
        let source = TapSource(withoutTagBy: person, address: context.client, receivedAt: now)
        var outcome = try await intake.take([report], from: source)[0]
        if outcome == .log(.rejected(.unknownDesk)) {
            // The desk was removed during the break. The time counts nevertheless.
            (report.desk, report.mayLackDesk) = (nil, true)
            outcome = try await intake.take([report], from: source)[0]
        }
        let (answer, status) = (TapAnswer(report, outcome), TapAnswer.status(of: outcome))
        guard status.kind == .successful, let id = report.id else {
            throw WebError(status, answer.message, reason: answer.reason ?? Reason(rawValue: answer.outcome))
        }
        return .redirect(Address.tapResult(id, notes: answer.notes))
    }
}
