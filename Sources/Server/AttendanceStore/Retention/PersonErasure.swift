import Attendance
import Hours
import JSON
import Postgres

/// Erases the hours of one person after another that are due in an office: the taps, and the facts of hours of that time. A
/// person's is one transaction, which also records what stands for the erased facts, so no later day changes
/// (Hours.docc, "Erased days"). Taps wait during it.
struct PersonErasure {
    let connection: PostgresConnection
    let office: OfficeID
    /// The first working day that is kept.
    let firstKept: CivilDate
    /// Its start.
    let before: Instant
    let zones: TimeZoneDatabase
    let now: Instant
    private let days: OfficeDays
    private var calendars: OfficeCalendars
    private var list = CommonFactList()
    private var common = CommonFacts([])

    init(
        _ connection: PostgresConnection, of office: OfficeID, firstKept: CivilDate, before: Instant,
        _ zones: TimeZoneDatabase, _ clocks: OfficeClocks, now: Instant
    ) {
        (self.connection, self.office, self.firstKept, self.before) = (connection, office, firstKept, before)
        (self.zones, self.now, calendars) = (zones, now, clocks.calendars)
        days = OfficeDays(clocks.versions, clocks.calendars, at: now)
    }

    /// A fact that stands for erased ones and that the store refused.
    struct NotCarried: Error {
        let person: PersonID
        let outcome: AppendOutcome
    }

    /// The people of whom something is due.
    func people() async throws -> [PersonID] {
        try await connection.query(
            "Retention/people_with_due_hours",
            ["office": office, "before": PostgresTimestamp(before), "first_kept": firstKept.dayNumber]
        ).map { try $0.get("person_id", as: PersonID.self) }
    }

    /// - Returns: the number of erased records. Facts are not counted.
    mutating func carryOut(of person: PersonID) async throws -> Int {
        let order = ErasureTransaction.Order(part: .time, office: office, person: person, before: before, rule: "retention")
        let results = try await connection.pipeline([
            .begin, PostgresCommand("Taps/lock_log"), order.dueRecords(limit: nil),
            PostgresCommand(
                "Retention/last_due_event",
                ["office": office, "person": person, "before": PostgresTimestamp(before)]),
        ])
        let records = try results[2].map { try $0.get("seq", as: Int64.self) }
        if try !results[3][0].get("is_held", as: Bool.self) {
            try await erase(records, until: try results[3][0].instantIfPresent("at"), of: person)
        }
        _ = try await connection.pipeline([.commit])
        return records.count
    }

    private mutating func erase(_ records: [Int64], until latest: Instant?, of person: PersonID) async throws {
        let facts = try await HoursStore.facts(of: person, connection)
        let own = PersonFacts(facts.map(\.fact))
        try await readCommonFacts()
        // Without a schedule, work counts nowhere.
        let derives = !common.isEmpty && !facts.isEmpty
        let through = days.lastDay { own.office(on: $0) }
        let work = if derives { try await self.work(of: person, until: through) } else { [DayWork]() }
        let last = lastDay(of: own, until: latest)
        let carried = last.flatMap { CarriedFacts(facts.map(\.fact), common, work: work, until: $0) }
        let erased = facts.filter { carried?.erased.contains($0.fact.id) ?? false }
        if records.isEmpty && erased.isEmpty { return }
        if let carried { try await append(Self.newFacts(carried.added, continuing: facts), of: person) }
        try await ErasureTransaction(connection: connection).erase(
            records, facts: erased.map(\.fact.seq), order(until: erased.isEmpty ? nil : last),
            after: try LogVersion(try await connection.query("Taps/lock_log")[0]), now: now)
        guard derives, let last, last < through else { return }
        let differences = FigureDifferences(
            "\(person)", before: PersonDays(of: own, common, work: work, through: through, to: through), own,
            after: try await HoursStore.facts(of: person, connection).map(\.fact), common,
            work: try await self.work(of: person, until: through), since: last)
        try await append(differences.added.map { NewFact($0) }, of: person)
    }

    /// The last day whose facts are erased: the last one that is over and that this office keeps for the person, or on which a tap is
    /// erased. nil: there is none.
    private mutating func lastDay(of facts: PersonFacts, until latest: Instant?) -> CivilDate? {
        let end = firstKept.adding(days: -1)
        let kept = facts.lastDay(keptBy: "\(office)", until: end)
        let tapped = latest.map { min(calendars[office].workingDay(at: $0.seconds).date, end) }
        return [kept, tapped].compactMap { $0 }.max()
    }

    /// - Parameter last: the last day whose facts are erased; nil: only taps are.
    private func order(until last: CivilDate?) -> ErasureTransaction.Order {
        var start = before
        if let next = last?.adding(days: 1), next < firstKept {
            start = Instant(millisecondsSince1970: calendars[office].settings(for: next).start(of: next) * 1000)
        }
        return ErasureTransaction.Order(part: .time, office: office, before: start, rule: "retention")
    }

    private func work(of person: PersonID, until last: CivilDate) async throws -> [DayWork] {
        let work = try await RecordStore.work(
            of: [person], in: RecordStore.firstDay...max(last, RecordStore.firstDay), stretches: false, asOf: now, zones: zones,
            at: nil, connection)
        return work[person]?.days(until: last) ?? []
    }

    private mutating func readCommonFacts() async throws {
        let latest = try await HoursStore.commonFacts(list, connection)
        if latest.version != list.version { common = CommonFacts(latest.facts.map(\.fact)) }
        list = latest
    }

    /// Each keeps the fields of its origin that the rules do not read.
    private static func newFacts(_ added: [CarriedFacts.Addition], continuing facts: [HoursFact]) -> [NewFact] {
        let origins = Dictionary(facts.map { ($0.fact.id, $0) }) { first, _ in first }
        return added.map { addition in
            var members = addition.content.json.object ?? [:]
            if let origin = addition.origin.flatMap({ origins[$0] }) {
                let read = origin.fact.content.json.object ?? [:]
                members.merge(origin.fields.filter { read[$0.key] == nil }) { own, _ in own }
            }
            return NewFact(.object(members))
        }
    }

    /// Records facts without an author.
    private func append(_ facts: [NewFact], of person: PersonID) async throws {
        if facts.isEmpty { return }
        let outcome = try await HoursStore.append(facts, by: nil, reason: nil, connection)
        guard outcome == .appended else { throw NotCarried(person: person, outcome: outcome) }
    }
}
