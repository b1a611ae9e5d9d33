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
        try await settle(found, request, context, done: .tapReleased) { why in
            try await store.corrections.release(found.tap, why, now: context.now)
        }
    }

    func void(_ request: Request, _ context: WebContext, _ found: Found) async throws -> Response {
        try await settle(found, request, context, done: .tapDiscarded) { why in
            try await store.corrections.void(found.tap, why, now: context.now)
        }
    }

    /// Performs a decision. If it fails, a person gets the page again, with the typed reason.
    private func settle(
        _ found: Found, _ request: Request, _ context: WebContext, done: StatusMessage,
        _ carryOut: (Justification) async throws -> IngestOutcome
    ) async throws -> Response {
        let (person, fields) = (try context.person(), try await BodyFields(of: request))
        let paging = ListPaging(page: fields["page"])
        do {
            guard let reason = try fields.sentence("reason") else {
                throw RecordWords.error(.rejected(.reasonRequired))
            }
            let outcome = try await carryOut(Justification(author: person.userName, reason: reason))
            // Only a release needs a time that has passed.
            if case .rejected(.future) = outcome {
                throw WebError(outcome.status, localized("quarantine.tooEarly"), reason: Reason(outcome))
            }
            guard case .accepted = outcome else { throw RecordWords.error(outcome) }
            guard request.wantsPage else { return .json(["outcome": outcome.name]) }
            return .redirect(try await pageAddress(after: paging, for: person), done: done, of: found.subject.id)
        } catch let error as WebError where request.wantsPage {
            return try await page(context, paging, problem: error.sentence, submitted: (found.tap, fields["reason"]))
                .with(status: error.status)
        }
    }

    /// The address of the page of a decision, or of the page before if that was its last tap.
    private func pageAddress(after paging: ListPaging, for viewer: Person) async throws -> String {
        let rest = try await store.corrections.quarantinedTaps(in: try office(of: viewer), limit: 1, after: paging.after)
        return QuarantinePage.address(rest.isEmpty ? max(paging.page - 1, 0) : paging.page)
    }

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(context, ListPaging(try QueryParameters(request.uri.query)))
    }

    /// The page, or the first one if it has no taps.
    private func page(
        _ context: WebContext, _ paging: ListPaging, problem: String? = nil, submitted: (tap: UUID, reason: String?)? = nil
    ) async throws -> Response {
        let viewer = try context.person()
        let (found, clocks) = try await taps(for: context, limit: ListPaging.rows + 1, after: paging.after)
        if found.isEmpty, paging.page > 0 {
            return try await page(context, ListPaging(), problem: problem, submitted: submitted)
        }
        return try pages.render(
            QuarantinePage(
                navigation: try await Navigation(for: context, at: Address.quarantine, store),
                page: paging.page,
                hasMore: found.count > ListPaging.rows,
                taps: found.prefix(Int(ListPaging.rows)).map { tap in
                    QuarantinePage.Entry(
                        tap, clocks[tap.office], isOwn: tap.person == viewer.id, on: paging.page, now: context.now,
                        submitted: tap.id == submitted?.tap ? submitted?.reason : nil)
                }, problem: problem))
    }

    /// The office of the taps that the viewer sees; nil: all offices.
    private func office(of viewer: Person) throws -> OfficeID? {
        // Without an office, the query returns the taps of all offices.
        guard viewer.may(.settleQuarantine) else { throw WebError.forbidden }
        return viewer.reach(.settleQuarantine).office
    }

    /// The taps of the viewer's office, or all for an administrator. The access is logged.
    /// - Parameter limit: nil: all.
    private func taps(
        for context: WebContext, limit: Int64? = nil, after: Int64 = 0
    ) async throws -> (taps: [QuarantinedTap], clocks: [OfficeID: LocalClock]) {
        let viewer = try context.person()
        let today = try await store.officeSettings.today(of: viewer, zones, now: context.now)
        let office = try office(of: viewer)
        let taps = try await store.corrections.quarantinedTaps(in: office, limit: limit, after: after)
        if !taps.isEmpty {
            let access = Access(
                by: viewer.id, to: .office(office), of: today...today, purpose: AccessPurpose.quarantine.rawValue)
            try await store.audit.log(access, now: context.now)
        }
        var clocks: [OfficeID: LocalClock] = [:]
        for office in Set(taps.map(\.office)) {
            clocks[office] = LocalClock(
                zone: try await store.record.clock(of: office, on: today, zones: zones))
        }
        return (taps, clocks)
    }
}

