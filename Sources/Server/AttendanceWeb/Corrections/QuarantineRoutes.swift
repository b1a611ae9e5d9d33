import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The quarantined taps, which HR releases or voids.
struct QuarantineRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let reads: RecordReads

    struct Found: AuthorizationSubject {
        let tap: UUID
        let subject: Person
    }

    /// The tap in the address.
    func tap(_ request: Request, _ context: WebContext) async throws -> Found? {
        guard let id = UUID(uuidString: try context.parameters.require("id")) else { return nil }
        return try await store.people.owner(ofEvent: id).map { Found(tap: id, subject: $0) }
    }

    func list(_ request: Request, _ context: WebContext) async throws -> Response {
        let (taps, clocks) = try await taps(for: context)
        return Response.json(taps.map { QuarantinedJSON($0, clocks[$0.office]) })
    }

    func release(_ request: Request, _ context: WebContext, _ found: Found) async throws -> Response {
        try await settle(found, .restore, request, context, done: .tapReleased)
    }

    func void(_ request: Request, _ context: WebContext, _ found: Found) async throws -> Response {
        try await settle(found, .void, request, context, done: .tapDiscarded)
    }

    /// Performs a decision. If it fails, a person gets the page again, with the typed reason.
    private func settle(
        _ found: Found, _ change: Correction.Change, _ request: Request, _ context: WebContext, done: StatusMessage
    ) async throws -> Response {
        let (person, fields) = (try context.person(), try await BodyFields(of: request))
        let paging = ListPaging(page: fields["page"])
        do {
            let why = try Self.justification(fields, by: person)
            let outcome = try await store.corrections.settle([found.tap], change, why, now: context.now)[0]
            if let refusal = Self.refusal(outcome) { throw refusal }
            guard request.wantsPage else { return .json(["outcome": outcome?.name]) }
            return .redirect(try await pageAddress(after: paging, for: person), done: done, of: found.subject.id)
        } catch let error as WebError where request.wantsPage {
            let failed = FailedSettlement(taps: [found.tap], isOfChosen: false, reason: fields["reason"], error.sentence)
            return try await page(context, paging, after: failed).with(status: error.status)
        }
    }

    /// Releases or discards the chosen taps: all of them, or none. If that fails, the page has the same taps chosen.
    func settleChosen(_ request: Request, _ context: WebContext) async throws -> Response {
        let (viewer, fields) = (try context.person(), try await BodyFields(of: request))
        let paging = ListPaging(page: fields["page"])
        let chosen = Set(fields.chosen(prefix: "tap-").compactMap { UUID(uuidString: $0) })
        do {
            guard !chosen.isEmpty, chosen.count <= Int(ListPaging.rows), let action = fields["do"],
                ["release", "discard"].contains(action)
            else { throw WebError.badRequest(localized("quarantine.chooseFirst"), reason: .badChoice) }
            let why = try Self.justification(fields, by: viewer)
            let owners = try await store.people.owners(ofEvents: Array(chosen))
            for tap in chosen {
                try await Authorization(store: store).require(.settleQuarantine, viewer, over: owners[tap])
            }
            let taps = try await store.corrections.events(Array(chosen)).values.sorted { $0.order < $1.order }
            let releases = action == "release"
            let outcomes = try await store.corrections.settle(
                taps.map(\.id), releases ? .restore : .void, why, now: context.now)
            if let refusal = try await self.refusal(of: taps, owners, outcomes, context) { throw refusal }
            let owner = taps.count == 1 ? owners[taps[0].id]?.id : nil
            return .redirect(
                try await pageAddress(after: paging, for: viewer), done: releases ? .tapReleased : .tapDiscarded, of: owner)
        } catch let error as WebError where request.wantsPage {
            let failed = FailedSettlement(taps: chosen, isOfChosen: true, reason: fields["reason"], error.sentence)
            return try await page(context, paging, after: failed).with(status: error.status)
        }
    }

    private static func justification(_ fields: BodyFields, by author: Person) throws(WebError) -> Justification {
        guard let reason = try fields.sentence("reason") else { throw RecordWords.error(.rejected(.reasonRequired)) }
        return Justification(author: author.userName, reason: reason)
    }

    /// Why a tap was not released or discarded; nil: it was.
    /// - Parameter outcome: nil: it is no longer held.
    private static func refusal(_ outcome: IngestOutcome?) -> WebError? {
        guard let outcome else {
            return WebError(.conflict, localized("quarantine.decidedMeanwhile"), reason: .decidedAlready)
        }
        return switch outcome {
        case .accepted: nil
        // Only a release needs a time that has passed.
        case .rejected(.future):
            WebError(outcome.status, localized("quarantine.tooEarly"), reason: Reason(outcome))
        default: RecordWords.error(outcome)
        }
    }

    /// Names the taps because of which none was released or discarded; nil: all were.
    private func refusal(
        of taps: [RecordedEvent], _ owners: [UUID: Person], _ outcomes: [IngestOutcome?], _ context: WebContext
    ) async throws -> WebError? {
        let refused = zip(taps, outcomes).compactMap { tap, outcome in Self.refusal(outcome).map { (tap, $0) } }
        guard let first = refused.first else { return nil }
        let clocks = try await clocks(of: Set(taps.map(\.office)), try context.person(), now: context.now).clocks
        let sentences = refused.map { tap, error in
            let clock = clocks[tap.office] ?? LocalClock(nil)
            let what = RecordWords.tap(tap.kind, at: clock.dayAndTime(tap.at.seconds))
            let name = owners[tap.id]?.displayName ?? ""
            return localized("quarantine.refused", ["name": name, "tap": what, "why": error.sentence])
        }
        return WebError(
            first.1.status,
            localized("quarantine.noneSettled", ["refused": sentences.localizedList("done.sentences")]),
            reason: first.1.reason)
    }

    /// The address of the page of a decision, or of the page before if that was its last tap.
    private func pageAddress(after paging: ListPaging, for viewer: Person) async throws -> String {
        let rest = try await store.corrections.quarantinedTaps(in: try offices(of: viewer), limit: 1, after: paging.after)
        return QuarantinePage.address(rest.isEmpty ? max(paging.page - 1, 0) : paging.page)
    }

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(context, ListPaging(try QueryParameters(request.uri.query)))
    }

    /// The page, or the first one if it has no taps.
    private func page(
        _ context: WebContext, _ paging: ListPaging, after failed: FailedSettlement? = nil
    ) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let (found, clocks) = try await taps(for: context, limit: ListPaging.rows + 1, after: paging.after)
        if found.isEmpty, paging.page > 0 { return try await page(context, ListPaging(), after: failed) }
        let shown = Array(found.prefix(Int(ListPaging.rows)))
        let effects = try await reads.run {
            try await store.record.previews(
                ofRestoring: shown.filter { $0.at <= now }.map(\.id), asOf: now, zones: zones)
        }
        let events = try await store.corrections.events(shown.map(\.id))
        return try pages.render(
            QuarantinePage(
                navigation: try await Navigation(for: context, at: Address.quarantine, store),
                page: paging.page, hasMore: found.count > shown.count,
                taps: shown.map { tap in
                    let clock = clocks[tap.office] ?? LocalClock(nil)
                    var entry = QuarantinePage.Entry(tap, clock, isOwn: tap.person == viewer.id, on: paging.page, now: now)
                    entry.effects = effects[tap.id].map { QuarantinePage.words($0, on: entry.date) } ?? []
                    entry.change = events[tap.id].map { QuarantinePage.TimeChange(of: $0, clock, now: now) }
                    entry.isChosen = failed?.isOfChosen == true && failed?.taps.contains(tap.id) == true
                    if failed?.isOfChosen == false, failed?.taps.contains(tap.id) == true { entry.submitted = failed?.reason }
                    return entry
                }, failed))
    }

    /// The offices of the people whose taps the viewer sees; nil: all offices.
    private func offices(of viewer: Person) throws -> [OfficeID]? {
        guard viewer.may(.settleQuarantine) else { throw WebError.forbidden }
        return viewer.reach(.settleQuarantine).onlyOffices
    }

    /// The taps of the viewer's offices, or all for an administrator. The access to their days is logged.
    /// - Parameter limit: nil: all.
    private func taps(
        for context: WebContext, limit: Int64? = nil, after: Int64 = 0
    ) async throws -> (taps: [QuarantinedTap], clocks: [OfficeID: LocalClock]) {
        let (viewer, now) = (try context.person(), context.now)
        let offices = try offices(of: viewer)
        let taps = try await store.corrections.quarantinedTaps(in: offices, limit: limit, after: after)
        let (today, clocks) = try await clocks(of: Set(taps.map(\.office)), viewer, now: now)
        if !taps.isEmpty {
            let days = taps.map { tap in
                (clocks[tap.office] ?? LocalClock(nil)).date((tap.at > now ? tap.receivedAt : tap.at).seconds)
            }
            let access = Access(
                by: viewer.id, to: .offices(offices), of: min(today, days.min() ?? today)...max(today, days.max() ?? today),
                purpose: AccessPurpose.quarantine.rawValue)
            try await store.audit.log(access, now: now)
        }
        return (taps, clocks)
    }

    /// The clocks of these offices, and the date on that of the viewer's.
    private func clocks(
        of offices: Set<OfficeID>, _ viewer: Person, now: Instant
    ) async throws -> (today: CivilDate, clocks: [OfficeID: LocalClock]) {
        let today = try await store.officeSettings.today(of: viewer, zones, now: now)
        var clocks: [OfficeID: LocalClock] = [:]
        for office in offices {
            clocks[office] = LocalClock(zone: try await store.record.clock(of: office, on: today, zones: zones))
        }
        return (today, clocks)
    }
}
