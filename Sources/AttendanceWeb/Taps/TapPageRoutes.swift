import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The page that a phone shows when it reads a tag. It writes nothing, because previews and scanners open addresses too. Its form
/// taps (``TapRoutes``).
struct TapPageRoutes {
    let store: AttendanceStore
    let tags: TagCache
    let pages: Pages
    /// Names the release of the pages.
    let release: String
    let cookies: Cookies
    let result: TapResultRoutes

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(request.uri.query)
        let person: Person? = if case .person(let person, _) = context.identity { person } else { nil }
        let user =
            try person.map { try TapReport.user(named: parameters["user"], of: $0) } ?? parameters["user"] ?? "somebody"
        var report = TapReport(parameters, user: user, now: context.now)
        // An id in a tag's address would be the same for all taps.
        report.id = UUID().uuidString.lowercased()
        let tap: Tap
        do {
            var checked = report
            // The page of a tag that names only its desk asks for the event.
            if report.kind == nil, report.desk != nil { checked.kind = TapKind.start.rawValue }
            tap = try checked.tap()
        } catch {
            var refusal = WebError.badRequest(localized("tap.wrongTag"), reason: Reason(error))
            refusal.detail = TapAnswer.message(for: .rejected(error), kind: nil, desk: nil)
            throw refusal
        }
        let isAutomatic =
            report.kind == nil
            ? false
            : try await AutomaticTap(words: store.tagWords, tags: tags)
                .isMeant(tap, report, word: parameters["k"], request, now: context.now)
        let address = request.head.path ?? ""
        var state: TapSummary.Now?
        var leftAt: String?
        var isRepeat = false
        var hasDesk = true
        if let person {
            let found = try await store.presence.whereabouts(of: [person.id]).first
            state = TapSummary.Now(found?.person, at: context.now)
            // A desk of this name in another office is another desk.
            if report.kind == nil, let name = report.office,
                let office = try await store.offices.offices().named(name),
                office.id != found?.person.office
            {
                state?.desk = nil
            }
            let isSoon = tap.kind != .start && found?.person.repeatsUntil.map { tap.at.seconds <= $0.seconds } ?? false
            if tap.kind == .end || isSoon, let left = found?.leftAt {
                leftAt = try await time(of: left, in: person.office, now: context.now)
                isRepeat = isSoon && leftAt != nil
            }
        }
        if tap.kind == .start, let desk = tap.desk {
            hasDesk = try await store.offices.hasDesk(desk, inOfficeNamed: report.office, from: person?.office)
            // At work, a tag without an event still offers a break and the clock-out.
            if !hasDesk, report.kind != nil || state?.state ?? .off == .off {
                let outcome = TapOutcome.log(.rejected(.unknownDesk))
                return try result.refused(report, TapAnswer(report, outcome), person, status: TapAnswer.status(of: outcome))
            }
        }
        // A signed-in person knows the office.
        let office = person == nil ? try await office(of: report) : nil
        var response = try pages.render(
            TapPage(
                report, at: parameters["at"], signature: ["u", "c", "m"].map { ($0, parameters[$0]) }, person: person,
                office: office, hasDesk: hasDesk, state: state, leftAt: leftAt, isRepeat: isRepeat, isAutomatic: isAutomatic,
                isAutomaticAfterSignIn: isAutomatic && AutomaticTap.survivesSignIn(report, word: parameters["k"]),
                address: address, release: release))
        if person == nil, isAutomatic, let goal = ReturnAddress(address) { cookies.rememberGoal(goal, on: &response) }
        return response
    }

    /// The local time of a clock-out; nil if it was not today.
    private func time(of left: Instant, in office: OfficeID, now: Instant) async throws -> String? {
        let clock = LocalClock(try await store.offices.offices().first { $0.id == office }?.timeZone)
        return clock.date(left.seconds) == clock.date(now.seconds) ? clock.time(left.seconds) : nil
    }

    /// The name of the office that a tag's address names, or else of the office that has the desk; nil: unknown.
    private func office(of report: TapReport) async throws -> String? {
        guard let name = report.office else {
            return try await store.offices.office(withDesk: report.desk.flatMap { DeskID($0) })?.name
        }
        return try await store.offices.offices().named(name)?.name
    }

    /// The list of stored taps. Phones keep it for when they are offline, and show it to any user of the phone.
    func keptTaps(_ request: Request, _ context: WebContext) async throws -> Response { try pages.render(try KeptTapsPage()) }
}