/// The page of quarantined taps.
struct QuarantinePage: Page {
    static let template = "pages/Corrections/quarantine"

    struct Entry: Sendable {
        let name: String
        /// The day of the tap in the person's record.
        let recordAddress: String
        let verb: String
        let at: String
        let atDesk: String?
        let source: String
        let why: String
        let receivedAt: String
        let isOwn: Bool
        /// Whether the time of the tap has not passed yet. Such a tap needs another time, or is discarded.
        let isInFuture: Bool
        let releaseAddress: String
        let voidAddress: String
        let correctAddress: String
        /// The typed reason of a decision that failed.
        let submitted: String?

        /// - Parameter page: to which a change of the time returns, from 0.
        init(_ tap: QuarantinedTap, _ clock: LocalClock?, isOwn: Bool, on page: Int64, now: Instant, submitted: String?) {
            self.submitted = submitted
            let clock = clock ?? LocalClock(nil)
            func words(_ instant: Instant) -> String { clock.dayAndTimeWithSeconds(instant.seconds) }
            let id = tap.id.uuidString.lowercased()
            name = tap.displayName
            let day = clock.date((tap.at > now ? tap.receivedAt : tap.at).seconds)
            recordAddress = Address.person(tap.userName) + RequestModel.day(day)
            verb = RecordWords.kind(tap.kind)
            at = words(tap.at)
            atDesk = tap.desk
            source = RecordWords.source(reader: tap.reader, isWithoutTag: tap.isWithoutTag)
            why = RecordWords.why(tap.why)
            receivedAt = words(tap.receivedAt)
            self.isOwn = isOwn
            isInFuture = tap.at > now
            releaseAddress = Address.release(id)
            voidAddress = Address.void(id)
            correctAddress =
                Address.correctPerson(tap.userName) + "?"
                + Address.query([("tap", id), ("back", QuarantinePage.address(page))])
        }
    }

    let navigation: Navigation
    let taps: [Entry]
    /// The number of this page, from 0, for the forms; nil: it is the first one.
    let page: String?
    let previous, next: String?
    /// Why a decision failed.
    let problem: String?

    init(navigation: Navigation, page: Int64, hasMore: Bool, taps: [Entry], problem: String?) {
        self.problem = problem
        self.navigation = navigation
        self.taps = taps
        self.page = page > 0 ? "\(page)" : nil
        previous = page > 0 ? Self.address(page - 1) : nil
        next = hasMore ? Self.address(page + 1) : nil
    }

    /// - Parameter page: from 0.
    static func address(_ page: Int64) -> String { ListPaging.address(Address.quarantine, [], page: page) }
}

/// A quarantined tap, for programs.
struct QuarantinedJSON: Encodable {
    let id: String
    let user: String
    let name: String
    let kind: String
    let at: String
    let desk: String?
    let reader: String?
    let reason: String
    let receivedAt: String

    private enum CodingKeys: String, CodingKey {
        case id, user, name, kind, at, desk, reader, reason
        case receivedAt = "received_at"
    }

    init(_ tap: QuarantinedTap, _ clock: LocalClock?) {
        id = tap.id.uuidString.lowercased()
        (user, name) = (tap.userName, tap.displayName)
        kind = tap.kind.rawValue
        at = clock?.exact(tap.at) ?? tap.at.rfc3339(precision: .milliseconds)
        (desk, reader) = (tap.desk, tap.reader)
        reason = tap.why.rawValue
        receivedAt = clock?.exact(tap.receivedAt) ?? tap.receivedAt.rfc3339(precision: .milliseconds)
    }
}
