import Attendance
import Localization

/// The number of days on which each desk was used, and of the users of desks. People are counted one after the other; their
/// identity is not stored.
struct DeskUse: Sendable {
    private struct Count: Sendable {
        /// Whether the desk was used, for each day of the period.
        var days: [Bool]
        var people = 0
        var isTouched = false
    }

    private let period: ClosedRange<CivilDate>
    private var desks: [DeskID: Count] = [:]
    private var touched: [DeskID] = []
    /// The desks of each completed person.
    private var desksOfPeople: [[DeskID]] = []

    init(in period: ClosedRange<CivilDate>) { self.period = period }

    /// Counts work of the current person at a desk.
    mutating func add(_ desk: DeskID, on date: CivilDate) {
        guard period.contains(date) else { return }
        let day = Int(date.daysSince1970 - period.lowerBound.daysSince1970)
        desks[desk, default: Count(days: [Bool](repeating: false, count: period.days.count))].days[day] = true
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
    }

    func days(_ desk: DeskID) -> Int { desks[desk]?.days.count { $0 } ?? 0 }
    func people(_ desk: DeskID) -> Int { desks[desk]?.people ?? 0 }
    /// The number of people who used at least one of some desks.
    func people(atAnyOf some: Set<DeskID>) -> Int {
        some.isEmpty ? 0 : desksOfPeople.count { desks in desks.contains { some.contains($0) } }
    }
}
