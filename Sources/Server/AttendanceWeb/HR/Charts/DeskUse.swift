import Attendance
import Localization

/// The number of days on which each desk was used, of the users of desks, and of the people at desks on each day. People are
/// counted one after the other; their identity is not stored.
struct DeskUse: Sendable {
    private struct Count: Sendable {
        /// Whether the desk was used, for each day of the period.
        var days: [Bool]
        var people = 0
        var isTouched = false
    }

    private let counted: Set<DeskID>
    private let period: ClosedRange<CivilDate>
    private var desks: [DeskID: Count] = [:]
    private var touched: [DeskID] = []
    /// The desks of each completed person.
    private var desksOfPeople: [[DeskID]] = []
    /// The number of people who worked at a desk, for each day of the period.
    private var peopleByDay: [Int]
    /// The days of the current person.
    private var touchedDays: [Bool]

    /// - Parameter counted: work at other desks is not counted.
    init(of counted: Set<DeskID>, in period: ClosedRange<CivilDate>) {
        self.counted = counted
        self.period = period
        let count = period.days.count
        peopleByDay = [Int](repeating: 0, count: count)
        touchedDays = [Bool](repeating: false, count: count)
    }

    /// Counts work of the current person at a desk.
    mutating func add(_ desk: DeskID, on date: CivilDate) {
        guard period.contains(date), counted.contains(desk) else { return }
        let day = Int(date.daysSince1970 - period.lowerBound.daysSince1970)
        touchedDays[day] = true
        desks[desk, default: Count(days: [Bool](repeating: false, count: peopleByDay.count))].days[day] = true
        if desks[desk]?.isTouched == false {
            desks[desk]?.isTouched = true
            touched.append(desk)
        }
    }

    /// Completes the current person.
    mutating func nextPerson() {
        if !touched.isEmpty { desksOfPeople.append(touched) }
        for desk in touched {
            desks[desk]?.people += 1
            desks[desk]?.isTouched = false
        }
        touched.removeAll(keepingCapacity: true)
        for day in touchedDays.indices where touchedDays[day] {
            peopleByDay[day] += 1
            touchedDays[day] = false
        }
    }

    /// The number of days on which anyone worked at a desk.
    var daysInUse: Int { peopleByDay.count { $0 > 0 } }

    /// The days on which at least `group` people worked at a desk, and the number of desks in use on each: most desks first, then
    /// by day. If fewer people did on another day, the last of them is left out, because the number of the other day could be
    /// calculated from the sum.
    func fullestDays(group: Int) -> [(date: CivilDate, desks: Int)] {
        var inUse = [Int](repeating: 0, count: peopleByDay.count)
        for desk in desks.values {
            for (day, isUsed) in desk.days.enumerated() where isUsed { inUse[day] += 1 }
        }
        let hasSmallDay = peopleByDay.contains { (1..<group).contains($0) }
        return peopleByDay.indices.filter { peopleByDay[$0] >= group }
            .sorted { (-inUse[$0], $0) < (-inUse[$1], $1) }
            .dropLast(hasSmallDay ? 1 : 0)
            .map { (date: period.lowerBound.adding(days: Int64($0)), desks: inUse[$0]) }
    }

    /// The average number of desks in use on a day on which anyone worked at a desk; 0 if there is none.
    var averageInUse: Double {
        Double(desks.values.reduce(0) { $0 + $1.days.count { $0 } }) / Double(max(1, daysInUse))
    }

    func days(_ desk: DeskID) -> Int { desks[desk]?.days.count { $0 } ?? 0 }
    func people(_ desk: DeskID) -> Int { desks[desk]?.people ?? 0 }
    /// The number of people who used at least one of some desks.
    func people(atAnyOf some: Set<DeskID>) -> Int {
        some.isEmpty ? 0 : desksOfPeople.count { desks in desks.contains { some.contains($0) } }
    }
}
