package import Attendance

/// The facts that concern all people: schedules, terms of teams and offices, holidays, kinds of absence and leave accounts.
package struct CommonFacts: Sendable {
    private(set) var schedules: [String: Dated<Schedule>] = [:]
    private(set) var terms: [Terms.Scope: DatedTerms] = [:]
    private(set) var kinds: [String: Dated<AbsenceKind>] = [:]
    /// The first definition of each account.
    package private(set) var accounts: [String: LeaveAccount] = [:]
    private(set) var holidays: [String: HolidayCalendar] = [:]

    /// - Parameter facts: checked facts in the order of `seq`, also of people, which are ignored; with the voids of the common
    ///   ones.
    package init(_ facts: [Fact]) {
        for fact in facts.withoutVoided {
            switch fact.content {
            case .schedule(let schedule):
                schedules[schedule.name, default: Dated()].add(schedule, from: schedule.from, seq: fact.seq)
            case .terms(let own): if fact.user == nil { terms[own.scope, default: DatedTerms()].add(own, seq: fact.seq) }
            case .kind(let kind): kinds[kind.kind, default: Dated()].add(kind, from: kind.from, seq: fact.seq)
            case .account(let account): if accounts[account.account] == nil { accounts[account.account] = account }
            case .holiday(let holiday): holidays[holiday.calendar, default: [:]][holiday.date] = holiday
            case .employment, .grant, .absence, .adjustment, .confirm, .approve, .close, .void: break
            }
        }
    }

    /// Whether no fact can make time owed: there is no schedule.
    package var isEmpty: Bool { schedules.isEmpty }

    /// Whether the terms of one of these offices and teams name a schedule, from any day on.
    package func hasSchedule(for scopes: [Terms.Scope]) -> Bool {
        scopes.contains { scope in
            terms[scope]?.schedule.inForce.contains { if case .own(_?) = $0 { true } else { false } } ?? false
        }
    }

    /// The names of the schedules, sorted.
    package var scheduleNames: [String] { schedules.keys.sorted() }

    /// The names of the calendars that have a holiday, sorted.
    package var calendarNames: [String] {
        holidays.filter { $0.value.values.contains { $0.name != nil } }.keys.sorted()
    }

    /// The version of a schedule on a day; nil: none has begun.
    package func schedule(_ name: String, on date: CivilDate) -> Schedule? { schedules[name]?[date] }

    /// The first schedule by name that owes these times from a day on, and has no core time and no rest day.
    /// - Parameter week: the seconds of each day from Monday to Sunday.
    package func schedule(owing week: [Int64], from date: CivilDate) -> String? {
        scheduleNames.first { name in
            guard let schedule = schedules[name], schedule[date] != nil else { return false }
            return schedule.values(from: date).allSatisfy { $0.owes(week) }
        }
    }
}

/// The days of a calendar. A day that is no holiday after all has no name.
typealias HolidayCalendar = [CivilDate: Holiday]

extension [HolidayCalendar] {
    /// The halves that are a holiday in one of the calendars, and its name in the first that has one.
    func holiday(_ date: CivilDate) -> (halves: Halves, name: String?) {
        var (halves, name) = (Halves(), String?.none)
        for calendar in self {
            guard let holiday = calendar[date], let own = holiday.name else { continue }
            halves.formUnion(holiday.part.halves)
            name = name ?? own
        }
        return (halves, name)
    }
}

/// A scope's terms. Each field is dated by itself.
struct DatedTerms: Sendable {
    private(set) var schedule = Dated<Terms.Setting<String?>>()
    private(set) var calendars = Dated<Terms.Setting<[String]>>()
    private(set) var rules = Dated<Terms.Setting<[RuleSet]>>()
    private(set) var carry = Dated<Terms.Setting<CarryOver?>>()

    mutating func add(_ terms: Terms, seq: Int64) {
        if let own = terms.schedule { schedule.add(own, from: terms.from, seq: seq) }
        if let own = terms.calendars { calendars.add(own, from: terms.from, seq: seq) }
        if let own = terms.rules { rules.add(own, from: terms.from, seq: seq) }
        if let own = terms.carry { carry.add(own, from: terms.from, seq: seq) }
    }

    /// The days on which a value begins.
    var starts: [CivilDate] { schedule.starts + calendars.starts + rules.starts + carry.starts }
}
