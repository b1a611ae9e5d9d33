package import Attendance
package import FoundationEssentials
import Postgres

/// Correction requests: created by a person, decided by a manager or HR.
package struct RequestStore: Sendable {
    /// The largest number of one person's open requests for one record.
    package static let mostOpenRequests = 20
    /// The number of open requests on a page.
    package static let requestsOnPage: Int64 = 200
    /// The number of decided requests on a page.
    package static let decidedRequestsOnPage: Int64 = 50
    /// How long a decision or a correction that the person has not seen is new.
    package static let newDecisionsFor = Duration.seconds(30 * 86_400)
    /// The largest number of new decisions, and of new corrections, that a person is shown.
    package static let mostNewDecisions: Int64 = 50

    let pool: PostgresPool

    /// Stores a request if its correction is possible now. The caller checks the asker's permission.
    /// - Parameter record: an addition for `person`, or an amendment or a void of their event, with the asker as its author.
    ///   Its id becomes the request's id.
    package func ask(
        _ record: LogRecord, atSent: String?, by requester: Person, for person: Person, now: Instant
    ) async throws -> RequestOutcome {
        if case .correction(let correction) = record, case .restore = correction.change {
            return .impossible(.rejected(.badType))
        }
        if let known = try await request(record.id) {
            // Do not disclose another person's request.
            return known.askerID == requester.id ? .known(known) : .impossible(.conflict)
        }
        let outcome = try await trial(CorrectionSubmission(record, atSent: atSent, receivedAt: now))
        guard case .accepted = outcome else { return .impossible(outcome) }
        let statement = InsertRequestStatement(record, atSent: atSent, requester: requester.id, person: person.id, now: now)
        let isKept = try await pool.withTransaction { connection in
            // Serialises the asker's concurrent requests, so that the count is exact.
            try await connection.query("People/lock_person", ["person": requester.id])
            let open = try await connection.query(
                "Corrections/count_open_requests", ["person": person.id, "asker": requester.id])
            guard try open[0].get("open", as: Int64.self) < Self.mostOpenRequests else { return false }
            _ = try await connection.pipeline([statement.command])
            return true
        }
        guard isKept else { return .tooManyOpen }
        guard let request = try await request(record.id), request.askerID == requester.id else { return .impossible(.conflict) }
        return .asked(request)
    }

    /// The outcome that a correction would have now. Records it and rolls the transaction back.
    private func trial(_ submission: CorrectionSubmission) async throws -> IngestOutcome {
        struct RolledBack: Error { var outcome: IngestOutcome }
        do {
            return try await pool.withTransaction { connection in
                let transaction = CorrectionTransaction(connection: connection)
                throw RolledBack(outcome: try await transaction.record([submission])[0])
            }
        } catch let trial as RolledBack {
            return trial.outcome
        }
    }

    /// Appends the requested correction to the log, with the approver as its author, and stores the decision, in one
    /// transaction. Approving again has no effect.
    /// - Parameter allowsStale: whether to approve although the request's subject has changed since.
    package func approve(
        _ id: UUID, by approver: Person, comment: String?, evenIfStale allowsStale: Bool = false, now: Instant
    ) async throws -> DecisionOutcome {
        try await deciding(id, to: .approved, by: approver) { connection, request in
            if let missingValue = request.missingValue { return .incomplete(missingValue) }
            if request.isStale, !allowsStale { return .stale(request) }
            let submission = request.submission(approvedBy: approver, now: now)
            let transaction = CorrectionTransaction(connection: connection)
            let outcome = try await transaction.record([submission])[0]
            guard case .accepted = outcome else { return .impossible(outcome) }
            return try await Self.decide(request, .approved, by: approver, comment, now, connection)
        }
    }

    /// Refuses a request.
    /// - Parameter comment: the reason; not blank.
    package func refuse(_ id: UUID, by decider: Person, comment: String, now: Instant) async throws -> DecisionOutcome {
        try await deciding(id, to: .refused, by: decider) { connection, request in
            try await Self.decide(request, .refused, by: decider, comment, now, connection)
        }
    }

    /// Withdraws one's own request.
    package func withdraw(_ id: UUID, by requester: Person, now: Instant) async throws -> DecisionOutcome {
        try await deciding(id, to: .withdrawn, by: requester) { connection, request in
            guard request.askerID == requester.id else { return .unknownRequest }
            return try await Self.decide(request, .withdrawn, by: requester, nil, now, connection)
        }
    }

    /// Runs `body` if the request is open, with the log and the request locked.
    private func deciding(
        _ id: UUID, to state: CorrectionRequest.State, by person: Person,
        _ body: (PostgresConnection, CorrectionRequest) async throws -> DecisionOutcome
    ) async throws -> DecisionOutcome {
        try await pool.withTransaction { connection in
            let results = try await connection.pipeline([
                PostgresCommand("Taps/lock_log"), PostgresCommand("Corrections/lock_request", ["id": id]),
                PostgresCommand("Corrections/request", ["id": id]),
            ])
            guard let request = try results[2].first.map(CorrectionRequest.init) else { return .unknownRequest }
            if state != .withdrawn, [request.askerID, request.personID].contains(person.id) { return .own }
            guard request.state == .open else {
                let isRepeated = request.state == state && request.decision?.by.userName == person.userName
                return isRepeated ? .decided(request) : .tooLate(request)
            }
            return try await body(connection, request)
        }
    }

    private static func decide(
        _ request: CorrectionRequest, _ state: CorrectionRequest.State, by person: Person, _ comment: String?,
        _ now: Instant, _ connection: PostgresConnection
    ) async throws -> DecisionOutcome {
        try await connection.query(
            "Corrections/decide_request",
            [
                "state": state.rawValue, "decider": person.id, "comment": comment, "now": PostgresTimestamp(now),
                "id": request.id,
            ])
        guard let row = try await connection.query("Corrections/request", ["id": request.id]).first else {
            return .unknownRequest
        }
        return .decided(try CorrectionRequest(row))
    }

    package func request(_ id: UUID) async throws -> CorrectionRequest? {
        try await pool.query("Corrections/request", ["id": id]).first.map(CorrectionRequest.init)
    }

    /// The requests for a person's record, by any asker: open requests first, then the latest.
    package func requests(of person: PersonID, limit: Int64 = 50) async throws -> [CorrectionRequest] {
        try await pool.query("Corrections/requests_of_person", ["person": person, "limit": limit])
            .map(CorrectionRequest.init)
    }

    /// A person's requests for the records of other people: open requests first, then the latest.
    /// ``CorrectionRequest/isStale`` is always false, because the asker may no longer have access to these records.
    package func requestsForOthers(by requester: PersonID, limit: Int64 = 50) async throws -> [CorrectionRequest] {
        try await pool.query("Corrections/requests_for_others", ["asker": requester, "limit": limit])
            .map(CorrectionRequest.init)
    }

    /// A person's requests that another person decided in the last ``newDecisionsFor`` and since the person last saw such decisions,
    /// latest decision first, at most ``mostNewDecisions``.
    package func newDecisions(for requester: PersonID, now: Instant) async throws -> [CorrectionRequest] {
        try await pool.query(
            "Corrections/new_decisions",
            [
                "asker": requester, "since": PostgresTimestamp(now - Self.newDecisionsFor),
                "limit": Self.mostNewDecisions,
            ]
        ).map(CorrectionRequest.init)
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
    /// - Parameter page: from 0; each has ``requestsOnPage`` requests.
    package func requestsToDecide(
        within reach: PeopleScope, page: Int64 = 0
    ) async throws -> (requests: [CorrectionRequest], hasMore: Bool) {
        try await self.page(of: "Corrections/requests_to_decide", within: reach, page, size: Self.requestsOnPage)
    }

    /// A page of the approved and rejected requests within reach, latest decision first, and whether there are more.
    /// - Parameter page: from 0; each has ``decidedRequestsOnPage`` requests.
    package func decidedRequests(
        within reach: PeopleScope, page: Int64 = 0
    ) async throws -> (requests: [CorrectionRequest], hasMore: Bool) {
        try await self.page(of: "Corrections/decided_requests", within: reach, page, size: Self.decidedRequestsOnPage)
    }

    private func page(
        of query: PostgresQuery, within reach: PeopleScope, _ page: Int64, size: Int64
    ) async throws -> (requests: [CorrectionRequest], hasMore: Bool) {
        let found = try await pool.query(
            query,
            [
                "viewer": reach.viewer, "of_teams": reach.ofTeams, "office": reach.office, "all": reach.all,
                "limit": size + 1, "offset": page * size,
            ]
        ).map(CorrectionRequest.init)
        return (Array(found.prefix(Int(size))), found.count > size)
    }

    /// The number of open requests within reach, and whether the viewer manages a team.
    package func countRequestsToDecide(within reach: PeopleScope) async throws -> (open: Int64, managesATeam: Bool) {
        let row = try await pool.query(
            "Corrections/count_requests_to_decide",
            ["viewer": reach.viewer, "of_teams": reach.ofTeams, "office": reach.office, "all": reach.all])[0]
        return (open: try row.get("open"), managesATeam: try row.get("manages_team"))
    }
}
