package import Attendance
package import FoundationEssentials
import Postgres

/// Correction requests: asked by a person, decided by a manager or HR.
package struct RequestStore: Sendable {
    /// Open requests of one person in one record at most.
    package static let mostOpenRequests = 20
    /// Requests that wait for a decision, on a page.
    package static let requestsOnPage: Int64 = 200

    let pool: PostgresPool

    /// Keeps what somebody asks for, if it could be carried out now. Whether they may ask is decided before.
    /// - Parameter record: an addition for `person`, or an amendment or a void of their event, the asker being its author. Its
    ///   id is that of the request.
    package func ask(
        _ record: LogRecord, atSent: String?, by asker: Person, for person: Person, now: Instant
    ) async throws -> AskOutcome {
        if case .correction(let correction) = record, case .restore = correction.change {
            return .impossible(.rejected(.badType))
        }
        if let known = try await request(record.id) {
            // Its number says nothing of a request by somebody else.
            return known.askerID == asker.id ? .known(known) : .impossible(.conflict)
        }
        let outcome = try await trial(CorrectionSubmission(record, atSent: atSent, receivedAt: now))
        guard case .accepted = outcome else { return .impossible(outcome) }
        let row = RequestRow(record)
        let isKept = try await pool.withTransaction { connection in
            // Requests that come at once are counted one after the other.
            try await connection.query("People/lock_person", ["person": asker.id])
            let open = try await connection.query("Corrections/count_open_requests", asker.id, person.id)
            guard try open[0].get("open", as: Int64.self) < Self.mostOpenRequests else { return false }
            try await connection.query(
                "Corrections/insert_request", record.id, asker.id, person.id, row.type, row.target, row.kind,
                row.at.map(PostgresTimestamp.init), row.at.map { atSent ?? $0.rfc3339(precision: .milliseconds) }, row.desk,
                row.setsDesk, row.office, row.reason,
                PostgresTimestamp(now))
            return true
        }
        guard isKept else { return .tooManyOpen }
        guard let request = try await request(record.id), request.askerID == asker.id else { return .impossible(.conflict) }
        return .asked(request)
    }

    /// What would become of a correction, were it made now: it is made, and taken back before anybody sees it.
    private func trial(_ submission: CorrectionSubmission) async throws -> IngestOutcome {
        struct TakenBack: Error { var outcome: IngestOutcome }
        do {
            return try await pool.withTransaction { connection in
                let transaction = CorrectionTransaction(connection: connection)
                throw TakenBack(outcome: try await transaction.record([submission])[0])
            }
        } catch let trial as TakenBack {
            return trial.outcome
        }
    }

    /// Puts what was asked for into the log, with the approver as its author, and says so beside it: both or neither. To
    /// approve again does no harm.
    /// - Parameter isStaleRight: whether to do so although what it is about has changed since.
    package func approve(
        _ id: UUID, by approver: Person, comment: String?, evenIfStale isStaleRight: Bool = false, now: Instant
    ) async throws -> DecisionOutcome {
        try await deciding(id, to: .approved, by: approver) { connection, request in
            if let lack = request.lack { return .incomplete(lack) }
            if request.isStale, !isStaleRight { return .stale(request) }
            let submission = request.submission(approvedBy: approver, now: now)
            let transaction = CorrectionTransaction(connection: connection)
            let outcome = try await transaction.record([submission])[0]
            guard case .accepted = outcome else { return .impossible(outcome) }
            return try await Self.decide(request, .approved, by: approver, comment, now, connection)
        }
    }

    /// - Parameter comment: why; not blank.
    package func refuse(_ id: UUID, by decider: Person, comment: String, now: Instant) async throws -> DecisionOutcome {
        try await deciding(id, to: .refused, by: decider) { connection, request in
            try await Self.decide(request, .refused, by: decider, comment, now, connection)
        }
    }

    /// Takes back what one asked for.
    package func withdraw(_ id: UUID, by asker: Person, now: Instant) async throws -> DecisionOutcome {
        try await deciding(id, to: .withdrawn, by: asker) { connection, request in
            guard request.askerID == asker.id else { return .unknownRequest }
            return try await Self.decide(request, .withdrawn, by: asker, nil, now, connection)
        }
    }

    /// Runs `body` while nobody else can decide the request or write to the log, if it is still open.
    private func deciding(
        _ id: UUID, to state: CorrectionRequest.State, by person: Person,
        _ body: (PostgresConnection, CorrectionRequest) async throws -> DecisionOutcome
    ) async throws -> DecisionOutcome {
        try await pool.withTransaction { connection in
            let results = try await connection.pipeline([
                PostgresCommand("Taps/lock_log"), PostgresCommand("Corrections/lock_request", id),
                PostgresCommand("Corrections/request", id),
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
        _ request: CorrectionRequest, _ state: CorrectionRequest.State, by person: Person, _ comment: String?, _ now: Instant,
        _ connection: PostgresConnection
    ) async throws -> DecisionOutcome {
        try await connection.query(
            "Corrections/decide_request", request.id, state.rawValue, person.id, comment, PostgresTimestamp(now))
        guard let row = try await connection.query("Corrections/request", request.id).first else { return .unknownRequest }
        return .decided(try CorrectionRequest(row))
    }

    package func request(_ id: UUID) async throws -> CorrectionRequest? {
        try await pool.query("Corrections/request", id).first.map(CorrectionRequest.init)
    }

    /// What is asked for in somebody's record, by themselves or others: what is open first, then the latest.
    package func requests(of person: Int64, limit: Int64 = 50) async throws -> [CorrectionRequest] {
        try await pool.query("Corrections/requests_of_person", person, limit).map(CorrectionRequest.init)
    }

    /// What somebody asked for in the records of others, and no more than that: whether it is stale is not said.
    package func requestsForOthers(by asker: Int64, limit: Int64 = 50) async throws -> [CorrectionRequest] {
        try await pool.query("Corrections/requests_for_others", asker, limit).map(CorrectionRequest.init)
    }

    /// What is open of those within reach, the oldest first: a page of it, and whether there are more.
    /// - Parameter page: from 0, of ``requestsOnPage``.
    package func requestsToDecide(
        within reach: Reach, page: Int64 = 0
    ) async throws -> (requests: [CorrectionRequest], hasMore: Bool) {
        let found = try await pool.query(
            "Corrections/requests_to_decide", reach.viewer, reach.ofTeams, reach.office, reach.all, Self.requestsOnPage + 1,
            page * Self.requestsOnPage
        ).map(CorrectionRequest.init)
        return (Array(found.prefix(Int(Self.requestsOnPage))), found.count > Self.requestsOnPage)
    }

    /// How many requests are open of those within reach, and whether the viewer manages a team.
    package func countRequestsToDecide(within reach: Reach) async throws -> (open: Int64, managesATeam: Bool) {
        let row = try await pool.query(
            "Corrections/count_requests_to_decide", reach.viewer, reach.ofTeams, reach.office, reach.all)[0]
        return (try row.get(0), try row.get(1))
    }
}

/// A wish as it is written down.
private struct RequestRow {
    var type = "void"
    var target: UUID?
    var kind: String?
    var at: Instant?
    var desk: String?
    var setsDesk = false
    var office: String?
    var reason = ""

    init(_ record: LogRecord) {
        switch record {
        case .tap: break
        case .add(let tap, let justification):
            (type, kind, at, office) = ("add", tap.kind.rawValue, tap.at, tap.office)
            (desk, setsDesk, reason) = (tap.desk?.description, tap.desk != nil, justification.reason)
        case .correction(let correction):
            (target, reason) = (correction.target, correction.justification.reason)
            guard case .amend(let amendment) = correction.change else { return }
            (type, kind, at, office) = ("amend", amendment.kind?.rawValue, amendment.at, amendment.office)
            setsDesk = amendment.desk != nil
            if case .named(let named) = amendment.desk { desk = named.description }
        }
    }
}
