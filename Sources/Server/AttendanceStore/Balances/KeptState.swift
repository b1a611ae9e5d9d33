import Attendance
import Postgres

/// The kept balances of a period that hold at a record, read in one snapshot of the database.
struct KeptState {
    let offices: OfficeDays
    /// The day until which balances are kept: it is over everywhere, and no session that began on it can still be ended.
    let through: CivilDate
    var balances: KeptBalances.Balances
    /// That of what is kept; nil: nothing is.
    let version: Int?
    /// Whether what is kept is of a later record, and stays.
    let isEarlier: Bool

    init(
        _ kept: KeptBalances, of period: ClosedRange<CivilDate>, _ connection: PostgresConnection, _ zones: TimeZoneDatabase,
        asOf instant: Instant, at seq: Int64
    ) async throws {
        let days = RecordStore.firstDay...max(period.upperBound, RecordStore.firstDay)
        let reader = try await RecordReader(connection, zones, period: days, asOf: instant, at: seq)
        offices = OfficeDays(reader.settings, reader.calendars, at: instant)
        let last = min(offices.lastDayEverywhere, period.upperBound)
        // Since an office had no limit of sessions no day is settled, and each later tap of a person changes the kept balances.
        let settled = RecordWindow.hasLongestSession(last...last, reader.calendars) ? reader.lastSettledDay(of: days) : nil
        through = min(settled ?? last, last)
        balances = KeptBalances.Balances(
            settings: reader.settings, through: through, seq: seq, hash: try await reader.hash(of: seq))
        let latest = kept.balances(of: period)
        version = latest?.version
        guard let known = latest?.balances else {
            isEarlier = false
            return
        }
        let isOfThisLog = try await reader.hash(of: known.seq) == known.hash
        isEarlier = isOfThisLog && known.seq > seq
        guard isOfThisLog, known.settings == reader.settings else { return }
        // What no record between the two changes holds at both.
        let (after, head) = (min(known.seq, seq), max(known.seq, seq))
        let window = RecordWindow(
            RecordStore.firstDay...max(known.through, RecordStore.firstDay), reader.calendars, asOf: instant)
        let withFacts = try await connection.query("Hours/people_with_new_facts", ["after": after, "head": head])
            .map { try $0.getIfPresent("person_id", as: PersonID.self) }
        guard !withFacts.contains(nil),
            let changed = try await reader.peopleChanged(after: after, until: head, before: window.to)
        else { return }
        balances.through = max(known.through, through)
        balances.people = known.people
        for person in changed.union(withFacts.compactMap(\.self)) { balances.people[person] = nil }
    }
}
