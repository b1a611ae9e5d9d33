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
    let cookies: Cookies
    let result: TapResultRoutes

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(ofTag: request.uri.query)
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
            refusal.detail = TapWords.message(for: .rejected(error), kind: nil, desk: nil)
            throw refusal
        }
        // A tab that was open before the sign-in asks for a touch (signed-out.js): another one may have recorded the tap.
        let isAutomatic =
            report.kind == nil || parameters["touch"] != nil
            ? false
            : try await AutomaticTap(words: store.tagWords, tags: tags)
                .isMeant(tap, report, word: parameters["k"], request, now: context.now)
        let address = request.head.path ?? ""
        var state: TapSummary.Now?
        var already: String?
        var question: MissingTap?
        var isRepeat = false
        var occupant: String?
        var place: DeskMap.Desk?
        if tap.kind == .start, let desk = tap.desk {
            place = try await store.offices.office(ofDesk: desk, inOfficeNamed: report.office, from: person?.office)
                .map { DeskMap.Desk(office: $0, desk: desk) }
        }
        let hasDesk = tap.kind != .start || place != nil
        if let person {
            let found = try await store.presence.whereabouts(of: [person.id]).first
            state = TapSummary.Now(found?.person, at: context.now)
            // A desk of this name in another office is another desk.
            if let place, state?.desk == place.desk.description, place.office != found?.person.office { state?.desk = nil }
            if report.kind != nil, let state, let found {
                let isSoon = found.repeatsUntil.map { tap.at.seconds <= $0.seconds } ?? false
                already = try await sentence(for: tap, repeating: state, of: found, isSoon: isSoon, person, now: context.now)
                isRepeat = isSoon && already != nil
                if already != nil, !isSoon {
                    question = MissingTap(besides: tap.kind, on: try await today(of: person, now: context.now))
                }
            }
            if !isAutomatic, let place, state?.desk != place.desk.description {
                occupant = try await sentence(about: place, for: person, now: context.now)
            }
        }
        // At work, a tag without an event still offers a break and the clock-out.
        if !hasDesk, report.kind != nil || state?.state ?? .off == .off {
            let outcome = TapOutcome.log(.rejected(.unknownDesk))
            return try result.refused(report, TapAnswer(report, outcome), person, status: TapAnswer.status(of: outcome))
        }
        // A signed-in person knows the office.
        let office = person == nil ? try await office(of: report) : nil
        var response = try pages.render(
            TapPage(
                report, at: parameters["at"], signature: ["u", "c", "m"].map { ($0, parameters[$0]) }, person: person,
                office: office, hasDesk: hasDesk, state: state, already: already, question: question,
                occupant: occupant, isRepeat: isRepeat,
                isAutomatic: isAutomatic,
                isAutomaticAfterSignIn: isAutomatic && AutomaticTap.survivesSignIn(report, word: parameters["k"]),
                address: address))
        if person == nil, let goal = ReturnAddress(address) { cookies.rememberGoal(goal, on: &response) }
        return response
    }

    /// The sentence for a person whose state a tap would only repeat; nil: it would not, or the state began before today.
    /// - Parameter isSoon: whether the tap would be a double tap of the latest one.
    private func sentence(
        for tap: Tap, repeating state: TapSummary.Now, of found: Whereabouts, isSoon: Bool, _ person: Person, now: Instant
    ) async throws -> String? {
        let since: Instant?
        switch (state.state, tap.kind) {
        case (.off, .pause) where isSoon, (.off, .end): since = found.leftAt
        case (.work, .start) where state.desk != nil && state.desk == tap.desk?.description:
            since = found.person.stateSince
        case (.pause, .pause): since = found.person.stateSince
        default: since = nil
        }
        guard let since else { return nil }
        let clock = try await clock(of: person)
        guard clock.date(since.seconds) == clock.date(now.seconds) else { return nil }
        let time = clock.time(since.seconds)
        let sentence =
            switch state.state {
            case .off: localized("tap.alreadyOutAt", ["time": time])
            case .work: localized("tap.alreadyAtWorkSince", ["time": time, "desk": state.desk ?? ""])
            case .pause: localized("tap.alreadyOnBreakSince", ["time": time])
            }
        let next = localized(state.state == .pause ? "tap.next.pause" : "tap.nothingToDo")
        return isSoon ? [sentence, next].localizedList("done.sentences") : sentence
    }

    private func clock(of person: Person) async throws -> LocalClock {
        LocalClock(try await store.offices.office(person.office)?.timeZone)
    }

    private func today(of person: Person, now: Instant) async throws -> CivilDate {
        try await clock(of: person).date(now.seconds)
    }

    /// The sentence about another person who is at a desk; nil: there is none, or the viewer may not see the office's map.
    private func sentence(about place: DeskMap.Desk, for viewer: Person, now: Instant) async throws -> String? {
        guard let names = try await MapAccess.names(on: place.office, for: viewer, store),
            let holder = try await store.presence.holder(of: place, now: now), holder.id != viewer.id
        else { return nil }
        return names.shows(holder) ? localized("tap.heldBy", ["name": holder.displayName]) : localized("tap.held")
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
