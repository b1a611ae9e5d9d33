import Attendance
import Hours
import Testing

/// Aiko works 8 hours from Monday to Friday, from Monday 5 January 2026 on. A day of the account `leave` has 8 hours, and the
/// account `extra` exists, too. Kinds of absence: `vacation` and `sabbatical` use these accounts, `sick` has a higher rank and
/// uses none.
struct LeaveScene {
    private var person: [Fact] = []
    private var common: [Fact] = []
    private var seq: Int64 = 0

    /// - Parameters:
    ///   - target: seconds of a working day.
    ///   - hourSeconds: of the account `leave`.
    init(target: Int64 = 28_800, hourSeconds: Int64 = 1) throws {
        let (long, start) = (try date("2020-01-01"), try date("2026-01-05"))
        var terms = Terms(scope: .office("main"), from: long)
        (terms.schedule, terms.calendars) = (.own("full"), .own(["public"]))
        let days = Array(repeating: target, count: 5) + [0, 0]
        let kinds: [(String, Int64, String?)] = [("vacation", 10, "leave"), ("sabbatical", 10, "extra"), ("sick", 20, nil)]
        add(common: .schedule(Schedule(name: "full", from: long, anchor: start, days: days)))
        add(common: .account(LeaveAccount(account: "leave", daySeconds: 28_800, hourSeconds: hourSeconds)))
        add(common: .account(LeaveAccount(account: "extra", daySeconds: 28_800)))
        for (kind, rank, account) in kinds {
            add(common: .kind(AbsenceKind(kind: kind, from: long, credit: .full, rank: rank, account: account)))
        }
        add(common: .terms(terms))
        add(.employment(Employment(user: "aiko", from: start, office: "main")))
    }

    mutating func add(_ content: Fact.Content) { person.append(fact(content)) }

    mutating func add(common content: Fact.Content) { common.append(fact(content)) }

    private mutating func fact(_ content: Fact.Content) -> Fact {
        seq += 1
        return Fact(id: "\(seq)", seq: seq, content: content)
    }

    /// - Parameter id: unique.
    mutating func grant(_ id: String, _ grant: Grant) {
        seq += 1
        person.append(Fact(id: id, seq: seq, content: .grant(grant)))
    }

    /// - Parameter amount: in hours of the account.
    mutating func grant(
        _ id: String, _ amount: Int64, from: String, expires: String? = nil, mustTake: Int64 = 0, account: String = "leave"
    ) throws {
        grant(
            id,
            Grant(
                user: "aiko", account: account, amount: amount * 3600, from: try date(from),
                expires: try expires.map { try date($0) }, mustTakeHalves: mustTake))
    }

    mutating func absence(
        _ kind: String = "vacation", on from: String, to: String? = nil, _ extent: Absence.Extent = .part(.full)
    ) throws {
        let first = try date(from)
        let last = try to.map { try date($0) } ?? first
        add(.absence(Absence(user: "aiko", kind: kind, from: first, to: last, extent: extent)))
    }

    mutating func holiday(_ day: String, _ part: DayPart = .full) throws {
        add(common: .holiday(Holiday(calendar: "public", date: try date(day), name: "Holiday", part: part)))
    }

    /// The same facts, recorded in another order, with their positions.
    func shuffled(using generator: inout some RandomNumberGenerator) -> LeaveScene {
        var other = self
        other.person.shuffle(using: &generator)
        return other
    }

    func balances(through: CivilDate, to: CivilDate) -> LeaveBalances {
        let (facts, common) = (PersonFacts(person), CommonFacts(common))
        let days = PersonDays(of: facts, common, work: [], through: through, to: to)
        return LeaveBalances(of: days, facts, common, to: to)
    }

    /// - Parameter through: nil: `to`.
    func balances(through: String? = nil, to: String) throws -> LeaveBalances {
        balances(through: try date(through ?? to), to: try date(to))
    }

    /// The account `leave`.
    func leave(through: String? = nil, to: String) throws -> AccountBalance {
        try #require(try balances(through: through, to: to).accounts.first { $0.account == "leave" })
    }
}

private func date(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }

extension AccountBalance {
    /// Granted, taken, planned, lapsed, debt and remaining, in hours.
    var hours: [Int64] { [granted, taken, planned, lapsed, debt, remaining].map { $0 / 3600 } }

    /// What is left of each grant, in hours, such as `a 8`.
    var left: [String] { grants.map { "\($0.id) \($0.remaining / 3600)" } }
}
