package import Attendance
package import FoundationEssentials
import Postgres

/// Correction requests: created by a person, decided by a manager or HR.
package struct RequestStore: Sendable {
    /// The largest number of one person's open requests for one record. A whole day counts once.
    package static let mostOpenRequests = 20
    /// The number of open requests on a page.
    package static let requestsOnPage: Int64 = 200
    /// The number of decided requests on a page.
    package static let decidedRequestsOnPage: Int64 = 50
    /// The number of requests for a person's record that matter: the open ones, and then the latest. A whole day has up to four.
    package static let requestsOfPerson: Int64 = 100
    /// How long a decision or a correction that the person has not seen is new.
    package static let newDecisionsFor = Duration.seconds(30 * 86_400)
    /// The largest number of new decisions, and of new corrections, that a person is shown.
    package static let mostNewDecisions: Int64 = 50

    let pool: PostgresPool

    /// Stores a request if its correction is possible now. The caller checks the asker's permission.
    /// - Parameter record: an addition for `person`, or an amendment or a void of their event, with the asker as its author.
    ///   Its id becomes the request's id.
    package func ask(
        _ record: LogRecord, atSent: String?, by requester: Person, for person: Person, _ check: CorrectionCheck, now: Instant,
        zones: TimeZoneDatabase
    ) async throws -> RequestOutcome {
        if case .correction(let correction) = record, case .restore = correction.change {
            return .impossible(.rejected(.badType))
        }
        let statement = InsertRequestStatement(record, atSent: atSent, requester: requester.id, person: person.id, now: now)
        return try await pool.withTransaction { connection in
            try await Self.keep([requester.id, person.id], office: statement.office, connection)
            // Behind the log's lock, the asker's concurrent requests are counted exactly.
            let submission = CorrectionSubmission(record, atSent: atSent, receivedAt: now)
            let outcome = try await CorrectionTransaction(connection: connection).evaluate([submission]).batch.outcomes[0]
            var review: CorrectionReview?
            if check != .nothing, outcome.isAcceptedOrKnown {
                review = try await CorrectionReview(
                    of: record, for: person.id, in: person.office, connection, zones, now: now)
            }
            if let known = try await Self.request(record.id, connection) {
                // Do not disclose another person's request.
                let first = InsertRequestStatement(
                    known.record, atSent: known.atSent, requester: known.askerID, person: known.personID, now: known.askedAt)
                let offices = try await connection.query("Offices/offices", ["office": nil]).map(Office.init)
                return first.isRepeated(by: statement, offices) ? .known(known, review?.preview) : .impossible(.conflict)
            }
            guard case .accepted = outcome else { return .impossible(outcome) }
            if let refusal = review?.refusal(check) { return .contradictory(refusal) }
            let open = try await connection.query(
                "Corrections/count_open_requests", ["person": person.id, "asker": requester.id])
            guard try open[0].get("open", as: Int64.self) < Self.mostOpenRequests else { return .tooManyOpen }
            _ = try await connection.pipeline([statement.command])
            guard let request = try await Self.request(record.id, connection) else { return .impossible(.conflict) }
            return .asked(request, review?.preview)
        }
    }

    /// Stores the requests for a whole day, all or none, if it can be added now. The caller checks the asker's permission.
    /// - Returns: the first of the requests.
    package func ask(
        _ day: WholeDay, by requester: Person, for person: Person, now: Instant, zones: TimeZoneDatabase
    ) async throws -> RequestOutcome {
        let id = day.entries[0].record.id
        let statements = day.entries.map { entry in
            InsertRequestStatement(entry.record, atSent: entry.atSent, requester: requester.id, person: person.id, now: now)
        }
        return try await pool.withTransaction { connection in
            try await Self.keep([requester.id, person.id], connection)
            let transaction = CorrectionTransaction(connection: connection)
            let batch = try await transaction.evaluate(day.entries).batch
            let outcome = WholeDay.outcome(batch.outcomes)
            var preview: CorrectionPreview?
            if outcome.isAcceptedOrKnown {
                preview = try await CorrectionPreview.ofWholeDay(
                    day.records, for: person.id, in: batch.firstOffice ?? person.office, connection, zones, now: now)
            }
            let known = try await Self.requests(ofDay: id, connection)
            if let first = known.first {
                let offices = try await connection.query("Offices/offices", ["office": nil]).map(Office.init)
                let isRepeated =
                    known.count == statements.count
                    && zip(known, statements).allSatisfy { request, statement in
                        InsertRequestStatement(
                            request.record, atSent: request.atSent, requester: request.askerID, person: request.personID,
                            now: request.askedAt
                        ).isRepeated(by: statement, offices)
                    }
                return isRepeated ? .known(first, preview) : .impossible(.conflict)
            }
            guard case .accepted = outcome else { return .impossible(outcome) }
            let waiting = try await connection.query(
                "Corrections/requests_of_person", ["person": person.id, "limit": Self.requestsOfPerson]
            ).map(CorrectionRequest.init).filter { $0.state == .open }.compactMap(\.addedTap?.at)
            let instants = day.records.flatMap { $0.instants(target: nil) }
            if preview?.contradiction == nil, let first = instants.first, let last = instants.last,
                let other = waiting.first(where: { first <= $0 && $0 <= last })
            {
                preview?.contradiction = .overlap(at: other.seconds)
            }
            if let preview, preview.contradiction != nil { return .contradictory(preview) }
            let open = try await connection.query(
                "Corrections/count_open_requests", ["person": person.id, "asker": requester.id])
            guard try open[0].get("open", as: Int64.self) < Self.mostOpenRequests else { return .tooManyOpen }
            _ = try await connection.pipeline(statements.map(\.command))
            guard let request = try await Self.request(id, connection) else { return .impossible(.conflict) }
            return .asked(request, preview)
        }
    }

    /// Appends the requested correction to the log, with the approver as its author, and stores the decision, in one
    /// transaction. It is compared with the record as it is then. Approving again has no effect.
    /// - Parameters:
    ///   - wholeDay: whether to approve the whole day that was requested with it, all or none.
    ///   - allowsStale: whether to approve although the request's subject has changed since.
    package func approve(
        _ id: UUID, wholeDay: Bool = false, by approver: Person, comment: String?, evenIfStale allowsStale: Bool = false,
        now: Instant, zones: TimeZoneDatabase
    ) async throws -> DecisionOutcome {
        try await deciding(id, wholeDay: wholeDay, to: .approved, by: approver, now, zones) { connection, requests in
            if let missingValue = requests.compactMap(\.missingValue).first { return .incomplete(missingValue) }
            if let stale = requests.first(where: \.isStale), !allowsStale { return .stale(stale) }
            let transaction = CorrectionTransaction(connection: connection)
            let (batch, version) = try await transaction.evaluate(
                requests.map { $0.submission(approvedBy: approver, now: now) })
            let outcome = WholeDay.outcome(batch.outcomes)
            guard case .accepted = outcome else { return .impossible(outcome) }
            let (preview, refusal) = try await Self.review(requests, at: batch.firstOffice, connection, zones, now: now)
            if let refusal { return .contradictory(refusal) }
            try await transaction.write(batch, version)
            return try await Self.decide(requests, .approved, by: approver, comment, now, connection, preview)
        }
    }

    /// What an approval changes, and what is wrong with it; nil: it makes sense.
    /// - Parameters:
    ///   - requests: one request, or those of a whole day.
    ///   - office: of the day; nil: that of the person.
    private static func review(
        _ requests: [CorrectionRequest], at office: OfficeID?, _ connection: PostgresConnection, _ zones: TimeZoneDatabase,
        now: Instant
    ) async throws -> (preview: CorrectionPreview?, refusal: CorrectionPreview?) {
        let request = requests[0]
        if requests.count > 1 {
            let preview = try await CorrectionPreview.ofWholeDay(
                requests.map(\.record), for: request.personID, in: office ?? request.homeOffice, connection, zones, now: now)
            return (preview, preview?.contradiction == nil ? nil : preview)
        }
        var review = try await CorrectionReview(
            of: request.record, for: request.personID, in: request.homeOffice, connection, zones, now: now)
        let refusal = review?.refusal(.contradictions)
        return (review?.preview, refusal)
    }

    /// Refuses a request.
    /// - Parameters:
    ///   - wholeDay: whether to refuse the whole day that was requested with it.
    ///   - comment: the reason; not blank.
    package func refuse(
        _ id: UUID, wholeDay: Bool = false, by decider: Person, comment: String, now: Instant, zones: TimeZoneDatabase
    ) async throws -> DecisionOutcome {
        try await deciding(id, wholeDay: wholeDay, to: .refused, by: decider, now, zones) { connection, requests in
            try await Self.decide(requests, .refused, by: decider, comment, now, connection)
        }
    }

    /// Withdraws one's own request.
    /// - Parameter wholeDay: whether to withdraw the whole day that was requested with it.
    package func withdraw(
        _ id: UUID, wholeDay: Bool = false, by requester: Person, now: Instant
    ) async throws -> DecisionOutcome {
        try await deciding(id, wholeDay: wholeDay, to: .withdrawn, by: requester, now, nil) { connection, requests in
            guard requests[0].askerID == requester.id else { return .unknownRequest }
            return try await Self.decide(requests, .withdrawn, by: requester, nil, now, connection)
        }
    }

    /// Runs `body` with the request, or with those of its whole day in the order of their times, if it is open, with the log locked.
    /// All decisions lock the log.
    /// - Parameters:
    ///   - wholeDay: a day of which a part was decided before is none any more; then the request is decided alone.
    ///   - zones: nil: the asker withdraws it. Anyone else sees the days of the request, which is logged as an access.
    private func deciding(
        _ id: UUID, wholeDay: Bool, to state: CorrectionRequest.State, by person: Person, _ now: Instant,
        _ zones: TimeZoneDatabase?,
        _ body: (PostgresConnection, [CorrectionRequest]) async throws -> DecisionOutcome
    ) async throws -> DecisionOutcome {
        try await pool.withTransaction { connection in
            guard let named = try await Self.request(id, connection) else { return .unknownRequest }
            try await Self.keep([person.id, named.askerID, named.personID], connection)
            let results = try await connection.pipeline([
                PostgresCommand("Taps/lock_log"), PostgresCommand("Corrections/lock_request", ["id": id]),
                PostgresCommand("Corrections/request", ["id": id]),
            ])
            guard let request = try results[2].first.map(CorrectionRequest.init) else { return .unknownRequest }
            if zones != nil, [request.askerID, request.personID].contains(person.id) { return .own }
            // Before the correction moves the tap.
            var days: [CivilDate] = []
            if let zones { days = try await Self.days(of: request, now, zones, connection) }
            let day = wholeDay ? try await Self.requests(sentWith: request, connection).wholeDay : nil
            if wholeDay, day == nil, state == .approved,
                let other = try await Self.requests(ofDay: request.id, connection).first(where: {
                    $0.state != request.state && $0.askerID == request.askerID && $0.askedAt == request.askedAt
                })
            {
                // A part was decided meanwhile: the day that the approver saw is none any more.
                return .tooLate(other)
            }
            let requests = day ?? [request]
            let outcome: DecisionOutcome
            if let decided = requests.first(where: { $0.state != .open }) {
                let isRepeated = requests.allSatisfy { $0.state == state && $0.decision?.by.userName == person.userName }
                outcome = isRepeated ? .decided(decided, nil) : .tooLate(decided)
            } else {
                outcome = try await body(connection, requests)
            }
            if let change = outcome.change, zones != nil {
                days += change.days.map(\.key.date) + [change.subject?.place.date].compactMap(\.self)
            }
            if let first = days.min(), let last = days.max() {
                let access = Access(
                    by: person.id, to: .person(request.personID), of: first...last, purpose: AccessPurpose.deciding.rawValue)
                _ = try await connection.pipeline([AuditStore.command(access, now: now)])
            }
            return outcome
        }
    }

    /// Keeps the rows to which a request and an access refer. A new name of a person or an office locks its row first and the log
    /// second, so these rows are locked before the log, too.
    /// - Parameter office: a name.
    private static func keep(
        _ people: [PersonID], office: String? = nil, _ connection: PostgresConnection
    ) async throws {
        try await connection.query("People/keep_people", ["people": people])
        if let office { try await connection.query("Offices/keep_office", ["name": office]) }
    }

    /// The working days of a request; today if they are erased.
    private static func days(
        of request: CorrectionRequest, _ now: Instant, _ zones: TimeZoneDatabase, _ connection: PostgresConnection
    ) async throws -> [CivilDate] {
        let settings = try await connection.query("Offices/office_settings", ["seq": nil])
        var calendars = try OfficeClocks(settings, zones).calendars
        let target = try await LoggedEvents.target(of: request.record, connection)
        let days = calendars.days(of: request, target).map(\.date)
        return days.isEmpty ? [calendars[request.homeOffice].workingDay(at: now.seconds).date] : days
    }

    private static func decide(
        _ requests: [CorrectionRequest], _ state: CorrectionRequest.State, by person: Person, _ comment: String?,
        _ now: Instant, _ connection: PostgresConnection, _ change: CorrectionPreview? = nil
    ) async throws -> DecisionOutcome {
        for request in requests {
            try await connection.query(
                "Corrections/decide_request",
                [
                    "state": state.rawValue, "decider": person.id, "comment": comment, "now": PostgresTimestamp(now),
                    "id": request.id,
                ])
        }
        guard let decided = try await Self.request(requests[0].id, connection) else { return .unknownRequest }
        return .decided(decided, change)
    }

    /// The requests that were sent as a whole day with this one and have its state, in the order of their ids; it is one of them.
    private static func requests(
        sentWith request: CorrectionRequest, _ connection: PostgresConnection
    ) async throws -> [CorrectionRequest] {
        let day = SentDay(request)
        return try await requests(ofDay: request.id, connection).filter { SentDay($0) == day }
    }

    /// The requests for the entries of a whole day, in the order of their ids.
    /// - Parameter id: of any of them.
    private static func requests(ofDay id: UUID, _ connection: PostgresConnection) async throws -> [CorrectionRequest] {
        let found = try await connection.pipeline(id.idsOfDay.map { PostgresCommand("Corrections/request", ["id": $0]) })
        return try found.compactMap { $0.first }.map(CorrectionRequest.init)
    }

    package func request(_ id: UUID) async throws -> CorrectionRequest? {
        try await pool.withConnection { try await Self.request(id, $0) }
    }

    private static func request(_ id: UUID, _ connection: PostgresConnection) async throws -> CorrectionRequest? {
        try await connection.query("Corrections/request", ["id": id]).first.map(CorrectionRequest.init)
    }

    /// Those of these requests that are for records within reach, oldest first.
    package func requests(_ ids: [UUID], within reach: PeopleScope) async throws -> [CorrectionRequest] {
        try await pool.query(
            "Corrections/requests_in_reach",
            [
                "ids": ids, "viewer": reach.viewer, "of_teams": reach.ofTeams, "offices": reach.offices, "all": reach.all,
            ]
        ).map(CorrectionRequest.init)
    }

    /// The requests for a person's record, by any asker: open requests first, then the latest.
    /// - Parameter limit: more if there are more open ones, up to ``requestsOfPerson``. The rest of the last whole day follows.
    package func requests(of person: PersonID, limit: Int64 = requestsOfPerson) async throws -> [CorrectionRequest] {
        let requests = try await pool.query(
            "Corrections/requests_of_person",
            ["person": person, "limit": Self.withRestOfDay(max(limit, Self.requestsOfPerson))]
        ).map(CorrectionRequest.init)
        let open = requests.prefix(Int(Self.requestsOfPerson)).count { $0.state == .open }
        return Array(requests.prefix(requests.endOfDay(from: max(open, Int(limit)))))
    }

    /// The open requests for the records of these people, by any requester, in no order.
    func openRequests(of people: [PersonID]) async throws -> [CorrectionRequest] {
        try await pool.query("Corrections/open_requests", ["people": people]).map(CorrectionRequest.init)
    }

    /// A person's requests for the records of other people: open requests first, then the latest.
    /// ``CorrectionRequest/isStale`` is always false, because the asker may no longer have access to these records.
    /// - Parameter limit: the rest of the last whole day follows.
    package func requestsForOthers(by requester: PersonID, limit: Int64 = 50) async throws -> [CorrectionRequest] {
        try Self.cut(
            await pool.query("Corrections/requests_for_others", ["asker": requester, "limit": Self.withRestOfDay(limit)]),
            at: limit)
    }

    /// A person's requests that another person decided in the last ``newDecisionsFor`` and since the person last saw such decisions,
    /// latest decision first: at most ``mostNewDecisions``, and the rest of the last whole day.
    package func newDecisions(for requester: PersonID, now: Instant) async throws -> [CorrectionRequest] {
        try Self.cut(
            await pool.query(
                "Corrections/new_decisions",
                [
                    "asker": requester, "since": PostgresTimestamp(now - Self.newDecisionsFor),
                    "limit": Self.withRestOfDay(Self.mostNewDecisions),
                ]),
            at: Self.mostNewDecisions)
    }

    /// Corrections and additions in a person's record by other people in the last ``newDecisionsFor`` and since the person
    /// last saw them, latest first, at most ``mostNewDecisions``. Those that the person requested are new decisions instead.
    package func newCorrections(for person: PersonID, now: Instant) async throws -> [NewCorrection] {
        try await pool.query(
            "Corrections/new_corrections",
            [
                "person": person, "since": PostgresTimestamp(now - Self.newDecisionsFor),
                "limit": Self.mostNewDecisions,
            ]
        ).map(NewCorrection.init)
    }

    /// The number of new decisions and new corrections, also of those that ``newDecisions(for:now:)`` and
    /// ``newCorrections(for:now:)`` leave out.
    package func countNewDecisions(for person: PersonID, now: Instant) async throws -> Int64 {
        try await pool.query(
            "Corrections/count_new_decisions",
            ["person": person, "since": PostgresTimestamp(now - Self.newDecisionsFor)])[0].get("decisions")
    }

    /// Stores that a person has seen the decisions on their requests, and the corrections in their record, until an instant. They
    /// are no longer new.
    package func setDecisionsSeen(by requester: PersonID, until instant: Instant) async throws {
        try await pool.query(
            "Corrections/set_seen_decisions", ["person": requester, "seen_at": PostgresTimestamp(instant)])
    }

    /// A page of the open requests within reach, oldest first, and whether there are more.
    /// - Parameter page: from 0; each has ``requestsOnPage`` requests. A whole day is on the page of its first one.
    package func requestsToDecide(
        within reach: PeopleScope, page: Int64 = 0
    ) async throws -> (requests: [CorrectionRequest], hasMore: Bool) {
        try await self.page(of: "Corrections/requests_to_decide", within: reach, page, size: Self.requestsOnPage)
    }

    /// A page of the approved and rejected requests within reach, latest decision first, and whether there are more.
    /// - Parameter page: from 0; each has ``decidedRequestsOnPage`` requests. A whole day is on the page of its first one.
    package func decidedRequests(
        within reach: PeopleScope, page: Int64 = 0
    ) async throws -> (requests: [CorrectionRequest], hasMore: Bool) {
        try await self.page(of: "Corrections/decided_requests", within: reach, page, size: Self.decidedRequestsOnPage)
    }

    private func page(
        of query: PostgresQuery, within reach: PeopleScope, _ page: Int64, size: Int64
    ) async throws -> (requests: [CorrectionRequest], hasMore: Bool) {
        // The request before the page says whether its day goes on.
        let before: Int64 = page > 0 ? 1 : 0
        let found = try await pool.query(
            query,
            [
                "viewer": reach.viewer, "of_teams": reach.ofTeams, "offices": reach.offices, "all": reach.all,
                "limit": before + Self.withRestOfDay(size) + 1, "offset": page * size - before,
            ]
        ).map(CorrectionRequest.init)
        let (start, end) = (found.endOfDay(from: Int(before)), found.endOfDay(from: Int(before + size)))
        return (Array(found[start..<end]), found.count > end)
    }

    /// The number of rows that contain this number of requests, and the rest of the last one's day.
    private static func withRestOfDay(_ limit: Int64) -> Int64 { min(limit, .max - 3) + 3 }

    /// The first requests, and the rest of the last whole day.
    private static func cut(_ rows: PostgresResult, at limit: Int64) throws -> [CorrectionRequest] {
        let requests = try rows.map(CorrectionRequest.init)
        return Array(requests.prefix(requests.endOfDay(from: Int(limit))))
    }

    /// The number of open requests within reach, and whether the viewer manages a team.
    package func countRequestsToDecide(within reach: PeopleScope) async throws -> (open: Int64, managesATeam: Bool) {
        let row = try await pool.query(
            "Corrections/count_requests_to_decide",
            ["viewer": reach.viewer, "of_teams": reach.ofTeams, "offices": reach.offices, "all": reach.all])[0]
        return (open: try row.get("open"), managesATeam: try row.get("manages_team"))
    }
}
