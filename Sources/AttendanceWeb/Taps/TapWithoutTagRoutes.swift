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
    let zones: TimeZoneDatabase

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
        let presence = try await store.presence.presence(of: person.id)
        guard try await isPossible(kind, presence, by: person, now: now) else {
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
        let outcome = try await intake.take([report], from: source)[0]
        let (answer, status) = (TapAnswer(report, outcome), TapAnswer.status(of: outcome))
        guard status.kind == .successful, let id = report.id else {
            throw WebError(status, answer.message, reason: answer.reason ?? Reason(rawValue: answer.outcome))
        }
        return .redirect(Address.tapResult(id, notes: answer.notes))
    }

    /// Whether an event fits the person's state, or comes within the repeat window after the latest tap. The log notes such a second
    /// click as a double tap.
    private func isPossible(
        _ kind: TapKind, _ presence: PersonPresence?, by person: Person, now: Instant
    ) async throws -> Bool {
        let state = TapSummary.Now(presence, at: now)
        if TapsWithoutTag.possible(in: state).contains(kind) { return true }
        guard let latest = presence?.latest, kind != .start || state.desk != nil else { return false }
        var calendars = try await store.officeSettings.calendars(zones)
        let repeatWindow = calendars[presence?.office ?? person.office].policy(at: now.seconds).repeatWindow
        return now.wholeSeconds(since: latest) <= repeatWindow
    }
}
