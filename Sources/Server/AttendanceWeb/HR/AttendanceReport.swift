import Attendance
import AttendanceStore
import Localization

/// The attendance of the selected people in a period: the totals of each, and the rows that need attention. Its memory grows
/// with the number of people, not with the number of their days.
struct AttendanceReport: Sendable {
    struct PersonTotals: Sendable {
        let person: PersonID
        let user: String
        let name: String
        /// The person's own office; nil: the person has left.
        let home: OfficeID?
        let totals: RecordTotals
        /// The rows of a period of one day; empty for longer periods.
        let day: [ShownRow]
    }

    struct FlaggedRow: Sendable {
        /// The person's id.
        let person: PersonID
        let user: String
        let name: String
        /// The person's own office; nil: the person has left.
        let home: OfficeID?
        let shown: ShownRow

        var row: DailyRow { shown.row }
    }

    private(set) var people: [PersonTotals] = []
    /// How many rows have each of the flags that require a correction.
    private(set) var kinds: [String: Int] = [:]
    /// The rows that require a correction, and those of them of the chosen kind.
    private var urgent: TopElements<FlaggedRow>
    private var chosen: TopElements<FlaggedRow>
    private let chosenKind: String?
    private var unasked: TopElements<FlaggedRow>
    /// The clock-outs that the rows of the page lack.
    var ends = MissingEnds()
    /// nil: the viewer asks for nothing here.
    let questions: ClockOutQuestions?
    /// The same of last month, in the first days of this month (``AttendanceChoice/lastMonth(_:)``).
    var withoutEndLastMonth = 0
    /// The rows of the person whose days are shown.
    var days: [ShownRow] = []
    /// nil: the selection was not exported.
    var latestExport: LatestExport?
    /// nil: a schedule applies to none of the people in the period.
    var balances: BalanceColumns?
    /// The own offices of the present employees.
    private let present: [PersonID: OfficeID]
    private let list: ListOrder
    /// The people who are listed even without records (``Exporter/listed(_:)``).
    private let listed: Set<PersonID>

    /// The greatest number of clock-outs that one button asks for.
    private static let mostAsked = 1_000

    /// - Parameter listed: nil: the present employees.
    init(
        for choice: AttendanceChoice, present: [Person], in list: ListOrder, listed: Set<PersonID>? = nil,
        _ questions: ClockOutQuestions? = nil
    ) {
        (self.questions, self.list) = (questions, list)
        self.listed = listed ?? Set(present.map(\.id))
        self.present = Dictionary(present.map { ($0.id, $0.office) }) { first, _ in first }
        let order = choice.order
        chosenKind = choice.kind
        let isBefore: @Sendable (FlaggedRow, FlaggedRow) -> Bool = { one, other in
            switch order {
            case .person:
                return (list.place(of: one.person), one.person, one.row.key)
                    < (list.place(of: other.person), other.person, other.row.key)
            case .day:
                let (key, otherKey) = (one.row.key, other.row.key)
                return (key.date, list.place(of: one.person), one.person, key.office)
                    < (otherKey.date, list.place(of: other.person), other.person, otherKey.office)
            }
        }
        urgent = TopElements(choice.attentionPage * AttendanceChoice.rowsOnPage, by: isBefore)
        chosen = urgent
        unasked = TopElements(Self.mostAsked, by: isBefore)
    }

    /// - Returns: whether the person is listed.
    @discardableResult
    mutating func add(_ person: RecordStore.Summary<AttendanceSummary>) -> Bool {
        let value = person.value
        let home = present[person.person]
        guard value.hasRows || listed.contains(person.person) else { return false }
        people.append(
            PersonTotals(
                person: person.person, user: person.userName, name: person.displayName, home: home, totals: value.totals,
                day: value.day))
        for shown in value.urgent {
            let row = FlaggedRow(
                person: person.person, user: person.userName, name: person.displayName, home: home, shown: shown)
            let flags = shown.row.flags.intersection(.urgent).names
            for flag in flags { kinds[flag, default: 0] += 1 }
            urgent.add(row)
            if questions?.canAsk(row) == true { unasked.add(row) }
            if let chosenKind, flags.contains(chosenKind) { chosen.add(row) }
        }
        return true
    }

    /// The number of rows whose last session has no clock-out in time.
    var withoutEnd: Int { kinds["missing_end", default: 0] }

    /// The rows for whose clock-out the viewer can ask now, whatever kind is chosen; at most ``mostAsked``.
    var rowsToAsk: [FlaggedRow] { unasked.elements }

    /// The number of rows that require a correction.
    var urgentCount: Int { urgent.count }

    /// The chosen kind; nil: all kinds are listed, also if no row is of the chosen one any more.
    var kind: String? { chosen.count > 0 ? chosenKind : nil }

    /// The listed rows.
    var flagged: TopElements<FlaggedRow> { kind == nil ? urgent : chosen }

    /// The people whose balance passes the selected limit, in the selected order.
    func totals(_ choice: AttendanceChoice) -> [PersonTotals] {
        func amount(_ person: PersonTotals) -> Int64? {
            let (totals, balance) = (person.totals, balances?.summaries[person.person])
            return switch choice.column {
            case .name: 0
            case .worked: totals.worked
            case .pause: totals.pause
            case .target: balance?.minutes.target
            case .credited: balance?.minutes.credited
            case .difference: balance?.minutes.difference
            case .balance: balance?.balance
            case .unconfirmed: totals.open
            case .days: Int64(totals.days)
            case .flags: Int64(totals.urgent)
            }
        }
        return people.filter { balances?.isListed($0.person, choice.limit) ?? true }.sorted { one, other in
            let (first, second) = (amount(one), amount(other))
            if first != second {
                switch (first, second) {
                case (let first?, let second?): return choice.isDescending ? first > second : first < second
                // A person without an amount comes last in both directions.
                default: return first != nil
                }
            }
            // People with equal totals are ordered by name.
            let place = (list.place(of: one.person), one.person)
            let otherPlace = (list.place(of: other.person), other.person)
            return choice.column == .name && choice.isDescending ? place > otherPlace : place < otherPlace
        }
    }

    /// The rows of a page.
    func flagged(_ choice: AttendanceChoice) -> ArraySlice<FlaggedRow> {
        flagged.elements.dropFirst((choice.attentionPage - 1) * AttendanceChoice.rowsOnPage)
            .prefix(AttendanceChoice.rowsOnPage)
    }
}

/// Keeps the first `limit` elements by an order and only counts the others.
struct TopElements<Element: Sendable>: Sendable {
    private let limit: Int
    private let isBefore: @Sendable (Element, Element) -> Bool
    private var kept: [Element] = []
    /// The number of elements added.
    private(set) var count = 0

    init(_ limit: Int, by isBefore: @escaping @Sendable (Element, Element) -> Bool) {
        self.limit = limit
        self.isBefore = isBefore
    }

    mutating func add(_ element: Element) {
        count += 1
        kept.append(element)
        if kept.count >= 2 * limit { kept = elements }
    }

    var elements: [Element] { Array(kept.sorted(by: isBefore).prefix(limit)) }
}
